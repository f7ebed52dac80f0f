/// One module of the browser client as a part of a pack: a definition that gives what the module
/// exports when it is first needed.
///
/// It knows the forms that the client's modules have, no others: their imports and exports begin a
/// line, and each import ends with its line or a later one's `;`.
struct ScriptModule {
  /// The modules it imports, in order.
  private(set) var needs: [String] = []
  /// The modules it imports when they are wanted.
  private(set) var loads: [String] = []
  /// The names it exports.
  private(set) var names: [String] = []
  /// The text of its definition.
  private(set) var definition: [UInt8] = []
  private let path: String
  /// What modules go by in the packs.
  private var numbers: ModuleNumbers
  /// What it exports, as the members of an object.
  private var members: [String] = []

  /// Reads the module at `path` (below the root, such as `views/list.js`), without its comments; nil
  /// where it has a form that is not known. What is `apart` is loaded from its own address; all others go
  /// by their `numbers`.
  init?(path: String, source: [UInt8], apart: Set<String>, numbers: inout ModuleNumbers) {
    self.path = path
    self.numbers = numbers
    defer { numbers = self.numbers }
    definition.reserveCapacity(source.count + 256)
    add("define(\(self.numbers[path]), (() => {\n")
    var rest = source[...]
    while !rest.isEmpty {
      guard Self.startsStatement(rest) else {
        addCode(Self.takeLine(&rest), apart: apart)
        continue
      }
      guard addStatement(&rest, apart: apart) else { return nil }
    }
    add("\nreturn { \(members.joined(separator: ", ")) };\n}));\n")
  }

  // MARK: Imports and exports

  private mutating func addStatement(
    _ rest: inout ArraySlice<UInt8>, apart: Set<String>
  ) -> Bool {
    let line = String(decoding: rest.prefix { $0 != Self.newline }, as: UTF8.self)
    if line.hasPrefix("export "), !line.hasPrefix("export {") {
      return addDeclaration(&rest, apart: apart)
    }
    var statement = ""
    repeat {
      statement += String(decoding: Self.takeLine(&rest), as: UTF8.self)
    } while !Self.trimmed(statement).hasSuffix(";") && !rest.isEmpty
    let text = Self.trimmed(statement)
    guard text.hasSuffix(";") else { return false }
    let parts = text.dropLast().split(separator: "\"", omittingEmptySubsequences: false)
    switch parts.count {
    case 1 where line.hasPrefix("export "): return addNames(parts[0].dropFirst(7), of: nil)
    case 3 where parts[2].isEmpty: return addImport(parts[0], of: String(parts[1]))
    default: return false
    }
  }

  /// `import … from` and `export … from`, with what stands before the name of the other module.
  private mutating func addImport(_ head: Substring, of name: String) -> Bool {
    guard let target = Self.resolve(name, from: path) else { return false }
    needs.append(target)
    let need = "need(\(numbers[target]))"
    let what = Self.trimmed(head.hasSuffix("from ") ? head.dropLast(5) : head)
    if what == "import" { return addLine("\(need);") }
    if what.hasPrefix("export ") { return addNames(what.dropFirst(7), of: need) }
    var bound = Self.trimmed(what.dropFirst(7))
    if bound.hasPrefix("* as "), Self.isName(bound.dropFirst(5)) {
      return addLine("const \(bound.dropFirst(5)) = \(need);")
    }
    var taken: [String] = []
    if !bound.hasPrefix("{") {
      let own = bound.prefix { $0 != "," }
      guard Self.isName(own) else { return false }
      taken.append("default: \(own)")
      bound = Self.trimmed(bound.dropFirst(own.count + 1))
    }
    guard let pairs = bound.isEmpty ? [] : Self.pairs(bound) else { return false }
    taken += pairs.map { $0 == $1 ? $0 : "\($0): \($1)" }
    return addLine("const { \(taken.joined(separator: ", ")) } = \(need);")
  }

  /// `{ a, b as c }`, of the other module that `need` gives, or of this one.
  private mutating func addNames(_ list: Substring, of need: String?) -> Bool {
    guard let pairs = Self.pairs(Self.trimmed(list)) else { return false }
    for (own, name) in pairs {
      names.append(name)
      members.append("\(name): " + (need.map { "\($0).\(own)" } ?? own))
    }
    return true
  }

