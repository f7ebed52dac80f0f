/** Bytes of the list of an archive's files, as the server's own (`Sources/Interchange/Limits.swift`). */
export const listByteCountMax = 32 * 1024 * 1024;

/** Pictures that are asked of the server at a time: as many as leave room for what a page asks else. */
export const askedMax = 4;

/** Milliseconds until what the server could not answer now is asked again, and how often. */
export const againMilliseconds = 2_000;
export const againMax = 5;
