import * as actions from "./actions.js";
import { titleOf } from "./deeds.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */

/**
 * Deletes what a person confirmed, and says so when it fails after all (NAVIGATION §4.8): when this
 * device cannot keep it, or the server refuses it. Either way the book is back by then; the alert
 * offers to try again, and each press tries once.
 * @param {Pick<Context, "scene"|"library"|"deeds"|"messages"|"notify">} parts
 */
export function createFailures({ scene, library, deeds, messages, notify }) {
  /** @type {Set<string>} "kind/id" of what was deleted in this window */
  const deleted = new Set();
  /** @type {Set<string>} refused operations of which the person knows */
  const told = new Set();
  /** @type {Map<string, () => unknown>} what trying again does, by the name in the alert */
  const retries = new Map();

  library.subscribeStatus(() => {
    for (const { op, changes } of library.problems()) {
      const lost = changes.find((change) => change.delete && deleted.has(keyOf(change)));
      if (!lost || told.has(op)) continue;
      told.add(op);
      tell("deleteRefused", op, library.get(lost.e, lost.id), () => library.retry(op));
    }
  });

  /**
   * @param {string} code
   * @param {string} name
   * @param {Entity|undefined} entity
   * @param {() => unknown} again
   */
  function tell(code, name, entity, again) {
    retries.set(name, again);
    scene.dispatch(actions.failed(code, name));
    if (!entity) return;
    // The word that it is in Trash was too early.
    notify(messages.t("notice.notDeleted", { title: titleOf(entity) }), { name: "notice.deleted" });
  }

  /** @param {Entity} entity */
  function remove(entity) {
    deleted.add(keyOf({ e: entity.kind, id: entity.id }));
    deeds.delete(entity, () =>
      tell("deleteNotKept", entity.id, entity, () => remove(entity)),
    );
  }

  return {
    remove,
    /** @param {string} name */
    retry(name) {
      const again = retries.get(name);
      retries.delete(name);
      void again?.();
    },
  };
}

/** @param {{e: string, id: string}} change */
function keyOf({ e, id }) {
  return `${e}/${id}`;
}
