import Foundation
import Interchange
import Library
import TestSupport
import Testing

/// The vectors of `Tests/Vectors/interchange`: a file and a library as given, the changes and the
/// report as expected.
@Suite struct `Import vectors` {
  static let cases = [
    "csv", "goodreads", "storygraph", "librarything", "bookwyrm", "openreads", "calibre",
    "spreadsheet", "library",
  ].flatMap { (try? Vectors.cases("interchange", "\($0).json")) ?? [] }

  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["DOGEAR_VECTORS"] == nil,
      "other vectors than the checkout's are tried"))
  func `are there`() {
    #expect(Self.cases.count >= 120)
  }

  @Test(arguments: cases)
  func `give their changes and their report`(vector: Vectors.Case) throws {
    let given = try #require(vector.body["given"])
    let expect = try #require(vector.body["expect"])
    let options = try Self.options(given)
    do throws(ImportError) {
      let plan = try ImportFile(Self.bytes(given)).plan(
        into: Self.library(given), options: options)
      let changes = plan.operations.flatMap(\.changes)
      #expect(
        changes.filter { $0.entity.kind != "importRow" }.map(\.json) == expect["changes"]?.array)
      if let rows = expect["importRows"]?.array {
        #expect(changes.filter { $0.entity.kind == "importRow" }.map(\.json) == rows)
      }
      let report = plan.report.json(dry: true)
      #expect(report["rows"] == expect["report"]?["rows"])
      #expect(report["questions"] == expect["report"]?["questions"])
    } catch {
      #expect(JSONValue.string(error.message) == expect["error"])
    }
  }

  @Test(arguments: cases)
  func `plan only what the library takes`(vector: Vectors.Case) throws {
    let given = try #require(vector.body["given"])
    guard let file = try? ImportFile(Self.bytes(given)) else { return }
    let plan = file.plan(into: Self.library(given), options: try Self.options(given))
    for changes in plan.operations.map(\.changes) {
      #expect((1...64).contains(changes.count))
      for change in changes {
        #expect(throws: Never.self) { try Validation.check(change, device: Author.server) }
      }
    }
  }

  @Test(arguments: cases)
  func `plan no change at all the second time`(vector: Vectors.Case) throws {
    let given = try #require(vector.body["given"])
    guard let file = try? ImportFile(Self.bytes(given)) else { return }
    var library = Self.library(given)
    let first = file.plan(into: library, options: try Self.options(given))
    for change in first.operations.flatMap(\.changes) { library.apply(change) }
    let second = file.plan(into: library, options: try Self.options(given))
    #expect(second.operations.isEmpty)
    #expect(second.report.rows.map(\.row) == first.report.rows.map(\.row))
    #expect(second.report.count(.failed) == first.report.count(.failed))
    #expect(second.report.count(.added) + second.report.count(.updated) == 0)
  }

  private static func bytes(_ given: JSONValue) -> [UInt8] {
    if let bytes = given["bytes"]?.array { return bytes.compactMap { $0.int.map(UInt8.init) } }
    return Array((given["csv"]?.string ?? "").utf8)
  }

  private static func library(_ given: JSONValue) -> LibrarySnapshot {
    LibrarySnapshot((given["existing"]?.array ?? []).compactMap(LibraryEntity.init(vector:)))
  }

  private static func options(_ given: JSONValue) throws -> ImportOptions {
    let answers = StatusAnswers(json: (given["statuses"] ?? [:]).canonicalText)
    return ImportOptions(
      batch: "batch", now: 1_700_000_000_000, answers: try #require(answers))
  }
}

extension LibraryEntity {
  /// Reads `{e, id, set?, add?, deleted?}`.
  fileprivate init?(vector: JSONValue) {
    guard let kind = vector["e"]?.string, let id = vector["id"]?.string else { return nil }
    self.init(
      EntityKey(kind: kind, id: id), fields: vector["set"]?.object ?? [:],
      sets: (vector["add"]?.object ?? [:]).compactMapValues(\.object),
      isDeleted: vector["deleted"]?.bool ?? false)
  }
}
