import { draftIn } from "./drafts.js";
import { clipped } from "./sentences.js";
import { createFailures } from "./failures.js";
import { goneWords } from "./gone-book.js";
import { listAtHand } from "./list-at-hand.js";
import { offerToShow } from "./offer-to-show.js";
import { soFar } from "./sync-state.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./shell.js").Shell} Shell */
/** @typedef {import("../navigation/types.js").Output} Output */

/**
 * Does what a reduction asked of the views (outputs.js of the navigation model): focus, words,
 * the library's part. History and counting are the scene's own.
 * @param {Context} context
 * @param {{shell: Shell}} parts
 */
export function createOutcomes(context, { shell }) {
  const { scene, library, books, messages, drafts, attempts, deeds, notify, announce } = context;
  const { t } = messages;
  const failures = createFailures(context);

  /** @type {Record<string, (argument: string, detail?: unknown) => void>} */
  const performers = {
    focus,
    scroll: () => shell.root().toTop?.(),
    announce: () => {
      const list = listAtHand(scene);
      // A search counts what both places have, beside their names.
      if (list.k === "search") return;
      const { ids, isLikely } = books.result(scene.state, list);
      announce(soFar(t(isLikely ? "list.likely" : "list.found", { count: ids.length }), context));
    },
    notice: (code, detail) => tell(code, String(detail ?? "")),
    discard: (draft) => drafts.drop(draftIn(scene, draft)),
    delegate: (deed, argument) => delegate(deed, String(argument)),
    load: () => shell.loadFeed(),
  };

  /** @param {string} target */
  function focus(target) {
    if (target.startsWith("row.")) return focusRow(target.slice("row.".length));
    if (target.startsWith("sidebar.")) return shell.sidebar.focus();
    if (target === "h1") return shell.top()?.heading.focus({ preventScroll: true });
    if (target === "heading") return shell.root().heading?.focus({ preventScroll: true });
    // "inside" and "opener" are the native dialog's own doing.
  }

  /**
   * What was left was opened from a row of the list on top, or from something in a book.
   * @param {string} id
   */
  function focusRow(id) {
    const top = shell.top();
    if (!top) shell.root().focus(id);
    else if (top.focus) top.focus(id);
    else top.heading.focus({ preventScroll: true });
  }

  /**
   * @param {string} code
   * @param {string} detail
   */
  function tell(code, detail) {
    if (code === "undo") return context.company.offerUndo();
    const title = clipped(library.get("book", detail)?.fields.title ?? "");
    if (code === "added") return offerToShow(context, "notice.added", detail);
    // An editor says by itself what it saved.
    if (code === "saved") return;
    if (code === "gone") return gone(detail);
    notify(t(`notice.${code}`, { detail, title }), { name: `notice.${code}` });
  }

  /**
   * What was open here has died: which book or shelf, on which device, where that is known, and what was
   * written in it on this one.
   * @param {string} id
   */
  function gone(id) {
    const name = "notice.gone";
    const book = library.get("book", id);
    const shelf = library.get("shelf", id);
    if (!book) return notify(shelf?.deleted ? () => goneWords(context, shelf) : t(name), { name });
    // What was being written in it was sent as it closed, and has kept it.
    if (!book.deleted) return offerToShow(context, name, id, "notice.goneKept");
    const { length: count } = books.notes(id)
      .filter(({ by, fields }) => fields.text && by === library.device?.id);
    // The name of a device that is new may come after the first word of what it did.
    const words = () => goneWords(context, book, count);
    if (count === 0) return notify(words, { name });
    notify(words, { action: t("trash.restore"), act: () => deeds.restore(book), name });
  }

  /**
   * @param {string} deed
   * @param {string} id
   */
  function delegate(deed, id) {
    const entity = library.get(deed === "deleteShelf" ? "shelf" : "book", id);
    if (entity && (deed === "deleteBook" || deed === "deleteShelf")) failures.remove(entity);
    if (deed === "retry") attempts.again(id);
  }

  /** @param {readonly Output[]} outputs */
  return (outputs) => {
    for (const [kind, argument, detail] of outputs) {
      performers[String(kind)]?.(String(argument), detail);
    }
  };
}
