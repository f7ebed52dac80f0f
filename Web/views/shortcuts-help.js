import { h } from "../elements/dom.js";
import { keysHere } from "./command-key.js";

/** @typedef {import("./context.js").Context} Context */

/** The keys there are, with the message that says what each does. */
const shortcuts = [
  ["/", "search"],
  ["↑ ↓  j k", "move"],
  ["Enter", "open"],
  ["x", "select"],
  ["Shift ↑ ↓", "selectRange"],
  ["Ctrl A", "selectAll"],
  ["→ ←", "columns"],
  ["F6", "nextColumn"],
  ["Esc", "leave"],
  ["Ctrl [", "back"],
  ["1 – 5", "status"],
  ["r", "rate"],
  ["p", "progress"],
  ["e", "edit"],
  ["n", "new"],
  ["Del", "delete"],
  ["z  Ctrl Z", "undo"],
  ["Z  Ctrl Shift Z", "redo"],
  ["f", "feed"],
  ["PgDn PgUp  ↓ ↑", "feedStep"],
  ["h  a  x", "feedDeeds"],
  ["s  S", "feedOrder"],
  ["Ctrl Home End", "feedLeave"],
  ["g  l s f ,", "tabs"],
  ["Shift F10", "menu"],
  ["Alt ↑ ↓", "reorder"],
  ["Shift A–Y", "typeAhead"],
  ["Ctrl K", "palette"],
  ["?", "help"],
];

/**
 * The keys that do something; empty for none.
 * @param {string} name of a shortcut
 */
export const keysOf = (name) => shortcuts.find(([, each]) => each === name)?.[0] ?? "";

/**
 * The first of some keys that works here; empty for none. Where single keys are switched off, only
 * what has a modifier does.
 * @param {string} keys
 * @param {boolean} hasSingle
 */
export const workingKey = (keys, hasSingle) =>
  keysHere(keys.split("  ").find((each) => hasSingle || each.startsWith("Ctrl")) ?? "");

/**
 * The keyboard, and the switch for keys without a modifier.
 * @param {Context} context
 */
export function createShortcuts({ messages, preferences }) {
  const { t } = messages;
  const box = h("input", {
    type: "checkbox",
    "data-testid": "settings.shortcuts",
    onchange: () => preferences.set("shortcuts", box.checked),
  });
  return {
    title: t("page.help"),
    node: h(
      "section",
      { class: "settings-section" },
      h("label", { class: "check" }, box, h("span", null, t("shortcuts.on"))),
      h(
        "dl",
        { class: "shortcuts" },
        shortcuts.flatMap(
          ([keys, name]) => [
            h("dt", null, h("kbd", null, keysHere(keys))),
            h("dd", null, t(`shortcut.${name}`)),
          ],
        ),
      ),
    ),
    render() {
      box.checked = preferences.shortcuts;
    },
  };
}
