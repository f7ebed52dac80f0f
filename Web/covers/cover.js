import { svg } from "../elements/dom.js";
import { coverHeight, coverWidth, designOf, paletteOf, posterStrip } from "./design.js";
import { emblems, ornaments } from "./ornaments.js";
import { authorsOf } from "../library/query-entry.js";
import { isBlobName } from "./blob-name.js";
import { drawingsKeptMax } from "./limits.js";
import { pictureOf } from "./pictures.js";

/** @typedef {import("./design.js").Design} Design */
/** @typedef {import("../library/query-entry.js").Entity} Entity */

/** @type {Map<string, SVGElement>} */
const drawn = new Map();

/**
 * The cover of a book, as a vector drawing that fills its box and is sharp at any size. Rows, grid
 * and detail share the drawing: it is made once and cloned.
 * @param {Entity} book
 * @returns {SVGElement}
 */
export function coverOf(book) {
  const title = book.fields.title ?? "";
  const [author = "", ...others] = authorsOf(book);
  const names = others.length > 0 && others.length < 3 ? [author, ...others].join(", ") : author;
  const key = `${book.id}\n${title}\n${names}`;
  let drawing = drawn.get(key);
  if (!drawing) {
    drawing = draw(designOf({ id: book.id, title, author: names }));
    if (drawn.size >= drawingsKeptMax) drawn.delete(/** @type {string} */ (drawn.keys().next().value));
    drawn.set(key, drawing);
  }
  return /** @type {SVGElement} */ (drawing.cloneNode(true));
}

/**
 * The cover of a book as it is shown: drawn, and over that the picture that the reader gave it, if one.
 * @param {Entity} book
 * @returns {Element[]}
 */
export function coverParts(book) {
  const { cover } = book.fields;
  return isBlobName(cover) ? [coverOf(book), pictureOf(cover)] : [coverOf(book)];
}

/**
 * What tells whether a cover must be drawn again.
 * @param {Entity} book
 */
export function coverKey(book) {
  const { title = "", cover = "" } = book.fields;
  return `${book.id}\n${title}\n${authorsOf(book).slice(0, 3).join("\n")}\n${cover ?? ""}`;
}

/**
 * The colour of a book's cover, for where there is no time to draw it.
 * @param {Entity} book
 */
export function coverColour({ id }) {
  return paletteOf(id).cloth;
}

/** @param {Design} design */
function draw(design) {
  return svg(
    "svg",
    {
      class: "cover-art",
      viewBox: `0 0 ${coverWidth} ${coverHeight}`,
      preserveAspectRatio: "xMidYMid slice",
      "aria-hidden": "true",
    },
    rectangle(0, 0, coverWidth, coverHeight, { fill: design.palette.cloth }),
    ...grounds[design.style](design),
    hinge(),
    ...design.texts.map(text),
  );
}

/** @type {Record<import("./design.js").Style, (design: Design) => SVGElement[]>} */
const grounds = {
  cloth: ({ palette, ornament }) => [
    frame(12, palette.foil, 1.6),
    frame(17, palette.foil, 0.7),
    ornamentAt(ornament, 100, 212, 1, palette.foil),
    svg("path", { d: "M64 46H136M64 190H136", stroke: palette.foil, "stroke-width": 0.8 }),
  ],
  label: ({ palette, ornament }) => [
    ...pattern(ornament, palette.foil),
    rectangle(26, 58, 148, 138, { fill: palette.paper }),
    rectangle(31, 63, 138, 128, { fill: "none", stroke: palette.label, "stroke-width": 0.8 }),
  ],
  band: ({ palette, ornament }) => [
    rectangle(0, 84, coverWidth, 4, { fill: palette.foil }),
    rectangle(0, 212, coverWidth, 4, { fill: palette.foil }),
    rectangle(0, 91, coverWidth, 1, { fill: palette.foil }),
    rectangle(0, 208, coverWidth, 1, { fill: palette.foil }),
    ornamentAt(ornament, 100, 44, 1.25, palette.foil),
  ],
  poster: ({ palette, ornament }) => [
    svg("path", { d: emblems[ornament], fill: palette.foil, opacity: 0.9 }),
    rectangle(0, posterStrip, coverWidth, coverHeight - posterStrip, { fill: palette.cloth }),
  ],
  plate: ({ palette, ornament, turn }) => [
    rectangle(24, 146, 152, 100, { fill: palette.paper, opacity: 0.12 }),
    svg("path", {
      d: rays(100, 196, 24 + (turn % 5) * 4),
      stroke: palette.foil,
      "stroke-width": 0.7,
      opacity: 0.8,
    }),
    svg("circle", { cx: 100, cy: 196, r: 28, fill: palette.cloth }),
    svg("circle", { cx: 100, cy: 196, r: 28, fill: "none", stroke: palette.foil }),
    ornamentAt(ornament, 100, 196, 1, palette.foil),
    rectangle(24, 146, 152, 100, { fill: "none", stroke: palette.foil, "stroke-width": 1 }),
  ],
};

