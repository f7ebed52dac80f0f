import { picturesKeptMax } from "../covers/picture-limits.js";
import { keptMilliseconds } from "../replica/limits.js";
import {
  pictureRetryMilliseconds, pictureRetryMillisecondsMax, picturesPerPrune, picturesSettleMilliseconds,
} from "./limits.js";
import { createPictureQueue } from "./picture-queue.js";

/**
 * @typedef {import("../replica/fault.js").Fault} Fault
 * @typedef {import("../store/pictures.js").About} About
 * @typedef {import("../store/pictures.js").Content} Content
 * @typedef {Pick<import("./session.js").Library,
 *     "status"|"subscribeStatus"|"subscribe"|"epoch"|"noteBeside">
 *   & {list(kind: string): readonly Book[], trash(): readonly Book[]}} Library
 * @typedef {{fields: Record<string, any>}} Book
 */

/**
 * @typedef {object} PictureParts
 * @property {Library} library
 * @property {Pick<import("../store/pictures.js").PictureStore, "get"|"keep"|"own"|"note"|"prune">} store
 * @property {(id: string, picture: Blob) => void} came a picture is here: it can be shown
 * @property {() => string[]} wanted the pictures that are waited for
 * @property {typeof fetch} request
 * @property {Pick<LockManager, "request">|null} locks
 * @property {import("./world.js").World["schedule"]} schedule
 * @property {() => number} now
 * @property {() => number} chance
 * @property {(fault: Fault) => void} refused hears once why the server does not take a picture
 */

/**
 * Puts up the pictures that this browser has given to books, and asks for those of others (*Writing a
 * client*, Pictures). A picture is sent while a book names it, and again where a restored server, which has
 * another epoch, may have lost it.
 * @param {PictureParts} parts
 */
