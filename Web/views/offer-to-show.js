import * as actions from "./actions.js";
import { clipped } from "./sentences.js";

/**
 * Says something about a book that is elsewhere, with the way to it.
 * @param {Pick<import("./context.js").Context, "scene"|"library"|"messages"|"notify">} context
 * @param {string} name of the notice
 * @param {string} id
 * @param {string} [sentence] what is said
 */
export function offerToShow({ scene, library, messages: { t }, notify }, name, id, sentence = name) {
  const title = clipped(library.get("book", id)?.fields.title ?? "");
  const act = () => scene.dispatch(actions.openLink(`/library/all/book/${id}`));
  notify(t(sentence, { title }), { action: t("show"), act, name });
}
