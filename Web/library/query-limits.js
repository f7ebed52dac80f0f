/** Results remembered between changes: a handful of lists with their counts, at most a few MB. */
export const resultsKeptMax = 32;

/** Letters from which on a word may be mistyped: of shorter ones nearly every other is like them. */
export const mistypedLengthMin = 4;

/** Letters from which on it may be so twice: a quarter of it at most. */
export const twiceMistypedLengthMin = 8;

/** Letters of the longest word that is looked for in long texts: shorter ones begin words of nearly all. */
export const wordLengthMin = 3;

/** Characters of a passage before what was found in it, and in all: somewhat more than a row shows. */
export const passageLead = 24;
export const passageLength = 160;

/** The letters of an article before a title, "eine" for one: what stands farther on does not begin it. */
export const articleLengthMax = 5;

/** Books that are sorted at once, and that are merged at once, in one step of sorting: about 1 ms of work. */
export const sortedAtOnce = 256;
export const sortStep = 2048;
