import { palettes } from "./palettes.js";
import { seeded } from "./seed.js";
import { fit, isRightToLeft } from "./typeset.js";

/** @typedef {import("./palettes.js").Palette} Palette */
/** @typedef {"cloth"|"label"|"band"|"poster"|"plate"} Style */
/**
 * @typedef {{
 *   lines: readonly string[], size: number, leading: number, x: number, y: number,
 *   anchor: "start"|"middle", rtl: boolean, fill: string, weight: number, face: "serif"|"sans",
 *   spacing: number,
 * }} TextBlock
 */
/**
 * Everything there is to draw, on a field of 200 × 300.
 * @typedef {{
 *   style: Style, palette: Palette, ornament: number, turn: number, texts: TextBlock[],
 * }} Design
 */

export const coverWidth = 200;
export const coverHeight = 300;

/** Where a poster's shape ends, and the strip begins that its author stands on. */
export const posterStrip = 262;

/** @type {readonly Style[]} */
const styles = ["cloth", "label", "band", "poster", "plate"];
const ornamentCount = 8;

/** Where each style sets its title (x, y: top of the box) and its author (y: base line). */
const layouts = {
  cloth: { x: 100, y: 62, width: 150, height: 112, author: 262, anchor: "middle", middle: true },
  label: { x: 100, y: 72, width: 124, height: 88, author: 182, anchor: "middle", middle: true },
  band: { x: 100, y: 104, width: 164, height: 92, author: 270, anchor: "middle", middle: true },
  poster: { x: 20, y: 24, width: 160, height: 138, author: 278, anchor: "start", middle: false },
  plate: { x: 100, y: 34, width: 152, height: 96, author: 276, anchor: "middle", middle: true },
};

/**
 * The colours of a book's cover, which `designOf` begins with.
 * @param {string} id
 * @returns {Palette}
 */
export function paletteOf(id) {
  return palettes[seeded(id)(palettes.length)];
}

/**
 * The cover of a book that brings none: how it looks depends on the id alone, so that mending a
 * typing error in the title does not exchange it for another one.
 * @param {{id: string, title: string, author: string}} book
 * @returns {Design}
 */
export function designOf({ id, title, author }) {
  const next = seeded(id);
  const palette = palettes[next(palettes.length)];
  const style = styles[next(styles.length)];
  const design = { style, palette, ornament: next(ornamentCount), turn: next(360) };
  const texts = [titleBlock(style, palette, title)];
  if (author !== "") texts.push(authorBlock(style, palette, author));
  return { ...design, texts };
}

/**
 * @param {Style} style
 * @param {Palette} palette
 * @param {string} title
 * @returns {TextBlock}
 */
function titleBlock(style, palette, title) {
  const box = layouts[style];
  const leading = 1.16;
  const sizes = [34, 31, 28, 25, 22, 20, 18, 16, 14, 12.5];
  const { size, lines } = fit(title, { width: box.width, height: box.height, sizes, leading });
  const height = lines.length * size * leading;
  const top = box.middle ? box.y + (box.height - height) / 2 : box.y;
  return {
    lines,
    size,
    leading,
    ...startOf(box, title),
    y: top + size * 0.92,
    fill: style === "label" ? palette.label : palette.ink,
    weight: style === "poster" ? 700 : 600,
    face: "serif",
    spacing: 0,
  };
}

/**
 * @param {Style} style
 * @param {Palette} palette
 * @param {string} author
 * @returns {TextBlock}
 */
function authorBlock(style, palette, author) {
  const box = layouts[style];
  const sizes = [11.5, 10.5, 9.5, 8.5];
  const leading = 1.3;
  const { size, lines } = fit(author, {
    width: box.width * 0.92,
    height: 28,
    sizes,
    leading,
  });
  return {
    lines,
    size,
    leading,
    ...startOf(box, author),
    // A long name goes down rather than out of the strip.
    y: Math.max(box.author - (lines.length - 1) * size * leading, style === "poster" ? posterStrip + size : 0),
    fill: style === "label" ? palette.label : palette.ink,
    weight: 500,
    face: "sans",
    spacing: isRightToLeft(author) ? 0 : 0.4,
  };
}

/**
 * @param {{x: number, width: number, anchor: string}} box
 * @param {string} text
 * @returns {{x: number, anchor: "start"|"middle", rtl: boolean}}
 */
function startOf(box, text) {
  const rtl = isRightToLeft(text);
  if (box.anchor === "middle") return { x: box.x, anchor: "middle", rtl };
  return { x: rtl ? box.x + box.width : box.x, anchor: "start", rtl };
}
