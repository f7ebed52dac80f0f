/** Results remembered between changes: a handful of lists with their counts, at most a few MB. */
export const resultLimit = 32;
