import { picturesAskedMax } from "./limits.js";

/**
 * Asks for pictures, a few at a time; for one that is not there again and again, ever more seldom, as long as
 * somebody waits for it.
 * @param {{
 *   ask: (id: string) => Promise<"here"|"missing"|"offline">,
 *   wanted: () => string[],
 *   schedule: import("./world.js").World["schedule"],
 *   delay: (missed: number) => number,
 * }} parts
 */
export function createPictureQueue({ ask, wanted, schedule, delay }) {
  /** @type {Set<string>} those that are asked for, in order */
  const waiting = new Set();
  /** @type {Set<string>} */
  const asked = new Set();
  /** @type {Map<string, number>} how often each was not there */
  const missed = new Map();
  /** @type {Set<string>} those whose next turn has its time */
  const resting = new Set();

  /** @param {string} id */
  function look(id) {
    if (asked.has(id) || resting.has(id)) return;
    waiting.add(id);
    while (asked.size < picturesAskedMax && waiting.size > 0) {
      const [next] = waiting;
      waiting.delete(next);
      asked.add(next);
      void take(next);
    }
  }

  /** @param {string} id */
  async function take(id) {
    const outcome = await ask(id);
    asked.delete(id);
    if (outcome === "here") missed.delete(id);
    if (outcome === "missing") {
      const count = missed.get(id) ?? 0;
      missed.set(id, count + 1);
      resting.add(id);
      schedule(delay(count), () => {
        resting.delete(id);
        if (wanted().includes(id)) look(id);
      });
    }
    const [next] = waiting;
    if (next !== undefined) look(next);
  }

  return {
    look,
    /** The server is there again. */
    again() {
      missed.clear();
      resting.clear();
      for (const id of wanted()) look(id);
    },
  };
}
