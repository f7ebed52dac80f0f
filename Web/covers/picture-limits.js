/** Points of a picture: twice what the widest cover has on a page, so that it is sharp on any screen. */
export const pictureWidth = 800;
export const pictureHeight = 1_200;

/** Points of the longer side of a picture of another shape, of which a cover shows the middle. */
export const pictureSideMax = 3_200;

/** Bytes of a picture: as many as the server takes (`Sources/Server/Limits.swift`). */
export const pictureByteCountMax = 256 * 1024;

/** Bytes of a file that a picture is made of: a photograph of the best camera of a phone has half as many. */
export const pictureFileByteCountMax = 64 * 1024 * 1024;

/** How well a picture is kept, the best first: the next is tried where it would be too long. */
export const pictureQualities = Object.freeze([0.86, 0.72, 0.55, 0.35]);

/** How much smaller it is made where that does not help, either. */
export const pictureShrinking = 0.7;

/** Pictures of others that a browser keeps: those of many screens, some 200 MB. The oldest go first. */
export const picturesKeptMax = 2_000;
