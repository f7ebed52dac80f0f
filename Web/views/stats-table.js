import { h } from "../elements/dom.js";

/**
 * What a drawing shows, or is drawn in, as a table.
 * @param {string|Node} caption
 * @param {string[]} columns the names of what stands beside the names of the rows; none where it needs none
 * @param {(string|Node)[][]} rows each its name and what stands beside it
 */
export function statsTable(caption, columns, rows) {
  return h("table", { class: "ranks" },
    h("caption", null, caption),
    columns.length > 0 &&
      h("thead", null, h("tr", null, h("td"), columns.map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", null, rows.map(([name, ...values]) =>
      h("tr", null, h("th", { scope: "row", dir: "auto" }, name), values.map((value) => h("td", null, value))))));
}
