import { h, plainButton, show } from "../elements/dom.js";
import { fieldProblem } from "../library/validate.js";
import { aboutOf } from "./attention.js";
import {
  currentValue, isElsewhere, settling, together, typedValue, valueOf,
} from "./conflict-resolution.js";
import { aboutWords, conflictField, versionWords } from "./conflict-words.js";
import { coverVersion } from "./cover-version.js";
import { createField } from "./fields.js";
import { createFolded, isLong } from "./folded-words.js";
import { problemWords } from "./problem-words.js";
import { clipped } from "./sentences.js";
import { textsApart } from "./word-diff.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */
/** @typedef {import("./context.js").Making} Making */
/** @typedef {import("./conflict-resolution.js").Side} Side */

/**
 * One value that two devices changed at the same time: both versions side by side, who wrote them
 * and when, and the ways to settle it: this one, that one, or both worked together.
 * @param {Context} context
 * @param {Entity} conflict
 */
export function createConflictCard(context, conflict) {
  const { library, messages, deeds, drafts } = context;
  const { t } = messages;
  const { entity, field } = conflict.fields;
  const about = () => aboutOf(context, conflict);
  const shown = /** @type {Entity} */ (about());
  const title = aboutWords(context, shown);
  const name = conflictField(context, conflict);
  const values = { kept: valueOf(conflict, "kept"), lost: valueOf(conflict, "lost") };
  const marked = marks(values, t);
  const current = currentValue(conflict, shown);
  // What others write from here on, whoever settles it by this card has not seen.
  const seen = library.making([{ e: entity.e, id: shown.id, set: { [field]: null } }]);

  /**
   * @param {unknown} value
   * @param {Making} [made] what its author saw
   */
  async function settle(value, made = seen) {
    const changes = settling(conflict, value, about());
    const sentence = t("conflicts.resolved", { field: name, title: clipped(title) });
    const isSettled = await deeds.undoable([changes], sentence, "notice.deed", { made });
    if (isSettled) drafts.texts.drop(draftOf(conflict));
  }

  /** @param {Side} side */
  function isNow(side) {
    return JSON.stringify(values[side]) === JSON.stringify(current);
  }

  /** @param {Side} side */
  function version(side) {
    const { by = "", at = 0 } = conflict.fields[side] ?? {};
    const known = library.deviceName(by);
    const device = known ?? t("conflicts.unknownDevice");
    const label = t("conflicts.versionOf", { device: known ?? t("device.another") });
    const text = versionWords(context, conflict, values[side]);
    const words = (/** @type {boolean} */ isShort) => marked?.[side](isShort) ?? [text];
    return h(
      "div",
      { class: "version", role: "group", "aria-label": label },
      field === "cover" ? coverVersion(shown, values[side]) : null,
      told("version-value", side, text, words),
      h(
        "p",
        { class: "version-by" },
        t("conflicts.by", { device, moment: messages.moment(at) }),
      ),
      isNow(side) ? h("p", { class: "version-now" }, t("conflicts.now")) : null,
      plainButton(
        "button", `conflict.${conflict.id}.${side}`, () => void settle(values[side]),
        t(side === "kept" ? "conflicts.keepThis" : "conflicts.keepThat"),
      ),
    );
  }

  /** What stands there now, where it is neither version. */
  function meanwhile() {
    const value = versionWords(context, conflict, current);
    return told("conflict-meanwhile", "now", value, () => [t("conflicts.meanwhile", { value })]);
  }

  /**
   * A value in words; a long one folded.
   * @param {string} className
   * @param {string} which
   * @param {string} text
   * @param {(isShort: boolean) => (string|Node)[]} words
   */
  function told(className, which, text, words) {
    if (!isLong(text)) return [h("p", { class: className, dir: "auto" }, words(false))];
    const name = `conflict.${conflict.id}.${which}.all`;
    return createFolded({ folded: () => words(true), whole: () => words(false), className, name, t });
  }

  return h(
    "article",
    { class: "conflict", "data-testid": `conflict.${conflict.id}` },
    h("h3", { dir: "auto" }, title),
    h("p", { class: "conflict-field", dir: "auto" }, name),
    isElsewhere(conflict, shown) && current !== undefined ? meanwhile() : null,
    h("div", { class: "versions" }, version("kept"), version("lost")),
    createTogether(context, conflict, seen, settle),
  );
}

/**
 * What a conflict's words go by while they are worked together.
 * @param {Entity} conflict
 */
export function draftOf({ id }) {
  return `conflict:${id}`;
}

/**
 * Two texts with what only one of them has marked; null for what is no text.
 * @param {Record<Side, unknown>} values
 * @param {(key: string) => string} t
 */
function marks({ kept, lost }, t) {
  if (typeof kept !== "string" || typeof lost !== "string" || !kept.includes(" ")) return null;
  const { first, second } = textsApart(kept, lost, t);
  return { kept: first, lost: second };
}

/**
 * The third way: both versions in one editor, or both at once where they are lists.
 * @param {Context} context
 * @param {Entity} conflict
 * @param {Making|undefined} seen what the card shows
 * @param {(value: unknown, made?: Making) => Promise<void>} settle
 */
function createTogether({ messages, drafts, panels }, conflict, seen, settle) {
  const { t } = messages;
  const way = together(conflict);
  if (way === null) return null;
  const { id } = conflict;
  // What is typed outlives a sheet that is left, in whatever way, and is made on what it began with.
  const draft = draftOf(conflict);
  const kept = drafts.texts.get(draft);
  let made = kept ? kept.made : seen;
  const start = plainButton(
    "button", `conflict.${id}.together`, () => (way.how === "union" ? void settle(way.value) : open()),
    t(way.how === "union" ? "conflicts.keepBoth" : "conflicts.together"),
  );
  if (way.how === "union") return h("div", { class: "form-actions" }, start);
  const attributes = {
    class: "field-input", dir: "auto", "data-testid": `conflict.${id}.editor`,
    oninput: () => drafts.texts.keep(draft, { text: input.value, made }),
  };
  const input = way.how === "text"
    ? h("textarea", { ...attributes, class: "field-input reading-input", rows: 12 })
    : h("input", { ...attributes, type: "text" });
  const labelled = createField(t("conflicts.togetherLabel"), input, {
    hint: way.how === "text" ? t("conflicts.togetherHint") : "",
  });
  const form = h(
    "form",
    { class: "conflict-editor", hidden: true, onsubmit: submit },
    labelled.node,
    h(
      "div",
      { class: "form-actions" },
      h("button", { type: "button", class: "button small", onclick: giveUp }, t("cancel")),
      h(
        "button",
        {
          type: "submit", class: "button small primary", "data-testid": `conflict.${id}.save`,
        },
        t("save"),
      ),
    ),
  );

  function open() {
    if (input.value === "") input.value = way?.how === "union" ? "" : String(way?.value);
    show(form, true);
    show(start, false);
    input.focus();
  }

  function giveUp() {
    drafts.texts.drop(draft);
    made = seen;
    input.value = "";
    show(form, false);
    show(start, true);
    start.focus();
    panels.render();
  }

  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    const value = typedValue(conflict, input.value);
    const problem = fieldProblem(conflict.fields.entity.e, conflict.fields.field, value);
    labelled.complain(problem && problemWords(problem, messages));
    if (problem) input.focus();
    else void settle(value, made);
  }

  if (kept) input.value = kept.text;
  show(form, kept !== undefined);
  show(start, kept === undefined);
  return h("div", null, h("div", { class: "form-actions" }, start), form);
}
