// The barcode reader: every digit in every place, and pictures as bad as cameras make them.
import assert from "node:assert/strict";
import test from "node:test";
import { edgesOf } from "../../Web/barcode/edges.js";
import { numberOn } from "../../Web/barcode/ean13.js";
import { numberIn } from "../../Web/barcode/picture.js";
import { checkDigit13 } from "../../Web/library/isbn.js";
import { modulesOf, pictureOf } from "./support/barcode-picture.mjs";
import { seeded } from "./support/random.mjs";

const number = "9780141439587";

/** @param {string} twelve */
const whole = (twelve) => twelve + checkDigit13(twelve);

/** A line through the modules, with so many pixels each. */
const lineOf = (/** @type {string} */ modules, pixels = 3) =>
  [...`${"0".repeat(9)}${modules}${"0".repeat(9)}`].flatMap((bit) => Array(pixels).fill(bit === "1" ? 20 : 230));

const read = (/** @type {number[]} */ line) => numberOn(edgesOf(line), line.length);

test("each digit is read in each place, after each first digit", () => {
  const random = seeded(1);
  for (let round = 0; round < 300; round += 1) {
    const twelve = Array.from({ length: 12 }, (_, at) => (at === 0 ? round % 10 : random.below(10))).join("");
    assert.equal(read(lineOf(modulesOf(whole(twelve)))), whole(twelve));
  }
});

test("a book upside down is read as well", () => {
  assert.equal(read(lineOf(modulesOf(number)).reverse()), number);
});

test("what stands beside a barcode on a book's back does not matter", () => {
  const price = "1011" + "0110111010100110101000110100111101011";
  const line = lineOf(`11010011100${"0".repeat(12)}${modulesOf(number)}${"0".repeat(9)}${price}`);
  assert.equal(read(line), number);
});

test("a number whose check digit does not fit is none, nor is a symbol that is cut off or crowded", () => {
  const modules = modulesOf(number);
  assert.equal(read(lineOf(modulesOf("9780141439588"))), null);
  assert.equal(read(lineOf(modules.slice(0, 90))), null);
  assert.equal(read(lineOf(modules.slice(6))), null);
  assert.equal(read(lineOf(`11${"0".repeat(2)}${modules}`)), null);
  for (const line of [[], [0], Array(500).fill(7), Array.from({ length: 500 }, (_, at) => (at % 2) * 255)]) {
    assert.equal(read(line), null);
  }
});

test("no line of noise is a book", () => {
  const random = seeded(2);
  for (let round = 0; round < 2_000; round += 1) {
    assert.equal(read(Array.from({ length: 400 }, () => random.below(256))), null);
  }
});

/** @type {Record<string, object>} */
const pictures = {
  "held straight": {},
  "on its side": { turn: 90 },
  "upside down": { turn: 180 },
  "askew to one side": { turn: 18 },
  "askew to the other, on its side": { turn: 70 },
  "far away": { module: 1.6 },
  "near": { module: 6 },
  "out of focus": { blur: 1, module: 2.6 },
  "in half a shadow": { shade: 0.7 },
  "in a dim room": { noise: 12, ink: 40, paper: 120 },
  "pale, on grey paper": { ink: 110, paper: 175 },
  "printed with too much ink": { spread: 0.35 },
  "printed with too little": { spread: -0.3 },
  "bad in every way": { turn: -9, blur: 1, module: 2.8, noise: 10, shade: 0.4, spread: 0.2 },
};

for (const [name, how] of Object.entries(pictures)) {
  test(`a picture of a barcode ${name} is read`, () => {
    const random = seeded(3).next;
    assert.equal(numberIn(pictureOf(number, { ...how, random })), number);
  });
}

test("what one line alone says is no number: two must agree", () => {
  const picture = pictureOf(number);
  const other = pictureOf("9780192802637");
  const [from, to] = [230, 245].map((row) => 4 * picture.width * row);
  picture.data.set(other.data.subarray(from, to), from);
  assert.equal(numberIn(picture), number);
});

test("a picture without a barcode, or of no size, has none", () => {
  const random = seeded(4);
  const data = Uint8ClampedArray.from({ length: 4 * 300 * 200 }, () => random.below(256));
  assert.equal(numberIn({ data, width: 300, height: 200 }), null);
  for (const [width, height] of [[0, 0], [1, 1], [300, 2]]) {
    assert.equal(numberIn({ data: new Uint8ClampedArray(4 * width * height), width, height }), null);
  }
});
