import { onOneLine, withoutControls } from "../library/text.js";
import { fieldProblem } from "../library/validate.js";
import { takeLeft } from "./left-drafts.js";
import { problemWords } from "./problem-words.js";
import { sentenceOf } from "./sentences.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */
/** @typedef {import("./context.js").Making} Making */
/**
 * The text that words are written over, and what else its reader had before them. What was sent stands
 * for it until it turns out that it could not be kept; then what was there `before` it does again.
 * @typedef {{text: string, made?: Making, before?: Seen, isFailed?: boolean}} Seen
 */
/**
 * @typedef {Pick<Context, "library"|"messages"|"deeds"|"drafts"|"notify">
 *   & {windows: import("./left-drafts.js").Windows}} Parts
 */

/** @typedef {"review"|"note"|"text"|"location"} TextField */

/**
 * What has a text of that name; undefined where nothing has.
 * @param {string} field
 */
export function kindOf(field) {
  return { review: "book", note: "book", text: "note", location: "note" }[field];
}

/**
 * What was typed, as far as its field may hold it.
 * @param {string} field
 * @param {string} text
 */
export function cleaned(field, text) {
  return isLine(field) ? onOneLine(text) : withoutControls(text);
}

/**
 * Whether a text is one line.
 * @param {string} field
 */
export const isLine = (field) => field === "location";

/**
 * A text on its way from the screen to the library. It is made on what its box showed
 * before (SYNC §2, *base*), however late it is sent, and until this device holds it, it is kept beside
 * the library: whoever closes the page in the middle of a word finds it again.
 */
export class Writing {
  /** What the box holds. */
  text = "";
  /** Draws the box again. */
  draw = () => {};
  /**
   * Whether an input method is in the middle of a word: another text in its box would leave the
   * reading of the word there beside it.
   */
  isComposing = false;
  #parts;
  #entity;
  #field;
  /** The entity and field: drafts of this text have it before their windows. */
  name;
  /** @type {Seen} */
  #seen = { text: "" };
  #sending = 0;

  /**
   * @param {Parts} parts
   * @param {Entity} entity
   * @param {TextField} field
   */
  constructor(parts, entity, field) {
    this.#parts = parts;
    this.#entity = entity;
    this.#field = field;
    this.name = `${entity.id}/${field}`;
  }

  /** Whether the library holds all that the box does, and more may come into it. */
  get isSettled() {
    return !this.isComposing && this.text === this.#seen.text && this.#sending === 0;
  }

  /** Why the library does not take what the box holds; null where it does. */
  get problem() {
    const value = cleaned(this.#field, this.text) || null;
    return fieldProblem(this.#entity.kind, this.#field, value);
  }

  get #draft() {
    return `${this.name}/${this.#parts.windows.id}`;
  }

  /**
   * Takes what the library shows, unless there are words here that it does not hold.
   * @param {Entity} entity
   */
  follow(entity) {
    this.#entity = entity;
    if (!this.isSettled) return;
    const { kind: e, id, fields } = entity;
    const made = this.#parts.library.making([{ e, id, set: { [this.#field]: null } }]);
    this.text = fields[this.#field] ?? "";
    this.#seen = { text: this.text, made };
  }

  /** @param {string} text what the box holds now */
  typed(text) {
    this.text = text;
    const { texts } = this.#parts.drafts;
    if (this.isSettled) texts.drop(this.#draft);
    else texts.keep(this.#draft, { text, made: this.#seen.made });
  }

  /** Sends what was written, as far as a text may hold it. */
  async flush() {
    const text = cleaned(this.#field, this.text);
    if (text !== this.text) {
      this.typed(text);
      this.draw();
    }
    const { text: before, made } = this.#seen;
    if (text === before) return;
    const { drafts, deeds, messages } = this.#parts;
    const { problem } = this;
    if (problem) return this.#complain(problemWords(problem, messages));
    const value = text === "" ? null : text;
    const was = { [`${this.#entity.kind}/${this.#entity.id}`]: { [this.#field]: value } };
    // Lines are not worked together: of two that were written apart, both are kept for a person to choose.
    const next = isLine(this.#field) ? made : made && { ...made, was };
    /** @type {Seen} */
    const sent = { text, made: next, before: this.#seen };
    this.#seen = sent;
    this.#sending += 1;
    const failed = (/** @type {unknown} */ error) => this.#complain(sentenceOf(error, messages));
    const isKept = await deeds.set(this.#entity, { [this.#field]: value }, { made, failed });
    this.#sending -= 1;
    if (isKept) {
      sent.before = undefined;
      if (drafts.texts.get(this.#draft)?.text === text) drafts.texts.drop(this.#draft);
    } else {
      sent.isFailed = true;
      while (this.#seen.isFailed && this.#seen.before) this.#seen = this.#seen.before;
    }
    this.draw();
  }

  /** Goes on with what was written in this window before it was left, or in one that is no more. */
  async resume() {
    const { drafts: { texts }, windows } = this.#parts;
    for (const name of texts.names().filter((each) => each.startsWith(`${this.name}/`))) {
      let isTaken = false;
      await takeLeft(windows, texts, name, (draft) => {
        if (!this.isSettled) return;
        isTaken = true;
        texts.drop(name);
        this.#seen = { text: this.text, made: draft.made };
        this.typed(draft.text);
        this.draw();
      });
      if (isTaken) await this.flush();
    }
  }

  /** @param {string} reason */
  #complain(reason) {
    const { messages, notify } = this.#parts;
    notify(messages.t("notice.textNotKept", { reason }), { name: "notice.textNotKept" });
  }
}
