import { createChips } from "../elements/chips.js";
import * as limits from "../library/limits.js";
import { scalarCount } from "../library/text.js";
import { tagsOf } from "./book-form.js";

/**
 * Tags as chips, those of one book or of many.
 * @param {import("./context.js").Context} context
 * @param {{
 *   name: string,
 *   add: (tags: string[]) => void,
 *   remove: (tag: string) => void,
 *   lead?: (tag: string) => HTMLElement,
 *   isOfMany?: boolean,
 *   autofocus?: boolean,
 * }} options as in `createChips`; `add` is given tags that are none too long
 */
export function createTagChips({ books, messages: { t } }, { name, add, remove, lead, isOfMany, autofocus }) {
  const max = limits.tagLengthMax;
  return createChips({
    label: t("book.tags"),
    name,
    addLabel: t("book.addTag"),
    removeLabel: (tag) => t("book.removeTag", { tag }),
    suggest: () => books.tags().map(([tag]) => ({ value: tag, label: tag })),
    add(text) {
      // One that was picked may have a comma; what was pasted is several, as if it were typed.
      const tags = books.tags().some(([tag]) => tag === text) ? [text] : tagsOf(text);
      if (tags.some((tag) => scalarCount(tag) > max)) return t("field.tooLong", { max });
      if (tags.length > 0) add(tags);
    },
    remove,
    lead,
    isOfMany,
    isParted: true,
    autofocus,
  });
}
