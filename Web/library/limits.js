/**
 * Every bound of the library model, as Swift's `Limits` has it, with its reason there. What exceeds
 * one is refused with a problem that names the field.
 */

/** `[A-Za-z0-9_-]{1,64}` (SYNC §1). */
export const identifierLengthMax = 64;

/** A field's name, in scalars. */
export const fieldNameLengthMax = 128;

/** Changes of an operation (SYNC §2). */
export const changesPerOperationMax = 64;

/** Titles and other lines of a title page, in scalars. */
export const titleLengthMax = 1000;

/** A tag, a role, in scalars. */
export const tagLengthMax = 100;

/** A shelf's name, a publisher, a person, in scalars. */
export const nameLengthMax = 200;

/** A review, note or description, in scalars. */
export const longTextLengthMax = 100_000;

/** Words or lines put in and taken out of one text, up to which its changes are told apart. */
export const textDifferenceEditsMax = 1500;

/** Steps of comparing two texts, whatever they hold. */
export const textDifferenceStepsMax = 2_000_000;

/** Items of a list. */
export const listLengthMax = 500;

/** Files of a book in which a device remembers its place. */
export const marksMax = 8;

/** Days on which a device noted its place in one read-through; those beyond are left out. */
export const daysMax = 4000;

/** A value of any shape, as canonical JSON in bytes. */
export const valueByteCountMax = 262_144;

/** How deep such a value may nest, to fit with its message into what parsers read. */
export const valueDepthMax = 32;

/** An element of an unknown set, or a book's identifier, in scalars. */
export const elementLengthMax = 256;

/** A fractional key, in digits; the server shortens those beyond 40. */
export const fractionalKeyLengthMax = 64;

/** A language tag, in characters. */
export const languageTagLengthMax = 64;
