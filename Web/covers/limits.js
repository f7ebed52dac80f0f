/** Drawings kept for cloning: several screens of the densest grid, about 4 KB each. */
export const cacheLimit = 400;
