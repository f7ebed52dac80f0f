import Foundation
import Library
import Testing

/// The page *Kinds and fields* says of each field what the schema does, and names no others.
struct KindsPageTests {
  /// What the page says of a field.
  struct Told: Hashable {
    let values: String
    let marks: [String]
  }

  /// By kind, which heads its table, and field.
  private static let told: [String: [String: Told]] = {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let page = root.appendingPathComponent("Sources/Library/Library.docc/KindsAndFields.md")
    var told: [String: [String: Told]] = [:]
    var kind = ""
    for line in ((try? String(contentsOf: page, encoding: .utf8)) ?? "").split(separator: "\n") {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 5, !cells[1].hasPrefix("---") else { continue }
      if cells[2] == "values" {
        kind = cells[1]
        continue
      }
      let marks = cells[3].split(separator: ", ").map(String.init)
      for name in cells[1].matches(of: /`(\w+)`/) {
        told[kind, default: [:]][String(name.output.1)] = Told(values: cells[2], marks: marks)
      }
    }
    return told
  }()

  @Test func `the page names all kinds`() {
    #expect(Set(Self.told.keys) == Set(Schema.kinds.keys))
  }

  @Test(arguments: Schema.kinds.keys.sorted())
  func `the page says of a kind's fields what the schema does`(kind: String) throws {
    let fields = try #require(Schema.kind(kind)).fields
    let told = try #require(Self.told[kind])
    #expect(Set(told.keys) == Set(fields.keys))
    for (name, field) in fields {
      let says = try #require(told[name])
      let mergeClass = field.mergeClass == .register ? [] : [field.mergeClass.rawValue]
      #expect(says.marks == mergeClass + (field.isAuthored ? [] : ["passive"]), "\(name)")
      #expect(says.values.hasSuffix("required") == field.isRequired, "\(name)")
      guard case .choice(let words) = field.type, says.values != "as of a book" else { continue }
      let named = says.values.matches(of: /`(\w+)`/).map { String($0.output.1) }
      #expect(named == words, "\(name)")
    }
  }
}
