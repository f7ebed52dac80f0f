/// What values a field takes (BOOKS §5). Null is always one, unless the field is required.
public indirect enum FieldType: Hashable, Sendable {
  /// Text on one line of so many scalars, without control characters.
  case line(ClosedRange<Int>)
  /// Text of any number of lines and at most so many scalars.
  case longText(max: Int)
  /// A whole number.
  case integer(ClosedRange<Int>)
  /// A number, whole or not.
  case number(ClosedRange<Double>)
  /// A price: a number of at least 0, or its decimal text.
  case amount
  /// The three capital letters of ISO 4217.
  case currency
  /// True or false.
  case flag
  /// One of these words.
  case choice([String])
  /// A year, month or day (`PartialDate`).
  case partialDate
  /// An id of an entity or a blob (`Identifier`).
  case identifier
  /// A position among others (`FractionalKey`).
  case fractionalKey
  /// A language (`LanguageTag`).
  case languageTag
  /// An array of such values, none null.
  case list(FieldType, max: Int)
  /// An object with these members; others pass.
  case object([Member])
  /// Any JSON object within `Limits.valueByteCountMax`.
  case anyObject
  /// Any JSON value within `Limits.valueByteCountMax`.
  case any
  /// A set: what names its elements, and what value each may have.
  case set(ElementType, value: FieldType)

  /// One member of an object.
  public struct Member: Hashable, Sendable {
    /// The member's name.
    public let name: String
    /// Its values; null and absence are the same unless it is required.
    public let type: FieldType
    /// Whether the object is nothing without it.
    public let isRequired: Bool

    init(_ name: String, _ type: FieldType, isRequired: Bool = false) {
      self.name = name
      self.type = type
      self.isRequired = isRequired
    }
  }
}

/// What names an element of a set.
public enum ElementType: Hashable, Sendable {
  /// A word or few of a person's; spellings that differ in case only are one element.
  case tag
  /// `scheme:value`, such as `isbn:9780306406157`.
  case bookIdentifier
  /// The id of an entity.
  case entity
  /// A day of the calendar, `YYYY-MM-DD`.
  case day
  /// Any text.
  case any
}
