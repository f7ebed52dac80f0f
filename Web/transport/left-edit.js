/**
 * @typedef {import("../store/storage.js").LeftEdit} LeftEdit
 * @typedef {import("../replica/batch.js").QueuedOp} QueuedOp
 */

/** Where an edit shows until the leader has given it its place: above all others. */
const LAST = Number.MAX_SAFE_INTEGER;

/**
 * An edit of a tab that does not lead, as it is handed to who does.
 * @param {LeftEdit} edit
 */
export function eventOf({ op, changes, ...made }) {
  return /** @type {const} */ ({ type: "edit", op, changes, made });
}

/**
 * The same as it shows.
 * @param {LeftEdit} edit
 * @param {string|null} [own] the epoch of this tab, which needs no name
 * @returns {QueuedOp}
 */
export function queuedEdit({ op, changes, base, at, epoch, was = {} }, own) {
  const isNamed = epoch !== undefined && epoch !== own;
  return {
    op: { op, n: 1, base, at, ...(isNamed && { epoch }), do: changes },
    incarnation: "",
    order: LAST,
    state: "waiting",
    was,
  };
}
