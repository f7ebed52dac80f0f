/// How concurrent writes of a field meet (SYNC §1).
public enum MergeClass: String, Hashable, Sendable, CaseIterable {
  /// One JSON value, or null: the greater stamp wins, the loser becomes a conflict record.
  case register
  /// One object written whole: as one register.
  case group
  /// Unicode text of any length: merged by words on the text it was made from.
  case text
  /// Elements with an optional value each: add wins over a removal that had not seen it.
  case set
  /// Written by one device only.
  case singleWriter
  /// Written by the server only.
  case server
}
