/**
 * A scene's stamp: the server counts attachments (`epoch`), the window its states (`rev`).
 * @typedef {{epoch:number, rev:number}} Stamp
 */

/**
 * Order of stamps: by epoch, then by rev.
 * @param {Stamp} a
 * @param {Stamp} b
 * @returns {number} negative, zero or positive
 */
function compareStamps(a, b) {
  return a.epoch - b.epoch || a.rev - b.rev;
}

/**
 * What the server keeps when a window writes: accepted when the epoch is the current one and the
 * rev greater; else the write is stale and dropped. So the result is the greatest accepted stamp,
 * in whatever order writes arrive (NAVIGATION §3.6, P9).
 * @param {Stamp} stored
 * @param {Stamp} written
 * @returns {{stamp:Stamp, accepted:boolean}}
 */
export function accept(stored, written) {
  const accepted = written.epoch === stored.epoch && written.rev > stored.rev;
  return { stamp: accepted ? written : stored, accepted };
}

/**
 * What the server keeps when a window attaches: the next epoch, so that whoever held the last one
 * writes no more; null while another live window holds the scene (`sceneBusy`: the newcomer forks).
 * @param {Stamp} stored
 * @param {boolean} isHeld
 * @returns {Stamp|null}
 */
export function attach(stored, isHeld) {
  return isHeld ? null : { epoch: stored.epoch + 1, rev: stored.rev };
}

/**
 * Whether a window that comes back shows the server's state instead of its own: the greater stamp
 * before the first paint, its own after it.
 * @param {Stamp} local
 * @param {Stamp} server
 * @param {boolean} isPainted
 */
export function takesServer(local, server, isPainted) {
  return !isPainted && compareStamps(server, local) > 0;
}