export function openPictureExchange(parts) {
  const { library, store, came, wanted, request, locks, schedule, now, chance, refused } = parts;
  /** @type {Map<string, Fault>} why the server has not taken some since this page was opened */
  const refusals = new Map();
  const queue = createPictureQueue({ ask, wanted, schedule, delay });
  let wasOnline = false;
  let failures = 0;
  let keptCount = 0;
  let isSettling = false;
  let isAgain = false;
  /** @type {(() => void)|null} ends a rest after a failure, or the moment before a look */
  let endPause = null;

  function isOnline() {
    const { state, isOffline = state === "offline" } = library.status();
    return !isOffline && state !== "unpaired" && state !== "starting";
  }

  /** @param {number} failed */
  function delay(failed) {
    const whole = Math.min(pictureRetryMillisecondsMax, pictureRetryMilliseconds * 2 ** Math.min(failed, 16));
    return whole / 2 + (whole / 2) * chance();
  }

  // What goes

  /**
   * Those of this browser's own that books name, or of which a person has yet to choose one, and the server
   * has not, as far as is known.
   */
  async function due() {
    const own = await store.own();
    const open = own.filter(({ epoch }) => epoch === null || epoch !== library.epoch);
    // Looking through a large library takes a while: only where something is to go.
    if (open.length === 0) return [];
    const named = new Set([...library.list("book"), ...library.trash()].map(({ fields }) => fields.cover));
    for (const { fields: { field, kept, lost } } of library.list("conflict")) {
      if (field === "cover") named.add(kept?.value).add(lost?.value);
    }
    return open.filter(({ id }) => named.has(id));
  }

  async function settle() {
    isAgain = true;
    if (isSettling) return;
    isSettling = true;
    try {
      while (isAgain) {
        isAgain = false;
        if ((await tell()).length > 0 && isOnline() && endPause === null) {
          await (locks ? locks.request("dogear.pictures", sendAll) : sendAll());
          await tell();
        }
      }
    } catch {
      // A browser that keeps nothing has nothing to send.
    } finally {
      isSettling = false;
    }
  }

  /** Says how much waits. Returns what can be sent. */
  async function tell() {
    const all = await due();
    const open = all.filter(({ id }) => !refusals.has(id));
    const [refusal = null] = all.flatMap(({ id }) => refusals.get(id) ?? []);
    library.noteBeside({ pictures: open.length, refusal });
    return open;
  }

  /** Another tab may have sent them while this one waited for its turn. */
  async function sendAll() {
    await releaseOld();
    for (const { id } of await due()) {
      if (!refusals.has(id) && !(await send(id))) return;
    }
  }

  /** Those that a backup has by now, or that no edit would name any more, are like those of others. */
  async function releaseOld() {
    for (const { id, at, epoch } of await store.own()) {
      if (epoch === library.epoch && now() - at > keptMilliseconds) {
        await store.note(id, ({ own, ...rest }) => rest);
      }
    }
  }

  /**
   * @param {string} id
   * @returns {Promise<boolean>} whether others may follow
   */
  async function send(id) {
    const { epoch } = library;
    const picture = await store.get(id);
    if (!picture || epoch === null) return true;
    let answer;
    let said;
    try {
      answer = await request(`/v1/blobs/${id}`, { method: "PUT", body: picture });
      said = await answer.json();
    } catch {
      return pause(delay(failures++));
    }
    if (answer.ok) {
      failures = 0;
      await store.note(id, (what) => ({ ...what, epoch, at: now() }));
      return true;
    }
    if (!isFinal(answer.status)) {
      const asked = Number(answer.headers.get("Retry-After") ?? 0) * 1_000;
      return pause(Math.max(asked, delay(failures++)));
    }
    const { message } = said?.error ?? {};
    const fault = { code: "unanswered", ...(message && { said: message }) };
    refusals.set(id, fault);
    refused(fault);
    return true;
  }

  /** @param {number} milliseconds */
  function pause(milliseconds) {
    endPause?.();
    endPause = schedule(milliseconds, () => {
      endPause = null;
      void settle();
    });
    return false;
  }

  // What comes

  /**
   * @param {string} id
   * @returns {Promise<"here"|"missing"|"offline">}
   */
  async function ask(id) {
    if (!isOnline()) return "offline";
    let picture;
    try {
      const answer = await request(`/v1/blobs/${id}`);
      picture = await answer.blob();
      if (!answer.ok) return "missing";
    } catch {
      return "missing";
    }
    came(id, picture);
    await keepSeen(id, picture).catch(() => {}); // a full storage costs the copy, never the picture
    return "here";
  }

  /**
   * @param {string} id
   * @param {Blob} picture
   */
  async function keepSeen(id, picture) {
    const content = { type: picture.type, bytes: await picture.arrayBuffer() };
    await store.keep({ id, at: now(), epoch: library.epoch }, content);
    keptCount += 1;
    if (keptCount % picturesPerPrune === 0) await store.prune(picturesKeptMax);
  }

  // When

  library.subscribeStatus(() => {
    const isBack = isOnline() && !wasOnline;
    wasOnline = isOnline();
    if (isBack) {
      failures = 0;
      endPause?.();
      endPause = null;
      queue.again();
    }
    void settle();
  });
  library.subscribe(({ keys }) => {
    if (endPause || (keys && ![...keys].some((key) => key.startsWith("book/")))) return;
    pause(picturesSettleMilliseconds);
  });
  wasOnline = isOnline();
  void settle();

  return {
    look: queue.look,

    /**
     * Keeps a picture for a book that is about to name it: it can be shown, and goes when it can.
     * @param {string} id
     * @param {Content} content
     */
    async keep(id, content) {
      await store.keep({ id, at: now(), own: 1, epoch: null }, content);
      came(id, new Blob([content.bytes], { type: content.type }));
    },

    /** Sends once more what the server did not take. */
    retry() {
      refusals.clear();
      void settle();
    },
  };
}

/**
 * Whether the server would say the same again: that it has no room for it, or will not have it.
 * @param {number} status
 */
function isFinal(status) {
  return status === 507 || (status >= 400 && status < 500 && ![401, 408, 429].includes(status));
}

/** @typedef {ReturnType<typeof openPictureExchange>} PictureExchange */
