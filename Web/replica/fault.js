/**
 * What went wrong, for a person to read: a dictionary has the sentence of each `code`, which tells the rest;
 * `said` is a sentence that came with it, from the server as a rule, and says it better. `cause` is another
 * fault behind this one.
 * @typedef {{code: string, said?: string, cause?: Fault, [value: string]: unknown}} Fault
 */

/**
 * Why something failed: the fault that an error was made of, or what any other says by itself.
 * @param {any} error
 * @returns {Fault}
 */
export function faultOf(error) {
  if (error?.fault) return error.fault;
  return { code: "unexpected", said: error instanceof Error ? error.message : String(error) };
}

/**
 * Why an edit was refused, as a fault.
 * @param {import("./events.js").Problem} problem
 * @returns {Fault}
 */
export function problemFault({ code, message, fault }) {
  return fault ?? { code: "editRefused", ...(message && { said: message }), problem: code };
}

/**
 * Why a text is no message of the protocol, as a fault.
 * @param {import("../wire/readers.js").WireError} error
 * @returns {Fault}
 */
export function wireFault({ fault, member }) {
  return { code: `wire.${fault}`, ...(member !== null && { member }) };
}

/** An error that is a fault. */
export class FaultError extends Error {
  /**
   * @param {Fault} fault
   * @param {unknown} [cause] for whoever develops this
   */
  constructor(fault, cause) {
    super(fault.said ?? fault.code, { cause });
    this.name = new.target.name;
    this.fault = fault;
  }

  /** What the fault is called. */
  get code() {
    return this.fault.code;
  }
}
