import { shortTitleOf } from "./sentences.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */

/**
 * Deletes what a person confirmed, and says so when it fails after all (NAVIGATION §4.8): when this
 * device cannot keep it, or the server refuses it. Either way the book is back by then; the alert
 * offers to try again, and each press tries once.
 * @param {Pick<Context, "attempts"|"library"|"deeds"|"messages"|"notify">} parts
 */
export function createFailures({ attempts, library, deeds, messages, notify }) {
  /** @type {Set<string>} "kind/id" of what was deleted in this window */
  const deleted = new Set();
  /** @type {Set<string>} refused operations of which the person knows */
  const told = new Set();

  library.subscribeStatus(() => {
    for (const { op, changes } of library.problems()) {
      const lost = changes.find((change) => change.delete && deleted.has(keyOf(change)));
      if (!lost || told.has(op)) continue;
      told.add(op);
      tell("deleteRefused", library.get(lost.e, lost.id), () => void library.retry(op));
    }
  });

  /**
   * @param {string} code
   * @param {Entity|undefined} entity
   * @param {() => void} again
   */
  function tell(code, entity, again) {
    attempts.failed(code, again);
    if (!entity) return;
    // The word that it is in Trash was too early.
    notify(messages.t("notice.notDeleted", { title: shortTitleOf(entity) }), { name: "notice.deleted" });
  }

  /** @param {Entity} entity */
  function remove(entity) {
    deleted.add(keyOf({ e: entity.kind, id: entity.id }));
    deeds.delete(entity, () =>
      tell("deleteNotKept", entity, () => remove(entity)),
    );
  }

  return { remove };
}

/** @param {{e: string, id: string}} change */
function keyOf({ e, id }) {
  return `${e}/${id}`;
}
