/** Lines laid across a picture, and down it: a barcode of a tenth of its height is met by several. */
export const lineCount = 40;

/** Rows of a picture whose mean makes one line: bars stand upright, and the noise of a camera does not. */
export const lineWidth = 3;

/** A step of brightness, of 255, that may be noise: a camera's in a dim room. */
export const noiseMax = 14;

/** The longer side, in pixels, of what is looked at: a bar of a book held a hand away has two. */
export const sideMax = 1_600;

/** Between two looks at a camera's picture: fast for a hand, easy on a battery. */
export const lookMilliseconds = 100;
