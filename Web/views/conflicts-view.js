import { h, plainButton, setChildren, setText, show } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import { keepRowFocus } from "../elements/row-focus.js";
import { aboutOf, conflictsIn } from "./attention.js";
import { createConflictCard, draftOf } from "./conflict-card.js";
import { isElsewhere, settlingAll, sideOf } from "./conflict-resolution.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */

/**
 * One card for each value that two devices changed at the same time, newest first; and a way to
 * take everything from one of the devices at once.
 * @param {Context} context
 */
export function createConflictsView(context) {
  const { library, messages, deeds, drafts } = context;
  const { t } = messages;
  const lead = h("p", { class: "panel-text" }, t("conflicts.lead"));
  const cards = h("div", { class: "conflicts" });
  const empty = h("p", { class: "panel-empty" }, icon("check"), t("conflicts.none"));
  const buttons = h("div", { class: "conflict-devices" });
  const devices = h(
    "div",
    { role: "group", "aria-label": t("conflicts.allOf"), hidden: true },
    h("p", { class: "field-label" }, t("conflicts.allOf")),
    buttons,
  );
  /** @type {Map<string, {mark: string, node: HTMLElement, conflict: Entity}>} */
  const nodes = new Map();
  /** @type {Map<string, HTMLElement>} */
  const deviceButtons = new Map();

  /** @param {Entity} conflict */
  function card(conflict) {
    const known = nodes.get(conflict.id);
    const about = aboutOf(context, conflict);
    const sides = [conflict.fields.kept?.by, conflict.fields.lost?.by];
    const names = sides.map((id) => library.deviceName(id ?? ""));
    const mark = JSON.stringify([conflict.seq, about?.id, about?.seq, about?.deleted, names]);
    // While somebody writes in it, a card stays as it is.
    if (known && (known.mark === mark || known.node.contains(document.activeElement))) {
      return known.node;
    }
    const node = createConflictCard(context, conflict);
    nodes.set(conflict.id, { mark, node, conflict });
    return node;
  }

  /**
   * What somebody is working together here while it was settled elsewhere: no word is taken from them.
   * @param {readonly Entity[]} open
   */
  const heldBeside = (open) => [...nodes.values()].map(({ conflict }) => conflict).filter((conflict) =>
    !open.some(({ id }) => id === conflict.id) && aboutOf(context, conflict)?.deleted === false &&
    drafts.texts.get(draftOf(conflict)) !== undefined);

  /** The conflicts that are settled at once: what was written since is nothing to be taken back unseen. */
  const undisturbed = () => conflictsIn(context).filter((one) => !isElsewhere(one, aboutOf(context, one)));

  function renderDevices() {
    const conflicts = undisturbed();
    const sides = conflicts.flatMap(({ fields }) => [fields.kept?.by, fields.lost?.by]);
    const ids = [...new Set(sides)].filter((id) => library.deviceName(id ?? "") !== undefined);
    show(devices, conflicts.length > 1 && ids.length > 0);
    setChildren(buttons, ids.map((id) => {
      const button = deviceButtons.get(id) ?? deviceButton(id);
      deviceButtons.set(id, button);
      setText(button, t("conflicts.allFrom", shareOf(id, conflicts)));
      return button;
    }));
  }

  /**
   * What a device is called now, and how many versions are its own.
   * @param {string} id
   * @param {readonly Entity[]} conflicts
   */
  function shareOf(id, conflicts) {
    const count = conflicts.filter((conflict) => sideOf(conflict, id) !== null).length;
    return { device: library.deviceName(id) ?? "", count };
  }

  /** @param {string} id */
  function deviceButton(id) {
    return plainButton(
      "button small", `conflicts.all.${id}`,
      () => {
        const conflicts = undisturbed();
        const edits = settlingAll(conflicts, id, (one) => aboutOf(context, one));
        void deeds.undoable(edits, t("conflicts.resolvedAll", shareOf(id, conflicts)));
      },
    );
  }

  return {
    title: t("sidebar.conflicts"),
    node: h("div", { class: "panel-body" }, lead, devices, cards, empty),
    render() {
      const open = conflictsIn(context);
      const conflicts = [...open, ...heldBeside(open)].sort((a, b) => latest(b) - latest(a));
      const ids = new Set(conflicts.map(({ id }) => id));
      for (const id of nodes.keys()) if (!ids.has(id)) nodes.delete(id);
      keepRowFocus(cards, () => setChildren(cards, conflicts.map(card)));
      renderDevices();
      show(lead, conflicts.length > 0);
      show(empty, conflicts.length === 0);
    },
  };
}

/** @param {Entity} conflict */
function latest({ fields }) {
  return Math.max(fields.kept?.at ?? 0, fields.lost?.at ?? 0);
}
