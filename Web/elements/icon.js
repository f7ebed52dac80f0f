import { svg } from "./dom.js";

/**
 * Icons on a 24-unit grid, drawn with one stroke in the text's colour. Each entry is the path data
 * of one symbol.
 * @type {Record<string, string>}
 */
const paths = {
  add: "M12 5v14M5 12h14",
  back: "M15 5l-7 7 7 7",
  barcode: "M4 6v12M7.5 6v12M10 6v12M13.5 6v12M17 6v12M20 6v12",
  book: "M12 6.2C10 4.9 7.2 4.4 4 4.6v13.6c3.2-.2 6 .3 8 1.6 2-1.3 4.8-1.8 8-1.6V4.6c-3.2-.2-6 .3-8 1.6zM12 6.2v13.6",
  chart: "M4 19.5h16M5.5 13h3v6.5h-3zM10.5 8h3v11.5h-3zM15.5 4.5h3v15h-3z",
  camera: "M4 8h3.5L9 5.5h6L16.5 8H20v11H4zM12 10.2a3.2 3.2 0 1 1 0 6.4 3.2 3.2 0 0 1 0-6.4",
  check: "M5 12.5l4.5 4.5L19 7.5",
  chevron: "M9 5l7 7-7 7",
  close: "M6 6l12 12M18 6L6 18",
  collapse: "M4.5 14h5.5v5.5M19.5 10H14V4.5M10 14l-6 6M14 10l6-6",
  conflict: "M7 4v6c0 3 5 3 5 6v4M17 4v6c0 3-5 3-5 6M4.5 6.5L7 4l2.5 2.5M14.5 6.5L17 4l2.5 2.5",
  cloud: "M7 18.5a4 4 0 0 1-.4-7.98 5.5 5.5 0 0 1 10.67-.9A4.5 4.5 0 0 1 17 18.5z",
  cloudOff: "M7 18.5a4 4 0 0 1-.4-7.98M9.2 6.8a5.5 5.5 0 0 1 8.07 2.82A4.5 4.5 0 0 1 19 17.8M4 4l16 16",
  devices: "M3.5 17.5v-12h14v3M3.5 17.5h9M8 20.5h4.5M15.5 11h5v9.5h-5z",
  down: "M5 9l7 7 7-7",
  edit: "M4.5 19.5l1-4.5L16.2 4.3a1.5 1.5 0 0 1 2.1 0l1.4 1.4a1.5 1.5 0 0 1 0 2.1L9 18.5zM14.5 6l3.5 3.5",
  expand: "M13.5 4.5h6v6M10.5 19.5h-6v-6M19.5 4.5l-6 6M4.5 19.5l6-6",
  feed: "M6 3.5h12v17H6zM3 6.5v11M21 6.5v11",
  filter: "M4 6.5h16M7 12h10M10 17.5h4",
  grid: "M4.5 4.5h6v6h-6zM13.5 4.5h6v6h-6zM4.5 13.5h6v6h-6zM13.5 13.5h6v6h-6z",
  heart: "M12 19.5S4 15 4 9.3A4.3 4.3 0 0 1 12 7a4.3 4.3 0 0 1 8 2.3C20 15 12 19.5 12 19.5z",
  import: "M12 4v11M7.5 10.5L12 15l4.5-4.5M4.5 16.5v3h15v-3",
  history: "M4.5 12a7.5 7.5 0 1 0 2.6-5.7M4.5 4.5v4h4M12 8v4.2l3 1.8",
  info: "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM12 11v5M12 8h.01",
  keyboard: "M3 6.5h18v11H3zM6.5 10h.01M10 10h.01M14 10h.01M17.5 10h.01M8 14h8",
  library: "M4.5 4.5h4v15h-4zM8.5 7h4v12.5h-4zM13.8 6.2l3.6-1 3.6 13.5-3.6 1z",
  link: "M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1",
  loan: "M4 8.5h13M13.5 5L17 8.5 13.5 12M20 15.5H7M10.5 12L7 15.5l3.5 3.5",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  minus: "M5 12h14",
  more: "M5.5 12h.01M12 12h.01M18.5 12h.01",
  picture: "M4 5.5h16v13H4zM4 16l4.5-4.5 4 4 3-3 4.5 4M15.5 9h.01",
  problem: "M12 4l9 16H3zM12 10v4.5M12 17.3h.01",
  rows: "M4 6h3v3H4zM10 7.5h10M4 15h3v3H4zM10 16.5h10",
  search: "M10.5 4.5a6 6 0 1 1 0 12 6 6 0 0 1 0-12zM15 15l5 5",
  select: "M3.5 7l2 2 3.5-4M12.5 7h8M3.5 16l2 2 3.5-4M12.5 16h8",
  settings: "M4 7.5h9M17 7.5h3M4 16.5h3M11 16.5h9M15 5.5v4M9 14.5v4",
  shelf: "M4 19.5h16M6.5 5.5h3.5v14H6.5zM10 8h3.5v11.5M15.2 9.2l2.8-.7 2.4 10.5",
  shuffle: "M4 7.5h3.5l9 9H20M4 16.5h3.5l9-9H20M17.5 5L20 7.5 17.5 10M17.5 14l2.5 2.5-2.5 2.5",
  sidebar: "M3.5 5h17v14h-17zM9.5 5v14",
  sort: "M8 5v14M4.5 15.5L8 19l3.5-3.5M16 19V5M12.5 8.5L16 5l3.5 3.5",
  star: "M12 3.6l2.6 5.4 5.9.8-4.3 4.1 1.05 5.9L12 17l-5.25 2.8 1.05-5.9L3.5 9.8l5.9-.8z",
  tag: "M4 4.5h7.5l8 8-7 7-8.5-8.5zM8 8.5h.01",
  trash: "M5 7h14M9.5 7V4.5h5V7M6.5 7l1 12.5h9l1-12.5M10 10.5v5.5M14 10.5v5.5",
  undo: "M8 5L4 9l4 4M4.5 9H14a5.5 5.5 0 0 1 0 11h-4",
  up: "M5 15l7-7 7 7",
};

/**
 * An icon by its name, hidden from assistive technology: its button carries the words.
 * @param {string} name
 * @param {string} [extraClass]
 */
export function icon(name, extraClass = "") {
  const path = svg("path", { d: paths[name] ?? paths.more });
  return svg(
    "svg",
    {
      class: `icon icon-${name} ${extraClass}`.trim(),
      viewBox: "0 0 24 24",
      "aria-hidden": "true",
    },
    path,
  );
}

/**
 * Exchanges the drawing of an icon made by `icon`.
 * @param {Element} node
 * @param {string} name
 */
export function setIcon(node, name) {
  const data = paths[name] ?? paths.more;
  const path = node.firstElementChild;
  if (path && path.getAttribute("d") !== data) path.setAttribute("d", data);
}
