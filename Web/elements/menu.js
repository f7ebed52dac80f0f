import { createDialog } from "./dialog.js";
import { h, plainButton } from "./dom.js";
import { icon } from "./icon.js";

/**
 * A few things that can be done with one item, in a popover at the button that asked for it.
 * Choosing one closes it first, so that what it opens gets the focus.
 * @param {Element} opener
 * @param {{
 *   label: string,
 *   name: string,
 *   choices: readonly {name: string, symbol: string, label: string, act: () => void}[],
 * }} options
 */
export function openMenu(opener, { label, name, choices }) {
  const place = location.href;
  const dialog = createDialog(
    { style: "popover", name, label, leave: close },
    h(
      "ul",
      { class: "menu" },
      choices.map((choice) =>
        h(
          "li",
          null,
          plainButton(
            "menu-choice", `${name}.${choice.name}`,
            () => {
              close();
              choice.act();
            },
            icon(choice.symbol), choice.label,
          ),
        ),
      ),
    ),
  );
  dialog.open(opener);
  addEventListener("popstate", moved);

  /** By Back its item may be gone from the page. What closed just now steps back, too, and to the same place. */
  function moved() {
    if (location.href !== place) close();
  }

  function close() {
    removeEventListener("popstate", moved);
    dialog.close();
  }
}
