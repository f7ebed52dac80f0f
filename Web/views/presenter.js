import * as actions from "./actions.js";
import { draftIn } from "./drafts.js";
import {
  askAbout, buttonAtHand, columnAtHand, forgetAsked, listAtHand, recallAsked,
} from "./list-at-hand.js";

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
  const { scene, library, books, messages, drafts, notify, rest } = context;
  const { t } = messages;
  /** @type {Level[]} */
  let levels = [];

  const list = () => listAtHand(scene);
  /** @param {Presentation} presentation */
  const opener = (presentation) =>
    openerOf(presentation.dest, isOfList(presentation) ? columnAtHand(scene) : "", buttonAtHand(scene));
  if (scene.state.present.some(isOfList)) recallAsked(scene);
  else forgetAsked(scene);

  /**
   * @param {import("./rest-loader.js").Rest} parts
   * @param {Presentation} presentation
   * @returns {Content|null}
   */
  function contentOf(parts, presentation) {
    const { dest, id, draft } = presentation;
    switch (dest) {
      case "filters":
        return { ...parts.createFiltersView(context, list), label: t("toolbar.filter") };
      case "sort":
        return { ...parts.createSortView(context, list), label: t("toolbar.sort") };
      case "devices":
        return parts.createDevicesPopover(context);
      case "sendTo":
        return parts.createSendView(context);
      case "editBook":
        return {
          ...parts.createEditor(context, { id: id ?? null, name: draft ?? "", dest }),
          label: t("editor.edit"),
        };
      case "newBook":
        return {
          ...parts.createEditor(context, { id: null, name: draft ?? "new", dest }),
          label: t("toolbar.new"),
        };
      case "cover":
        return parts.createCoverView(context, id ?? "");
      case "addToShelf":
        return parts.createShelfPicker(context, id ?? "");
      case "onboarding":
        return parts.createWelcome(context);
      default:
        return parts.createQuestion(context, presentation);
    }
  }

  /**
   * @param {import("./rest-loader.js").Rest} parts
   * @param {Presentation} presentation
   */
  function open(parts, presentation) {
    const { style, dest } = presentation;
    // Asked for in whichever way, it stays about the same list, though the focus goes into it.
    if (isOfList(presentation)) askAbout(scene, list(), buttonAtHand(scene));
    const content = contentOf(parts, presentation);
    if (!content) return;
    const detent = detentOf(presentation);
    const leave = () => {
      const last = levels[levels.length - 1];
      if (last?.key === keyOf(presentation)) scene.dispatch(actions.dismiss());
    };
    const dialog = parts.createDialog(
      {
        style, name: `${style}.${dest}`, label: content.label, leave, detent, resize: t("sheet.resize"),
      },
      content.node,
    );
    levels.push({ key: keyOf(presentation), presentation, dialog, content });
    dialog.open(opener(presentation));
    content.render?.();
    content.focus?.();
    // An editor that opens with a draft has unsaved edits from the start; in a copy of its window it has none.
    const isDirty = hasDraft(presentation);
    if (isDirty !== (presentation.dirty ?? false)) scene.dispatch(actions.draft(isDirty));
  }

  /**
   * Opens what is not open yet, as soon as its views are read.
   * @param {readonly Presentation[]} presentations
   */
  function openRest(presentations) {
    const { parts } = rest;
    if (!parts) return rest.want();
    for (const presentation of presentations) open(parts, presentation);
  }

  /** @param {Presentation} presentation */
  function hasDraft({ draft }) {
    return draft !== undefined && drafts.get(draftIn(scene, draft)) !== undefined;
  }

  /**
   * The draft of an editor that was left is kept; here is the way back to it, as a new book where
   * its own has died meanwhile.
   * @param {Level} level
   */
  function offerResume({ presentation }) {
    if (!hasDraft(presentation)) return;
    const { draft = "" } = presentation;
    const resume = () => {
      const id = presentation.id && books.idOf(presentation.id);
      const isGone = id && library.get("book", id)?.deleted !== false;
      scene.dispatch(isGone ? actions.restoreAsNew(draft) : actions.resume({ ...presentation, id }));
    };
    notify(t(drafts.isWritten(draftIn(scene, draft)) ? "notice.draftKept" : "notice.draftHeld"), {
      action: t("resume"),
      act: resume,
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
        if (isOfList(level.presentation)) forgetAsked(scene);
        if (!wanted.some(({ draft }) => draft === level.presentation.draft)) offerResume(level);
      }
      if (wanted.length > levels.length) openRest(wanted.slice(levels.length));
      for (const { content, dialog, presentation } of levels) {
        content.render?.();
        dialog.place(opener(presentation));
      }
    },
  };
}

/** @param {Presentation} presentation */
function isOfList({ dest }) {
  return dest === "filters" || dest === "sort";
}

/** @param {Presentation} presentation */
function keyOf({ style, dest, id, draft, code }) {
  return [style, dest, id, draft, code].join(" ");
}

/**
 * The height at which it rises in a narrow window: a form needs all of it.
 * @param {Presentation} presentation
 * @returns {import("../elements/detents.js").Detent|undefined}
 */
function detentOf({ style, dest }) {
  if (style === "popover" || dest === "addToShelf" || dest === "sendTo") return "medium";
  return style === "sheet" ? "large" : undefined;
}

/** @type {Record<string, string>} */
const openers = {
  filters: '[data-testid="toolbar.filter"]',
  sort: '[data-testid="toolbar.sort"]',
  devices: '[data-testid="detail.devices"], [data-testid="sidebar.devices"]',
  discard: '.dialog [data-testid$=".discard"]',
};

/**
 * The button that a popover or dialog points to, in whichever list or editor it stands.
 * @param {string} dest
 * @param {string} column where the list stands that it is about, if it is about one
 * @param {Element|null} asking the button that asked for what is about a list
 */
function openerOf(dest, column, asking) {
  const all = dest in openers ? [...document.querySelectorAll(openers[dest])] : [];
  const pressed = all.find((button) => button === document.activeElement);
  const buttons = all.filter((button) => !button.closest("[inert]"));
  const beside = buttons.find((button) => column && button.closest(column));
  return pressed ?? buttons.find((button) => button === asking) ?? beside ?? buttons[0] ?? null;
}
