// Pictures of barcodes as cameras make them: drawn here from the standard's own words (ISO/IEC 15420,
// the modules of each digit as a text of 0 and 1), not from the reader's tables.
const setA = [
  "0001101", "0011001", "0010011", "0111101", "0100011",
  "0110001", "0101111", "0111011", "0110111", "0001011",
];
const complement = (text) => [...text].map((bit) => (bit === "1" ? "0" : "1")).join("");
const setC = setA.map(complement);
const setB = setC.map((text) => [...text].reverse().join(""));
const parities = [
  "AAAAAA", "AABABB", "AABBAB", "AABBBA", "ABAABB", "ABBAAB", "ABBBAA", "ABABAB", "ABABBA", "ABBABA",
];

/** The 95 modules of a number, dark ones as 1. @param {string} number */
export function modulesOf(number) {
  const [first, ...rest] = [...number].map(Number);
  const before = rest.slice(0, 6).map((digit, at) => (parities[first][at] === "A" ? setA : setB)[digit]);
  const after = rest.slice(6).map((digit) => setC[digit]);
  return ["101", ...before, "01010", ...after, "101"].join("");
}

/**
 * A picture of a barcode on a light label before something darker.
 * @param {string} number
 * @param {object} [how] `turn` in degrees; `module` in pixels; `blur` as the radius of a mean over
 *   neighbours; `noise` in steps of brightness; `shade`: how much darker it is on the right; `spread`: by
 *   how many modules bars are too wide, below zero too narrow
 */
export function pictureOf(number, how = {}) {
  const { width = 640, height = 480, turn = 0, module = 3, blur = 0, noise = 0, shade = 0, spread = 0 } = how;
  const { ink = 30, paper = 220, random = Math.random } = how;
  const modules = modulesOf(number);
  const angle = (turn * Math.PI) / 180;
  const bright = (/** @type {number} */ x, /** @type {number} */ y) => {
    const [right, down] = [x - width / 2, y - height / 2];
    const along = (right * Math.cos(angle) + down * Math.sin(angle)) / module + modules.length / 2;
    const across = (down * Math.cos(angle) - right * Math.sin(angle)) / module;
    if (Math.abs(across) > 35 || along < -9 || along > modules.length + 9) return 120;
    const isDark = (/** @type {number} */ place) => modules[Math.floor(place)] === "1";
    const isInk = spread < 0
      ? isDark(along) && isDark(along + spread)
      : isDark(along) || isDark(along - spread);
    return isInk ? ink : paper;
  };
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      // Several points of each pixel, as a lens mixes them.
      let sum = 0;
      const points = 3 + 2 * blur;
      for (let point = 0; point < points; point += 1) {
        const away = ((point + 0.5) / points - 0.5) * (1 + 2 * blur);
        sum += bright(x + 0.5 + away * Math.cos(angle), y + 0.5 + away * Math.sin(angle));
      }
      const light = (sum / points) * (1 - (shade * x) / width) + (random() - 0.5) * 2 * noise;
      data.set([light, light, light, 255], 4 * (y * width + x));
    }
  }
  return { data, width, height };
}
