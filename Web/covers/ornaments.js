/**
 * Printer's ornaments: path data around the origin, about 40 units across, drawn with a line.
 * @type {readonly string[]}
 */
export const ornaments = [
  // a lozenge chain
  "M-20 0L-12 -8L-4 0L-12 8zM-4 0L0 -4L4 0L0 4zM4 0L12 -8L20 0L12 8z",
  // an eight-pointed star
  "M0 -18L3 -7L12.7 -12.7L7 -3L18 0L7 3L12.7 12.7L3 7L0 18L-3 7L-12.7 12.7L-7 3L-18 0L-7 -3L-12.7 -12.7L-3 -7z",
  // a sprig of leaves
  "M0 18V-16M0 10C-10 10 -14 4 -14 -2C-6 -2 0 2 0 10C0 2 6 -2 14 -2C14 4 10 10 0 10M0 -2C-8 -2 -11 -7 -11 -12C-5 -12 0 -8 0 -2C0 -8 5 -12 11 -12C11 -7 8 -2 0 -2",
  // the sun over water
  "M-18 8C-12 3 -6 13 0 8C6 3 12 13 18 8M-18 15C-12 10 -6 20 0 15C6 10 12 20 18 15M-10 2A10 10 0 0 1 10 2M0 -12V-17M-11 -8L-15 -12M11 -8L15 -12",
  // a moth, or an open book seen from above
  "M0 -10V12M0 -8C-6 -16 -18 -14 -19 -5C-19 2 -10 5 0 4C10 5 19 2 19 -5C18 -14 6 -16 0 -8M0 5C-6 6 -10 9 -9 14C-4 16 -1 13 0 10C1 13 4 16 9 14C10 9 6 6 0 5",
  // rings
  "M-16 0A8 8 0 1 1 0 0A8 8 0 1 1 -16 0M0 0A8 8 0 1 1 16 0A8 8 0 1 1 0 0M-8 0A8 8 0 1 1 8 0A8 8 0 1 1 -8 0",
  // a fan
  "M0 14L-18 -4A20 20 0 0 1 18 -4zM0 14L-9 -11M0 14L0 -13M0 14L9 -11",
  // a knot of two waves
  "M-20 0C-14 -12 -8 -12 0 0C8 12 14 12 20 0C14 -12 8 -12 0 0C-8 12 -14 12 -20 0z",
];

/**
 * Large shapes that fill the lower half of a poster, by the same numbers: drawn solid.
 * @type {readonly string[]}
 */
export const emblems = [
  "M100 186L144 230L100 274L56 230z",
  "M100 180A46 46 0 1 1 99.9 180z",
  "M30 300C30 236 76 196 100 170C124 196 170 236 170 300z",
  "M0 300V236C34 210 66 262 100 236C134 210 166 262 200 236V300z",
  "M0 300L64 206L104 262L138 216L200 300z",
  "M36 262A64 64 0 0 1 164 262z",
  "M20 300V196H52V300zM62 300V174H88V300zM98 300V210H138V300zM148 300V184H176V300z",
  "M200 300V160A140 140 0 0 0 60 300z",
];
