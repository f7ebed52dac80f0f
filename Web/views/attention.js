import { noticesOf } from "./notices.js";

/**
 * How much asks for a person's attention, and how much is in the trash.
 * @typedef {{conflicts: number, notices: number, problems: number, trash: number}} Attention
 */

/**
 * @param {import("./context.js").Context} context
 * @returns {Attention}
 */
export function attentionOf(context) {
  const { library } = context;
  if (library.glimpse) return library.glimpse.attention;
  return {
    conflicts: library.list("conflict").length,
    notices: noticesOf(context).length,
    problems: library.status().problems,
    trash: library.trash().filter(({ kind }) => kind === "book").length,
  };
}
