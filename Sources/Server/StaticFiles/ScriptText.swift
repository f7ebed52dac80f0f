/// A JavaScript module as it is sent: without its comments, which are a third of what a browser
/// would load, and its indentation, and with every line on its own number, so that an error's line is
/// that of the file.
///
/// A comment becomes what the language takes it for: the line ends it holds, or one space. Nothing
/// else is touched, but for what parts nothing where `tight` is asked for. A text that this cannot
/// follow to its end is sent as it is.
package struct ScriptText {
  private var rest: ArraySlice<UInt8>
  private var output: [UInt8] = []
  /// Whether a `/` that comes now begins a regular expression; after a value it divides.
  private var mayBeginExpression = true
  /// The word that is being read, for the few after which an expression follows.
  private var word: [UInt8] = []
  /// For each open `${`, how many braces are open in it.
  private var substitutions: [Int] = []
  /// For each open bracket, and around them, whether a declaration with `let` is what is read there.
  private var declares = [false]
  /// Whether the `;` behind which the output ends is that of such a declaration.
  private var hasDeclared = false
  /// Whether spaces that part nothing go as well.
  private let isTight: Bool

  /// `source` without its comments, or as it is where it cannot be followed.
  package static func withoutComments(_ source: [UInt8]) -> [UInt8] {
    var text = ScriptText(source, isTight: false)
    return text.read() ? text.output : source
  }

  /// `source` without comments, without the spaces, line ends and last commas that part nothing, and with one
  /// `let` for all the `const` behind each other; a twelfth less to load, for what nobody reads: among others
  /// in a pack, its lines have other numbers anyway.
  package static func tight(_ source: [UInt8]) -> [UInt8] {
    var text = ScriptText(source, isTight: true)
    return text.read() ? text.output : source
  }

  private init(_ source: [UInt8], isTight: Bool) {
    self.isTight = isTight
    rest = source[...]
    output.reserveCapacity(source.count)
  }

  /// Reads to the end; false where the text ends inside of something, or is no script.
  private mutating func read() -> Bool {
    while let byte = rest.first {
      switch byte {
      case Self.slash where follows(Self.slash): skipLine()
      case Self.slash where follows(Self.star):
        guard skipBlock() else { return false }
      case Self.slash where beginsExpression:
        guard copyExpression() else { return false }
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        guard copyString(byte) else { return false }
      case UInt8(ascii: "`"):
        take()
        guard copyTemplate() else { return false }
      case UInt8(ascii: "{"):
        if !substitutions.isEmpty { substitutions[substitutions.count - 1] += 1 }
        takePunctuation()
      case UInt8(ascii: "}"):
        guard closeBrace() else { return false }
      default: takeCode(byte)
      }
    }
    return substitutions.isEmpty
  }

  // MARK: Comments

  private mutating func skipLine() {
    endWord()
    while let byte = rest.first, byte != Self.newline { rest.removeFirst() }
  }

  private mutating func skipBlock() -> Bool {
    endWord()
    rest.removeFirst(2)
    var hasLineEnd = false
    while let byte = rest.popFirst() {
      if byte == Self.newline {
        endLine()
        hasLineEnd = true
      } else if byte == Self.star, rest.first == Self.slash {
        rest.removeFirst()
        if !hasLineEnd { output.append(UInt8(ascii: " ")) }
        return true
      }
    }
    return false
  }

  /// Where it is tight, a line end is left out that follows another, or what no statement ends with but
  /// the sign that ends it (ECMA-262 §12.10); and a brace, behind which the client's own scripts put that
  /// sign wherever one is due. Of one that does not no pack could be read at all.
  private mutating func endLine() {
    if isTight, let last = output.last, Self.unended.contains(last) { return }
    output.append(Self.newline)
  }

  private static let unended = Set("\n{}([,;=:?&|>".utf8)

  /// Where it is tight, the line end goes before what no statement begins with, nor needs one before it
  /// (ECMA-262 §12.10.1). A number's last digit would take a point for its own.
  private mutating func joinLines() {
    guard isTight, output.last == Self.newline, let byte = rest.first,
      Self.continuing.contains(byte)
    else { return }
    let isBehindDigit = output.dropLast().last.map(Self.digits.contains) ?? false
    if byte != UInt8(ascii: ".") || !isBehindDigit { output.removeLast() }
  }

  private static let continuing = Set("})],.?:&|".utf8)
  private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

  /// Where it is tight, the sign that ends a statement goes before the brace that ends it as well (ECMA-262
  /// §12.10.1), and the comma behind the last of several; not that of a hole in an array. A statement of
  /// that sign alone, which the client's own scripts have not, would leave a pack that cannot be read.
  private mutating func dropLastSign() {
    guard isTight, let sign = output.last, let byte = rest.first else { return }
    let isEnd = sign == UInt8(ascii: ";") && byte == UInt8(ascii: "}")
    let isLastComma =
      sign == UInt8(ascii: ",") && Self.closing.contains(byte)
      && !(output.dropLast().last.map(Self.opening.contains) ?? true)
    if isEnd || isLastComma { output.removeLast() }
  }

  private static let closing = Set("})]".utf8)
  private static let opening = Set("[,(".utf8)

  private mutating func skipIndentation() {
    while rest.first == UInt8(ascii: " ") { rest.removeFirst() }
  }

  // MARK: Literals

  private mutating func copyString(_ quote: UInt8) -> Bool {
    take()
    while let byte = rest.first, byte != Self.newline {
      take()
      if byte == quote {
        endValue()
        return true
      }
      if byte == Self.backslash, !rest.isEmpty { take() }
    }
    return false
  }

  /// Copies a template from behind its backquote or a substitution to the next of either.
  private mutating func copyTemplate() -> Bool {
    while let byte = rest.first {
      take()
      switch byte {
      case UInt8(ascii: "`"):
        endValue()
        return true
      case Self.backslash where !rest.isEmpty: take()
      case UInt8(ascii: "$") where rest.first == UInt8(ascii: "{"):
        take()
        substitutions.append(0)
        word = []
        mayBeginExpression = true
        return true
      default: break
      }
    }
    return false
  }

  private mutating func closeBrace() -> Bool {
    guard let open = substitutions.last else {
      takePunctuation()
      return true
    }
    guard open == 0 else {
      substitutions[substitutions.count - 1] = open - 1
      takePunctuation()
      return true
    }
    substitutions.removeLast()
    take()
    return copyTemplate()
  }

  private mutating func copyExpression() -> Bool {
    take()
    var isInClass = false
    while let byte = rest.first, byte != Self.newline {
      take()
      switch byte {
      case Self.backslash where !rest.isEmpty: take()
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case Self.slash where !isInClass:
        endValue()
        return true
      default: break
      }
    }
    return false
  }

  // MARK: Code

  private mutating func takeCode(_ byte: UInt8) {
    if Self.isOfWord(byte) {
      word.append(byte)
      take()
      mayBeginExpression = false
    } else if Self.isSpace(byte) {
      shortenDeclaration()
      if byte == Self.newline {
        rest.removeFirst()
        endLine()
        skipIndentation()
      } else if !isTight || parts {
        take()
      } else {
        rest.removeFirst()
      }
      endWord()
    } else {
      takePunctuation()
    }
  }

  /// Where it is tight, `const` becomes `let`, which runs alike: that nothing is assigned to it, the check of
  /// the sources has made sure of. What goes by that name behind a point keeps it. Of declarations that
  /// follow each other one is made.
  private mutating func shortenDeclaration() {
    guard isTight, word == Self.constant || word == Self.variable else { return }
    let before = output.dropLast(word.count).last
    guard before != UInt8(ascii: ".") else { return }
    output.removeLast(word.count)
    word = Self.variable
    if before == Self.semicolon, hasDeclared {
      output.removeLast()
      output.append(UInt8(ascii: ","))
      word = []
    } else {
      output += Self.variable
    }
    declares[declares.count - 1] = before.map(Self.beginning.contains) ?? true
  }

  /// What stands before a statement, where it is not the first of all.
  private static let beginning = Set(";{}\n".utf8)
  private static let semicolon = UInt8(ascii: ";")

  /// Keeps count of what is open, and of what a `;` ends.
  private mutating func noteStructure(_ byte: UInt8?) {
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): declares.append(false)
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
      if declares.count > 1 { declares.removeLast() }
    case Self.semicolon:
      hasDeclared = declares[declares.count - 1]
      declares[declares.count - 1] = false
    default: break
    }
  }

  private static let constant = Array("const".utf8)
  private static let variable = Array("let".utf8)

  /// Whether the space that comes now parts two tokens that would be others without it: two words, two
  /// signs, a number and its point, or a regular expression and what would be its flags.
  private var parts: Bool {
    guard let before = output.last, let after = rest.dropFirst().first, !Self.isSpace(before),
      !Self.isSpace(after)
    else { return false }
    if Self.isOfWord(before) { return Self.isOfWord(after) || after == UInt8(ascii: ".") }
    if before == Self.slash, !mayBeginExpression, Self.isOfWord(after) { return true }
    if after == UInt8(ascii: "!"), Self.signsBeforeNot.contains(before) { return false }
    return Self.signs.contains(before) && Self.signs.contains(after)
  }

  private static let signs = Set("+-*/%&|^~!?<>=.:".utf8)
  /// Signs after which a `!` is one of its own; `<!--` would be a comment.
  private static let signsBeforeNot = Set("=>&|?:".utf8)

  /// After a closing parenthesis or bracket stands a value, after all else something begins.
  private mutating func takePunctuation() {
    joinLines()
    dropLastSign()
    let byte = rest.first
    noteStructure(byte)
    take()
    word = []
    mayBeginExpression = byte != UInt8(ascii: ")") && byte != UInt8(ascii: "]")
  }

  private mutating func endWord() {
    if !word.isEmpty { mayBeginExpression = Self.isOperator(word) }
    word = []
  }

  private mutating func endValue() {
    word = []
    mayBeginExpression = false
  }

  private var beginsExpression: Bool {
    word.isEmpty ? mayBeginExpression : Self.isOperator(word)
  }

  private mutating func take() { output.append(rest.removeFirst()) }

  private func follows(_ byte: UInt8) -> Bool { rest.dropFirst().first == byte }

  private static let newline = UInt8(ascii: "\n")
  private static let slash = UInt8(ascii: "/")
  private static let star = UInt8(ascii: "*")
  private static let backslash = UInt8(ascii: "\\")

  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == newline || byte == UInt8(ascii: "\t")
      || byte == UInt8(ascii: "\r")
  }

  /// Whether a word is one that a value follows.
  private static func isOperator(_ word: [UInt8]) -> Bool {
    word.count <= 10 && operators.contains(word)
  }

  private static let operators = Set(
    [
      "return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "instanceof", "do",
      "else", "yield", "await", "default",
    ].map { Array($0.utf8) })
}