/** @param {import("./design.js").TextBlock} block */
function text(block) {
  const attributes = {
    class: `cover-${block.face}`,
    "font-size": block.size,
    "font-weight": block.weight,
    "text-anchor": block.anchor,
    fill: block.fill,
    direction: block.rtl ? "rtl" : null,
    "letter-spacing": block.spacing || null,
  };
  const lines = block.lines.map((line, at) =>
    svg("tspan", { x: block.x, y: round(block.y + at * block.size * block.leading) }, line),
  );
  return svg("text", attributes, lines);
}

/** The shadow in the groove beside the spine. */
function hinge() {
  return svg(
    "g",
    null,
    rectangle(0, 0, 7, coverHeight, { fill: "#000", opacity: 0.14 }),
    rectangle(7, 0, 2, coverHeight, { fill: "#fff", opacity: 0.1 }),
  );
}

/**
 * @param {number} number
 * @param {number} x
 * @param {number} y
 * @param {number} scale
 * @param {string} stroke
 */
function ornamentAt(number, x, y, scale, stroke) {
  return svg("path", {
    d: ornaments[number],
    transform: `translate(${x} ${y}) scale(${scale})`,
    fill: "none",
    stroke,
    "stroke-width": 1.3,
    "stroke-linejoin": "round",
    "stroke-linecap": "round",
  });
}

/**
 * An ornament repeated over the whole cloth, as on end papers.
 * @param {number} number
 * @param {string} stroke
 */
function pattern(number, stroke) {
  const marks = [];
  for (let row = 0; row < 6; row += 1) {
    for (let column = 0; column < 4; column += 1) {
      const shift = row % 2 === 0 ? 0 : 29;
      marks.push(ornamentAt(number, 6 + column * 58 + shift, 18 + row * 54, 0.6, stroke));
    }
  }
  return [svg("g", { opacity: 0.75 }, marks)];
}

/**
 * @param {number} inset
 * @param {string} stroke
 * @param {number} width
 */
function frame(inset, stroke, width) {
  return rectangle(inset + 4, inset, coverWidth - 2 * inset - 4, coverHeight - 2 * inset, {
    fill: "none",
    stroke,
    "stroke-width": width,
  });
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} count
 */
function rays(x, y, count) {
  let path = "";
  for (let at = 0; at < count; at += 1) {
    const angle = (at / count) * 2 * Math.PI;
    const reach = Math.min(74 / Math.abs(Math.cos(angle)), 48 / Math.abs(Math.sin(angle)));
    path += `M${round(x + 32 * Math.cos(angle))} ${round(y + 32 * Math.sin(angle))}`;
    path += `L${round(x + reach * Math.cos(angle))} ${round(y + reach * Math.sin(angle))}`;
  }
  return path;
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {Record<string, unknown>} attributes
 */
function rectangle(x, y, width, height, attributes) {
  return svg("rect", { x, y, width, height, ...attributes });
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 10) / 10;
}
