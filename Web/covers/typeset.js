/**
 * Line breaking for covers. Nothing is measured on screen, so that covers can be made anywhere;
 * widths are estimates for a book serif, a little on the wide side.
 */

const narrow = /[ijlftI.,:;!'’|()[\]]/;
const wide = /[mwMW@%&—]/;
const capital = /\p{Lu}/u;
const full =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303f\uff00-\uffef]/u;
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;
const strong = /\p{L}/u;

/** The share of the largest size below which long words are parted. */
const partedBelow = 0.62;

/**
 * The estimated width of `text`, in multiples of the type size.
 * @param {string} text
 */
export function widthOf(text) {
  let width = 0;
  for (const letter of text) {
    if (full.test(letter)) width += 1;
    else if (letter === " ") width += 0.27;
    else if (narrow.test(letter)) width += 0.34;
    else if (wide.test(letter)) width += 0.92;
    else if (capital.test(letter)) width += 0.72;
    else width += 0.54;
  }
  return width;
}

/**
 * Whether the first letter of `text` is written from right to left.
 * @param {string} text
 */
export function isRightToLeft(text) {
  const letter = strong.exec(text);
  return letter !== null && rightToLeft.test(letter[0]);
}

/**
 * The largest setting of `text` that fits the box: the sizes are tried from the largest down. If
 * not even the smallest fits, the text is cut with an ellipsis.
 * @param {string} text
 * @param {{width: number, height: number, sizes: readonly number[], leading: number}} box
 * @returns {{size: number, lines: string[]}}
 */
export function fit(text, box) {
  const words = piecesOf(text);
  for (const size of box.sizes) {
    // A word longer than a line is parted before the type gets too small to read.
    const isSmall = size <= box.sizes[0] * partedBelow;
    const pieces = isSmall ? words.flatMap((word) => chop(word, box.width / size)) : words;
    const lines = breakLines(pieces, box.width / size);
    if (!lines || lines.length * size * box.leading > box.height) continue;
    return { size, lines: balance(pieces, lines, box.width / size) };
  }
  const size = box.sizes[box.sizes.length - 1];
  const room = Math.max(1, Math.floor(box.height / (size * box.leading)));
  return { size, lines: cut(words, box.width / size, room) };
}

/**
 * Where a line may end: after spaces, after hyphens, and between characters of scripts that are
 * set without spaces.
 * @param {string} text
 * @returns {string[]}
 */
function piecesOf(text) {
  /** @type {string[]} */
  const pieces = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    let piece = "";
    for (const letter of word) {
      if (piece !== "" && full.test(letter) && !/[、。，！？：；）」』】]/.test(letter)) {
        pieces.push(piece);
        piece = "";
      }
      piece += letter;
      if (letter === "-" || letter === "–" || letter === "/") {
        pieces.push(piece);
        piece = "";
      }
    }
    if (piece !== "") pieces.push(piece);
    if (pieces.length > 0) pieces[pieces.length - 1] += " ";
  }
  return pieces;
}

/**
 * @param {string[]} pieces
 * @param {number} room in multiples of the type size
 * @returns {string[]|null} null when a piece alone is wider than a line
 */
function breakLines(pieces, room) {
  /** @type {string[]} */
  const lines = [];
  let line = "";
  for (const piece of pieces) {
    if (widthOf(piece.trimEnd()) > room) return null;
    if (line !== "" && widthOf((line + piece).trimEnd()) > room) {
      lines.push(line.trimEnd());
      line = "";
    }
    line += piece;
  }
  if (line !== "") lines.push(line.trimEnd());
  return lines;
}

/**
 * The narrowest setting with as many lines: no word is left alone on the last one.
 * @param {string[]} pieces
 * @param {string[]} lines
 * @param {number} room
 */
function balance(pieces, lines, room) {
  let best = lines;
  for (let narrower = room * 0.95; narrower > room * 0.4; narrower *= 0.95) {
    const tried = breakLines(pieces, narrower);
    if (!tried || tried.length > lines.length) break;
    best = tried;
  }
  return best;
}

/**
 * @param {string[]} pieces
 * @param {number} room
 * @param {number} count
 */
function cut(pieces, room, count) {
  const chopped = pieces.flatMap((piece) => chop(piece, room));
  const lines = breakLines(chopped, room) ?? chopped.map((piece) => piece.trimEnd());
  if (lines.length <= count) return lines;
  const kept = lines.slice(0, count);
  let last = [...kept[count - 1]];
  while (last.length > 1 && widthOf(last.join("") + "…") > room) last = last.slice(0, -1);
  kept[count - 1] = last.join("").trimEnd() + "…";
  return kept;
}

/**
 * Parts of a word that is wider than a line.
 * @param {string} piece
 * @param {number} room
 * @returns {string[]}
 */
function chop(piece, room) {
  if (widthOf(piece.trimEnd()) <= room) return [piece];
  const letters = [...piece.trimEnd()];
  const count = Math.ceil(widthOf(piece) / (room - 0.5));
  const length = Math.ceil(letters.length / count);
  /** @type {string[]} */
  const parts = [];
  for (let from = 0; from < letters.length; from += length) {
    const isLast = from + length >= letters.length;
    parts.push(letters.slice(from, from + length).join("") + (isLast ? " " : "-"));
  }
  return parts;
}
