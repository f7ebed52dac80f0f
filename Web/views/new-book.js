import { isbn13 } from "../library/isbn.js";
import * as actions from "./actions.js";

/**
 * Opens the editor of a new book, which is called what was searched for, or has it as its ISBN.
 * @param {import("./context.js").Context} context
 * @param {string} q
 */
export function newBookOf({ drafts, scene }, q) {
  const words = q.trim();
  const isbn = isbn13(words);
  drafts.begin(isbn ? { isbn } : { title: words });
  scene.dispatch(actions.newBook());
}
