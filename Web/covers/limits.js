/** Drawings kept for cloning: several screens of the densest grid, about 4 KB each. */
export const drawingsKeptMax = 400;

/** Pictures whose addresses are held for the next drawing: some screens of the densest grid. */
export const picturesShownMax = 300;
