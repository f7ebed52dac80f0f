/// Where in an operation a value stands, in a program's words and in a person's.
///
/// Nearly every value is right, so the words are found only when they are asked for.
struct Place {
  private enum Step {
    case element(String)
    case item(Int)
    case member(String)
  }

  private let name: String
  private var steps: [Step] = []

  /// The place of `field` itself.
  init(field: String) { name = field }

  /// The place of an element of this set.
  func element(_ name: String) -> Place { stepping(.element(name)) }

  /// The place of the item at `index` of this list.
  func item(_ index: Int) -> Place { stepping(.item(index)) }

  /// The place of a member of this object.
  func member(_ name: String) -> Place { stepping(.member(name)) }

  private func stepping(_ step: Step) -> Place {
    var place = self
    place.steps.append(step)
    return place
  }

  /// The field, or `field.element`, as `Problem.field` names it: of an element that is too long, the
  /// beginning.
  var field: String {
    guard case .element(let element)? = steps.first else { return name }
    return name + "." + String(element.unicodeScalars.prefix(Limits.elementLengthMax))
  }

  /// The place at a sentence's beginning, as in `Name of item 2 of contributors`.
  var subject: String {
    var words = Self.words(name)
    for step in steps {
      switch step {
      case .element(let name): words = Self.quoted(name) + " in " + words
      case .item(let index): words = "item \(index + 1) of " + words
      case .member(let name): words = name + " of " + words
      }
    }
    guard let first = words.first, first.isASCII else { return words }
    return first.uppercased() + words.dropFirst()
  }

  /// The problem that what stands here `must` be otherwise.
  func invalid(_ must: String) -> Problem {
    Problem(.invalid, "\(subject) must \(must).", field: field)
  }

  /// `originalYear` as `original year`; a name that is not ours stays as it is, in quotes.
  private static func words(_ name: String) -> String {
    guard !name.isEmpty, name.utf8.allSatisfy({ isLetter($0) }) else { return quoted(name) }
    var words = ""
    for letter in name { words += letter.isUppercase ? " " + letter.lowercased() : String(letter) }
    return words
  }

  /// `name` in quotes and on one line: what is refused may be of any length, and hold anything.
  private static func quoted(_ name: String) -> String {
    var short = String.UnicodeScalarView()
    for scalar in name.unicodeScalars.prefix(Limits.tagLengthMax) {
      short.append(scalar.properties.generalCategory == .control ? " " : scalar)
    }
    return "“" + String(short) + "”"
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }
}
