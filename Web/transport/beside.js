/**
 * What there is to send beside edits, and why the server did not take some of it, if it did not.
 * @typedef {{pictures: number, refusal: import("../replica/fault.js").Fault|null}} Waiting
 * @typedef {import("./session.js").LibraryStatus} LibraryStatus
 */

/** What waits beside edits, and asks for a place in the one word about them. */
export class Beside {
  /** @type {Waiting} */
  #waiting = { pictures: 0, refusal: null };

  /**
   * @param {Waiting} waiting
   * @returns {boolean} whether that is news
   */
  note(waiting) {
    if (JSON.stringify(waiting) === JSON.stringify(this.#waiting)) return false;
    this.#waiting = waiting;
    return true;
  }

  /**
   * The word about edits, if that is true of the pictures beside them, too.
   * @param {LibraryStatus} status
   * @returns {LibraryStatus}
   */
  over(status) {
    const { pictures, refusal } = this.#waiting;
    const isQuiet = status.state === "saved" || status.state === "saving";
    if (refusal && isQuiet) {
      return { ...status, pictures, state: "problem", fault: refusal, isRefused: true };
    }
    if (pictures === 0) return status;
    const state = status.state === "saved" ? "saving" : status.state;
    return { ...status, state, pictures, waiting: status.waiting + pictures };
  }
}
