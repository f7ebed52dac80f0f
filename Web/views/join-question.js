import { h } from "../elements/dom.js";
import { createFolded, isLong } from "./folded-words.js";
import { textsApart } from "./word-diff.js";

/**
 * A value, in words or as a picture, whose it is, and what to call taking it.
 * @typedef {{key: string, text: string, picture: Element|null, by: string, act: string}} Way
 */

let optionCount = 0;

/**
 * The versions of one value side by side, of which one is to be chosen; in two texts, what only one of
 * them has is marked.
 * @param {{
 *   name: string, title: string, ways: readonly Way[], chosen: string, isText: boolean,
 *   t: (key: string) => string, choose: (key: string) => void,
 * }} question `chosen` is the key of a way
 */
export function createJoinQuestion({ name, title, ways, chosen, isText, t, choose }) {
  const texts = ways.filter(({ by }) => by !== "");
  const isMarked = isText && texts.length === 2 && texts.every(({ text }) => text.includes(" "));
  const marks = isMarked ? textsApart(texts[0].text, texts[1].text, t) : null;

  /** @param {Way} way */
  function version(way) {
    const { key, text, picture, by, act } = way;
    optionCount += 1;
    const id = `version-${optionCount}`;
    const side = marks && (way === texts[0] ? marks.first : way === texts[1] ? marks.second : null);
    const words = (/** @type {boolean} */ isShort) => side?.(isShort) ?? [text];
    const value = isLong(text)
      ? createFolded({
        folded: () => words(true), whole: () => words(false), className: "version-value", t,
        name: `${name}.${key}.all`,
      })
      : [h("p", { class: "version-value", dir: "auto" }, words(false))];
    const [told] = value;
    if (told instanceof Element) told.id = id;
    const radio = h("input", {
      type: "radio", name, value: key, checked: key === chosen, "aria-describedby": id,
      "data-testid": `${name}.${key}`, onchange: () => choose(key),
    });
    return h(
      "div",
      { class: "version" },
      picture,
      value,
      by ? h("p", { class: "version-by" }, by) : null,
      h("label", { class: "version-choice" }, radio, act),
    );
  }

  return h(
    "div",
    { class: "conflict", role: "radiogroup", "aria-label": title, "data-testid": name },
    h("h3", null, title),
    h("div", { class: "versions" }, ways.map(version)),
  );
}
