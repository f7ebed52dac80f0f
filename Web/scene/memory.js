import { isIdentifier } from "../library/identifier.js";
import { decode, decodeLocalScene } from "../navigation/index.js";
import { decodeBearing } from "./bearing.js";
import { decodeSnapshots } from "./snapshots.js";

/** @typedef {import("../navigation/types.js").LocalScene} LocalScene */
/** @typedef {import("../navigation/types.js").NavState} NavState */
/** @typedef {import("./bearing.js").Bearing} Bearing */
/** @typedef {import("./snapshots.js").Snapshots} Snapshots */
/** @typedef {import("./storages.js").PageStorage} PageStorage */

const sceneKey = "dogear.scene";
const listsKey = "dogear.lists";

/**
 * What a window remembers: its own state in the session, for a reload; its lists beyond it, for the
 * next window. A storage that is full or forbidden costs the memory, never the window.
 * @param {{session: PageStorage, shared: PageStorage}} storages
 */
export function createMemory({ session, shared }) {
  return {
    /**
     * The window as it was left, or null in a new one.
     * @returns {{id:string, local:LocalScene, snapshots:Snapshots|null, bearing:Bearing, late:string|null}|null}
     */
    recall() {
      const raw = read(session, sceneKey);
      if (raw?.v !== 1 || !isIdentifier(raw.id)) return null;
      return {
        id: raw.id,
        local: decodeLocalScene(raw.local),
        snapshots: decodeSnapshots(raw.snapshots),
        bearing: decodeBearing(raw.bearing),
        late: typeof raw.late === "string" ? raw.late : null,
      };
    },
    /**
     * The lists of the window that was used last, in an otherwise fresh state.
     * @returns {NavState}
     */
    recallLists() {
      return decode({ v: 1, lists: read(shared, listsKey) });
    },
    /**
     * @param {string} id
     * @param {LocalScene} local
     * @param {Snapshots} snapshots
     * @param {Bearing} bearing
     * @param {string|null} late the address that it had before it said what was shown
     */
    keep(id, local, snapshots, bearing, late) {
      write(session, sceneKey, { v: 1, id, local, snapshots, bearing, late });
      if (!bearing.isPrivate) write(shared, listsKey, local.nav.lists);
    },
  };
}

/**
 * @param {PageStorage} storage
 * @param {string} key
 * @returns {any}
 */
function read(storage, key) {
  try {
    return JSON.parse(storage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/**
 * @param {PageStorage} storage
 * @param {string} key
 * @param {unknown} value
 */
function write(storage, key, value) {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    // Full or forbidden: the window goes on, and a reload starts from its address.
  }
}
