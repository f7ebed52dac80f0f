import { h, setChildren, show } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import { titleOf } from "./deeds.js";
import { resolution } from "./conflict-resolution.js";
import { fieldWords, valueWords } from "./value-words.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */
/** @typedef {{value: unknown, by: string, at: number}} Version */

/**
 * One card for each value that two devices changed at the same time: both stand side by side, with
 * who wrote them and when, and one tap decides.
 * @param {Context} context
 */
export function createConflictsView(context) {
  const { library, messages } = context;
  const { t } = messages;
  const lead = h("p", { class: "panel-text" }, t("conflicts.lead"));
  const cards = h("div", { class: "conflicts" });
  const empty = h("p", { class: "panel-empty" }, icon("check"), t("conflicts.none"));
  /** @type {Map<string, {seq: number|undefined, node: HTMLElement}>} */
  const nodes = new Map();

  /** @param {Entity} conflict */
  function card(conflict) {
    const known = nodes.get(conflict.id);
    if (known && known.seq === conflict.seq) return known.node;
    const node = createCard(context, conflict);
    nodes.set(conflict.id, { seq: conflict.seq, node });
    return node;
  }

  return {
    title: t("conflicts.title"),
    node: h("div", { class: "panel-body" }, lead, cards, empty),
    render() {
      const conflicts = [...library.list("conflict")].sort((a, b) => latest(b) - latest(a));
      setChildren(cards, conflicts.map(card));
      show(lead, conflicts.length > 0);
      show(empty, conflicts.length === 0);
    },
  };
}

/** @param {Entity} conflict */
function latest({ fields }) {
  return Math.max(fields.kept?.at ?? 0, fields.lost?.at ?? 0);
}

/**
 * @param {Context} context
 * @param {Entity} conflict
 */
function createCard(context, conflict) {
  const { library, messages, deeds, notify } = context;
  const { t } = messages;
  const { entity, field, element, kept, lost } = conflict.fields;
  const about = library.get(entity?.e ?? "book", entity?.id ?? "");
  const title = about ? titleOf(about) : t("conflicts.goneBook");

  /** @param {"kept"|"lost"} choice */
  async function decide(choice) {
    if (await deeds.edit(resolution(conflict, choice))) notify(t("conflicts.resolved"));
  }

  /**
   * @param {Version} version
   * @param {"kept"|"lost"} choice
   */
  function side(version, choice) {
    const words = sideWords(context, field, element, version?.value);
    return h(
      "div",
      { class: `version version-${choice}` },
      h("p", { class: "version-value", dir: "auto" }, words),
      h(
        "p",
        { class: "version-by" },
        t(
          "conflicts.by",
          {
            device: library.deviceName(version?.by ?? "") ?? t("conflicts.unknownDevice"),
            moment: messages.moment(version?.at ?? 0),
          },
        ),
      ),
      choice === "kept" ? h("p", { class: "version-now" }, t("conflicts.now")) : null,
      h(
        "button",
        {
          type: "button",
          class: "button",
          "data-testid": `conflict.${conflict.id}.${choice}`,
          onclick: () => decide(choice),
        },
        t(choice === "kept" ? "conflicts.keepThis" : "conflicts.keepThat"),
      ),
    );
  }

  return h(
    "article",
    { class: "conflict", "data-testid": `conflict.${conflict.id}` },
    h(
      "header",
      null,
      h("h3", { dir: "auto" }, title),
      h("p", { class: "conflict-field" }, fieldWords(field, messages)),
    ),
    h("div", { class: "versions" }, side(kept, "kept"), side(lost, "lost")),
  );
}

/**
 * An element of a set is there or not; a register has its value.
 * @param {Context} context
 * @param {string} field
 * @param {string|undefined} element
 * @param {any} value
 */
function sideWords(context, field, element, value) {
  if (element === undefined) return valueWords(field, value, context);
  const name = field === "shelves" ? valueWords(field, element, context) : element;
  const inner = value?.position ?? value;
  return typeof inner === "string" || typeof inner === "number" ? `${name}: ${inner}` : name;
}
