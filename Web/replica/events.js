// The replica's vocabulary: what it is told, and what it asks for. Types only.

/**
 * @typedef {import("./batch.js").Batch} Batch
 * @typedef {import("./status.js").Status} Status
 * @typedef {import("../wire/rows.js").Change} Change
 * @typedef {import("../wire/messages.js").Message} Message
 * @typedef {import("./fault.js").Fault} Fault
 */

/**
 * Why an edit was refused: in the server's words, or by a fault that this device found itself.
 * @typedef {{code: string, message?: string, field?: string, fault?: Fault}} Problem
 */

/**
 * What the world supplies to one turn: our clock in ms, a random number in [0, 1) and a fresh
 * random identifier.
 * @typedef {{now: number, chance: number, fresh: string}} Turn
 */

/**
 * On what and when an edit was made, where it did not come to the replica at once: the sequence its
 * author had applied, their corrected clock, the epoch that `base` counts in (default the
 * replica's), the texts that its texts were made from (default those the replica shows), and the place
 * in the queue of the last op of ours that these hold (default the last there is). Without `at`
 * somebody makes it now, on what they had before them then: what no server would read is rejected.
 * @typedef {object} Making
 * @property {number} base
 * @property {number} [at]
 * @property {string} [epoch]
 * @property {import("./batch.js").FormerTexts} [was]
 * @property {number} [order]
 */

/**
 * What happened. `edit` says how it was `made`, where that was in another tab or life, or on what was
 * seen before; `left`, that the outbox has an op that may be here already, and that the next batch takes
 * out of it if it is; `lost`, that a browser took away what was kept, and any batch will bring it back.
 * @typedef {{type: "start"} | {type: "stop"} | {type: "wake"} | {type: "paired", token?: string}
 *   | {type: "network", up: boolean}
 *   | {type: "opened"} | {type: "message", message: Message} | {type: "unreadable", fault: Fault}
 *   | {type: "closed", code: number, reason: string}
 *   | {type: "timer", timer: string}
 *   | {type: "edit", op: string, changes: Change[], made?: Making}
 *   | {type: "retry", op: string} | {type: "discard", op: string} | {type: "left", op: string}
 *   | {type: "lost"} | {type: "persisted", number: number}
 *   | {type: "notPersisted", number: number, fault: Fault}} Event
 */

/**
 * What is to be done, in order. After `disconnect` nothing more may come from that socket. A
 * `persist` is one transaction; the next one is asked for only when it is answered. `settled` ops
 * survive a crash from here on. A timer scheduled again replaces its former self.
 * @typedef {{type: "connect"} | {type: "disconnect", code: number, reason: string}
 *   | {type: "send", message: Message}
 *   | {type: "schedule", timer: string, after: number} | {type: "cancel", timer: string}
 *   | {type: "persist", number: number, batch: Batch}
 *   | {type: "changed", keys: string[]|null, remote: boolean}
 *   | {type: "settled", ops: string[]} | {type: "rejected", op: string, problem: Problem}
 *   | {type: "status", status: Status}} Output
 */

/**
 * @typedef {object} Settings
 * @property {string} client name and version, for the server's log
 * @property {string} [token] the device's secret, where no cookie carries it
 * @property {string} [deviceName]
 * @property {string} [library] the one that the storage is kept for, though it may still be empty
 */

export {};
