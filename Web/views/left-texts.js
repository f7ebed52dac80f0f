import { fieldProblem } from "../library/validate.js";
import { takeLeft } from "./left-drafts.js";
import { cleaned, kindOf } from "./writing.js";

/** @typedef {import("./drafts.js").TextDraft} TextDraft */

/**
 * Words that were written in place and had no time to be sent: of windows that are no more, and of this
 * one's page before. They go to the library as their boxes would send them, on what was seen when they
 * were written. What cannot be sent stays a draft, and waits for its box: what belongs to something that
 * was deleted, or is not here, and what the library does not take.
 * @param {{
 *   library: Pick<import("./context.js").Library, "resolve"|"edit">,
 *   texts: import("./drafts.js").Stash<TextDraft>,
 *   windows: import("./left-drafts.js").Windows,
 *   isWritten: (name: string) => boolean,
 * }} parts `isWritten` says whether a box of this page sees to a text, by its entity and field
 */
export function createLeftTexts({ library, texts, windows, isWritten }) {
  let sending = Promise.resolve();

  /**
   * The value that a draft is about, and its edit; null while there is nothing to be sent.
   * @param {string} name
   * @param {TextDraft} draft
   */
  function editOf(name, { text, made }) {
    const [id, field] = name.split("/");
    const kind = kindOf(field);
    const entity = kind && library.resolve(kind, id);
    if (!kind || !entity || entity.deleted || !made) return null;
    const value = cleaned(field, text) || null;
    if (fieldProblem(kind, field, value)) return null;
    const isThere = value === (entity.fields[field] ?? null);
    return { changes: [{ e: kind, id, set: { [field]: value } }], made, isThere };
  }

  /** @param {string} name */
  async function sendOne(name) {
    const text = name.slice(0, name.lastIndexOf("/"));
    const own = `${text}/${windows.id}`;
    // Where nobody can say which windows are open, what is not this one's waits for its box.
    if (name === own ? isWritten(text) : !windows.knowsOthers || texts.get(own)) return;
    /** @type {TextDraft|null} */
    let taken = null;
    await takeLeft(windows, texts, name, (draft) => {
      if (!editOf(name, draft) || (name === own ? isWritten(text) : texts.get(own))) return;
      taken = draft;
      if (name === own) return;
      // From here on it is this window's, and nobody else's to send.
      texts.keep(own, draft);
      texts.drop(name);
    });
    if (!taken) return;
    const draft = /** @type {TextDraft} */ (taken);
    const edit = editOf(own, draft);
    if (!edit) return;
    if (!edit.isThere) await library.edit(edit.changes, edit.made);
    if (texts.get(own)?.text === draft.text) texts.drop(own);
  }

  async function sendAll() {
    for (const name of texts.names().filter(isOfText)) {
      await sendOne(name).catch(() => {}); // it is a draft still
    }
  }

  return {
    /** Sends all there are. */
    send: () => (sending = sending.then(sendAll)),
  };
}

/**
 * Whether a draft is one of a text in its place: its entity, field and window.
 * @param {string} name
 */
const isOfText = (name) => name.split("/").length === 3;
