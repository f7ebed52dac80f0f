import { createDialog } from "../elements/dialog.js";
import * as actions from "./actions.js";
import { createEditor } from "./book-editor.js";
import { createQuestion } from "./question.js";
import { createFiltersView } from "./filters-view.js";
import { createSortView } from "./sort-view.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../navigation/types.js").Presentation} Presentation */
/**
 * @typedef {{node: HTMLElement, label: string, focus?: () => void, render?: () => void}} Content
 * @typedef {{key: string, presentation: Presentation, content: Content,
 *   dialog: import("../elements/dialog.js").Dialog}} Level
 */

/**
 * Keeps what is presented in step with the navigation state: one native dialog for each level.
 * A dialog only ever asks to leave; it is the state that closes it.
 * @param {Context} context
 */
export function createPresenter(context) {
  const { scene, messages, drafts, notify } = context;
  const { t } = messages;
  /** @type {Level[]} */
  let levels = [];

  /** The root list on screen, which filters and sort are about. */
  function list() {
    const { tab, tabs } = scene.state;
    const { list: root, path } = tabs[tab];
    const top = path[path.length - 1];
    if (scene.layout === "narrow" && top?.k === "list") return top.list;
    return root ?? { k: /** @type {const} */ ("all") };
  }

  /**
   * @param {Presentation} presentation
   * @returns {Content|null}
   */
  function contentOf(presentation) {
    const { dest, id, draft } = presentation;
    switch (dest) {
      case "filters":
        return { ...createFiltersView(context, list), label: t("filters.title") };
      case "sort":
        return { ...createSortView(context, list), label: t("toolbar.sort") };
      case "editBook":
        return {
          ...createEditor(context, { id: id ?? null, name: draft ?? "", dest }),
          label: t("editor.edit"),
        };
      case "newBook":
        return {
          ...createEditor(context, { id: null, name: draft ?? "new", dest }),
          label: t("editor.new"),
        };
      default:
        return createQuestion(context, presentation);
    }
  }

  /** @param {Presentation} presentation */
  function open(presentation) {
    const content = contentOf(presentation);
    if (!content) return;
    const { style, dest } = presentation;
    const leave = () => {
      const last = levels[levels.length - 1];
      if (last?.key === keyOf(presentation)) scene.dispatch(actions.dismiss());
    };
    const dialog = createDialog(
      { style, name: `${style}.${dest}`, label: content.label, leave },
      content.node,
    );
    levels.push({ key: keyOf(presentation), presentation, dialog, content });
    dialog.open(openerOf(dest));
    content.render?.();
    content.focus?.();
  }

  /**
   * The draft of an editor that was left is kept; here is the way back to it.
   * @param {Level} level
   */
  function offerResume({ presentation: { dest, id, draft } }) {
    if (draft === undefined || drafts.get(draft) === undefined) return;
    const again = dest === "newBook" ? actions.newBook() : actions.editBook(id ?? draft);
    notify(t("notice.draftKept"), {
      action: t("resume"),
      act: () => scene.dispatch(again),
      name: "notice.draftKept",
    });
  }

  return {
    render() {
      const wanted = scene.state.present;
      const same = levels.findIndex((level, at) => !wanted[at] || keyOf(wanted[at]) !== level.key);
      const kept = same < 0 ? levels.length : same;
      const closing = levels.slice(kept).reverse();
      levels = levels.slice(0, kept);
      for (const level of closing) {
        level.dialog.close();
        if (!wanted.some(({ draft }) => draft === level.presentation.draft)) offerResume(level);
      }
      for (const presentation of wanted.slice(levels.length)) open(presentation);
      for (const level of levels) level.content.render?.();
    },
    get isOpen() {
      return levels.length > 0;
    },
  };
}

/** @param {Presentation} presentation */
function keyOf({ style, dest, id, draft, code }) {
  return [style, dest, id, draft, code].join(" ");
}

/**
 * The button that a popover points to, in whichever list it was pressed.
 * @param {string} dest
 */
function openerOf(dest) {
  const name = dest === "filters" ? "toolbar.filter" : dest === "sort" ? "toolbar.sort" : null;
  if (name === null) return null;
  const focused = document.activeElement;
  if (focused?.getAttribute("data-testid") === name) return focused;
  const buttons = [...document.querySelectorAll(`[data-testid="${name}"]`)];
  return buttons.find((button) => !button.closest("[inert]")) ?? null;
}
