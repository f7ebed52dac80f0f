/// What a device is called.
enum DeviceName {
  /// What an e-reader is called until it has said its name.
  static let koreader = "KOReader"

  /// `name` without space around it; nil where nothing of it can be seen, it is over
  /// `Limits.deviceNameLengthMax` characters, or not one line of text that leaves the line it is quoted in
  /// alone: signs that turn the direction of what follows do not (Unicode Standard Annex 9 §2).
  static func checked(_ name: String) -> String? {
    let name = name.trimmingSpaces
    guard !name.isEmpty, name.count <= Limits.deviceNameLengthMax,
      // A character may hold any number of scalars.
      name.utf8.count <= 4 * Limits.deviceNameLengthMax,
      !name.unicodeScalars.contains(where: breaksLine),
      !name.unicodeScalars.allSatisfy(isInvisible)
    else { return nil }
    return name
  }

  private static func breaksLine(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: scalar.properties.isBidiControl
    }
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint
  }

  /// A name for a browser that gives none, such as “Firefox on Linux”.
  static func guessed(fromUserAgent userAgent: String?) -> String {
    guard let userAgent else { return "Program" }
    // The order matters: most browsers name several others, too.
    let browsers = [
      ("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"),
      ("Safari/", "Safari"),
    ]
    let systems = [
      ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS"),
      ("Mac OS", "Mac"), ("Windows", "Windows"), ("Linux", "Linux"),
    ]
    let browser = browsers.first { userAgent.contains($0.0) }?.1
    let system = systems.first { userAgent.contains($0.0) }?.1
    guard let browser else { return "Program" }
    return system.map { "\(browser) on \($0)" } ?? browser
  }
}
