import assert from "node:assert/strict";
import { test } from "node:test";
import { coverHeight, coverWidth, designOf, posterStrip } from "../../Web/covers/design.js";
import { palettes } from "../../Web/covers/palettes.js";
import { seeded } from "../../Web/covers/seed.js";
import { fit, isRightToLeft, widthOf } from "../../Web/covers/typeset.js";

const titles = [
  "It",
  "The Left Hand of Darkness",
  "One Hundred Years of Solitude and Other Titles That Nobody Would Print Without an Ellipsis",
  "Donaudampfschifffahrtsgesellschaftskapitän",
  "源氏物語と平安時代の文学についての長い題名",
  "ألف ليلة وليلة",
  "W".repeat(1000),
  "",
];

test("the same book has the same cover, another book another one", () => {
  const one = { id: "b1", title: "It", author: "Stephen King" };
  assert.deepEqual(designOf(one), designOf({ ...one }));
  const looks = new Set();
  for (let at = 0; at < 200; at += 1) {
    const { style, palette, ornament } = designOf({ ...one, id: `b${at}` });
    looks.add([style, palette.cloth, ornament].join());
  }
  assert.ok(looks.size > 120, `only ${looks.size} different covers among 200`);
});

test("mending a title keeps the look of the cover", () => {
  const look = ({ style, palette, ornament }) => [style, palette, ornament];
  const before = designOf({ id: "b1", title: "The Ilaid", author: "Homer" });
  const after = designOf({ id: "b1", title: "The Iliad", author: "Homer" });
  assert.deepEqual(look(before), look(after));
});

test("every text stays inside the cover", () => {
  for (let at = 0; at < 60; at += 1) {
    for (const title of titles) {
      const { texts, style } = designOf({
        id: `b${at}`,
        title,
        author: "A Rather Long Name Indeed",
      });
      for (const { lines, size, leading, y, x, anchor } of texts) {
        assert.ok(y - size > 0 && y + (lines.length - 1) * size * leading < coverHeight, style);
        for (const line of lines) {
          const width = widthOf(line) * size;
          const left = anchor === "middle" ? x - width / 2 : Math.min(x, coverWidth - x);
          assert.ok(left >= 4, `${style}: "${line}" is ${width} wide`);
        }
      }
    }
  }
});

test("all of an author's name stands on the strip of a poster", () => {
  const posters = [];
  for (const author of ["Homer", "Maximiliana Featherstonehaugh-Cholmondeley von und zu Hohenlohe", "夏目漱石".repeat(12)]) {
    for (let at = 0; at < 60; at += 1) {
      const { style, texts: [, { lines, size, leading, y }] } = designOf({ id: `b${at}`, title: "It", author });
      if (style !== "poster") continue;
      posters.push(lines.length);
      assert.ok(y - size >= posterStrip, `${lines.length} lines begin at ${y}`);
      assert.ok(y + (lines.length - 1) * size * leading + size / 3 < coverHeight - 6, `${lines.length} lines end too low`);
    }
  }
  assert.ok(posters.includes(1) && posters.includes(2));
});

test("a title that fits in no size is cut with an ellipsis", () => {
  const box = { width: 100, height: 40, sizes: [20, 10], leading: 1.2 };
  const { lines } = fit("many words that will never fit into a box as small as this one is", box);
  assert.ok(lines.at(-1).endsWith("…"));
  assert.ok(lines.length <= 3);
});

test("no word is left alone on the last line where it can be helped", () => {
  const { lines } = fit(
    "A Walk in the Woods",
    { width: 150, height: 100, sizes: [20], leading: 1.2 },
  );
  assert.ok(lines.every((line) => line.includes(" ")), lines.join(" / "));
});

test("the direction of a text is that of its first letter", () => {
  assert.equal(isRightToLeft("«ألف» Nights"), true);
  assert.equal(isRightToLeft("1001 Nights ألف"), false);
  assert.equal(isRightToLeft("…"), false);
});

test("ink on cloth and label on paper have a contrast of at least 4.5 to 1", () => {
  for (const { cloth, ink, paper, label } of palettes) {
    assert.ok(contrast(cloth, ink) >= 4.5, `${ink} on ${cloth}: ${contrast(cloth, ink)}`);
    assert.ok(contrast(paper, label) >= 4.5, `${label} on ${paper}: ${contrast(paper, label)}`);
  }
});

test("a seed gives the same numbers every time, below the bound", () => {
  const draw = (next) => Array.from({ length: 50 }, () => next(7));
  assert.deepEqual(draw(seeded("x")), draw(seeded("x")));
  assert.ok(draw(seeded("y")).every((number) => number >= 0 && number < 7));
});

/** The contrast of WCAG 2. */
function contrast(one, other) {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
