import { LibraryView } from "../replica/view.js";
import { StorageError } from "../store/storage.js";

/**
 * @typedef {import("../store/storage.js").Storage} LibraryStorage
 * @typedef {import("./leader.js").Leader|import("./follower.js").Follower} Role
 */

/**
 * Who opens a library with a glimpse of it: `begins` says whether with this one, for it may not be
 * what is to be shown; when that is on the screen, `painted`, all the rest is read.
 * @typedef {{begins: (glimpse: any) => Promise<boolean>, painted: Promise<unknown>}} Glimpsing
 */

/**
 * What stands for a library while that is being read: what a window showed of it when it was as it
 * is now. Nothing that is seen of it is untrue, but what is not in it may be in the library.
 * @typedef {{seen: any, view: LibraryView}} Glimpse
 */

/**
 * Takes what was remembered, if whoever opens the library begins with it. It is a shortcut: where
 * anything is wrong with it, there is none.
 * @param {Promise<LibraryStorage>} opening
 * @param {Glimpsing} glimpsing
 * @param {(error: unknown) => void} report
 * @returns {Promise<Glimpse|null>}
 */
export async function recalled(opening, { begins }, report) {
  try {
    const remembered = await (await opening).recall();
    if (!remembered) return null;
    const { glimpse: seen, checkpoint } = remembered;
    if (!(await begins(seen))) return null;
    const view = new LibraryView({ checkpoint, entities: seen.entities, ops: [] });
    return { seen, view };
  } catch (error) {
    // A storage that cannot be read says so when the library is read.
    if (!(error instanceof StorageError)) report(error);
    return null;
  }
}

/**
 * Remembers what a window shows, to open with: not while it is not on the disk yet, nor of a library
 * that this device has no part in any more.
 * @param {LibraryStorage} storage
 * @param {Role} role
 * @param {object} glimpse
 * @returns {Promise<boolean>} false where that must be tried again
 */
export async function remember(storage, role, glimpse) {
  if (role.status.state === "unpaired" || role.foreignLibrary !== null) return true;
  const { settledRevision } = role;
  return settledRevision !== null && storage.remember(settledRevision, glimpse);
}

/**
 * Lets go of what was remembered. A storage that fails says so where more depends on it.
 * @param {LibraryStorage|null} storage
 */
export function forget(storage) {
  storage?.forget().catch(() => {});
}
