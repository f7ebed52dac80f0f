/// The rule every id of a library, entity, device, operation and scene follows.
public enum Identifier {
  /// Whether `text` matches `[A-Za-z0-9_-]{1,64}` (SYNC §1).
  public static func isValid(_ text: String) -> Bool {
    let bytes = text.utf8
    return (1...Limits.identifierLengthMax).contains(bytes.count) && bytes.allSatisfy(isAllowed)
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
