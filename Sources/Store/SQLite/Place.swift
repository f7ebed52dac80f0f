/// Where rows of the log and of history lie: two numbers in one key, so that what is read together
/// lies together, and needs no index beside its table.
///
/// Of the log they are the library and the sequence, of history the entity and the sequence. An
/// operation that was refused has no sequence; it lies below zero, in order of refusal downward.
enum Place {
  /// The place of `seq` in what `owner` (a library's key, or an entity's) has.
  static func of(_ seq: Int, in owner: Int64) -> Int64 {
    precondition(seq >= 0 && seq <= Limits.sequenceMax, "A sequence fits its half of a place.")
    return owner << 32 | Int64(seq)
  }

  /// All places of `owner`.
  static func all(in owner: Int64) -> ClosedRange<Int64> {
    of(0, in: owner)...of(Limits.sequenceMax, in: owner)
  }

  /// The sequence at `place`.
  static func seq(of place: Int64) -> Int { Int(place & 0xFFFF_FFFF) }
}