  /// A declaration with `export` before it.
  private mutating func addDeclaration(
    _ rest: inout ArraySlice<UInt8>, apart: Set<String>
  ) -> Bool {
    rest.removeFirst(7)
    let line = Self.takeLine(&rest)
    let text = String(decoding: line, as: UTF8.self)
    if text.hasPrefix("default ") {
      names.append("default")
      members.append("default: $default")
      add("const $default = ")
      addCode(line.dropFirst(8), apart: apart)
      return true
    }
    let words = text.split(maxSplits: 3) { $0 == " " || $0 == "(" || $0 == "\n" }
    let isAsync = words.first == "async"
    guard let kind = words.dropFirst(isAsync ? 1 : 0).first,
      kind == "function" || kind == "function*" || kind == "class" || kind == "const",
      let name = words.dropFirst(isAsync ? 2 : 1).first, Self.isName(name)
    else { return false }
    names.append(String(name))
    members.append(String(name))
    addCode(line, apart: apart)
    return true
  }

  // MARK: Code

  /// A line of code, in which `import("./other.js")` becomes what gives that module out of the packs.
  private mutating func addCode(_ line: ArraySlice<UInt8>, apart: Set<String>) {
    var rest = line
    while let at = Self.firstLoad(in: rest) {
      let name = rest[(at + Self.load.count)...].prefix { $0 != UInt8(ascii: "\"") }
      definition += rest[..<at]
      if let target = Self.resolve(String(decoding: name, as: UTF8.self), from: path) {
        loads.append(target)
        add(apart.contains(target) ? "import(\"/\(target)\"" : "load(\(numbers[target])")
      } else {
        definition += rest[at...name.endIndex]
      }
      rest = rest[name.endIndex...].dropFirst()
    }
    definition += rest
  }

  private mutating func add(_ text: String) { definition += text.utf8 }

  private mutating func addLine(_ text: String) -> Bool {
    add(text + "\n")
    return true
  }

  // MARK: Reading

  private static let newline = UInt8(ascii: "\n")
  private static let load = Array("import(\"".utf8)
  private static let starts = ["import ", "export "].map { Array($0.utf8) }

  private static func startsStatement(_ text: ArraySlice<UInt8>) -> Bool {
    starts.contains { text.starts(with: $0) }
  }

  /// The first line of `text` with its end, taken off it.
  private static func takeLine(_ text: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let end = text.firstIndex(of: newline).map { $0 + 1 } ?? text.endIndex
    defer { text = text[end...] }
    return text[..<end]
  }

  private static func firstLoad(in text: ArraySlice<UInt8>) -> Int? {
    text.indices.first { text[$0] == load[0] && text[$0...].starts(with: load) }
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    let isBlank = { (each: Character) in each == " " || each == "\n" }
    guard let last = text.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(text[...last].drop(while: isBlank))
  }

  /// What each name is and what it becomes, in `{ a, b as c }`.
  private static func pairs(_ list: String) -> [(String, String)]? {
    guard list.hasPrefix("{"), list.hasSuffix("}") else { return nil }
    var pairs: [(String, String)] = []
    for part in list.dropFirst().dropLast().split(separator: ",") {
      let words = part.split { $0 == " " || $0 == "\n" }
      guard let own = words.first else { continue }
      guard words.count == 1 || (words.count == 3 && words[1] == "as"), words.allSatisfy(isName)
      else { return nil }
      pairs.append((String(own), String(words[words.count - 1])))
    }
    return pairs
  }

  private static func isName(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"):
          true
        default: false
        }
      }
  }

  /// The path that the name of a module stands for in the module at `path`; nil where it leads
  /// nowhere.
  private static func resolve(_ name: String, from path: String) -> String? {
    guard name.hasPrefix("./") || name.hasPrefix("../") else { return nil }
    var folders = path.split(separator: "/").dropLast()
    for part in name.split(separator: "/") {
      switch part {
      case ".": continue
      case "..":
        guard folders.popLast() != nil else { return nil }
      default: folders.append(part)
      }
    }
    return folders.joined(separator: "/")
  }
}
