/**
 * Every bound of the library model, as Swift's `Limits` has it, with its reason there. What exceeds
 * one is refused with a problem that names the field.
 */
export const limits = Object.freeze({
  /** `[A-Za-z0-9_-]{1,64}` (SYNC §1). */
  identifierLength: 64,
  /** A field's name, in scalars. */
  fieldNameLength: 128,
  /** Changes of an operation (SYNC §2). */
  changesPerOperation: 64,
  /** Fields that one change names. */
  fieldsPerChange: 256,
  /** Elements that one change adds or removes. */
  elementsPerChange: 1024,
  /** Titles and other lines of a title page, in scalars. */
  titleLength: 1000,
  /** A tag, a role, in scalars. */
  tagLength: 100,
  /** A shelf's name, a publisher, a person, in scalars. */
  nameLength: 200,
  /** A review, note or description, in scalars. */
  longTextLength: 100_000,
  /** Words or lines put in and taken out of one text, up to which its changes are told apart. */
  textDifferenceEdits: 1500,
  /** Steps of comparing two texts, whatever they hold. */
  textDifferenceSteps: 2_000_000,
  /** Items of a list. */
  listLength: 500,
  /** Files of a book in which a device remembers its place. */
  marks: 8,
  /** A value of any shape, as canonical JSON in bytes. */
  valueByteCount: 262_144,
  /** How deep such a value may nest, to fit with its message into what parsers read. */
  valueDepth: 32,
  /** An element of an unknown set, or a book's identifier, in scalars. */
  elementLength: 256,
  /** A fractional key, in digits; the server shortens those beyond 40. */
  fractionalKeyLength: 64,
  /** A language tag, in characters. */
  languageTagLength: 64,
});
