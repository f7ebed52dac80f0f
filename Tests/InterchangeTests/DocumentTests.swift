import Library
import Testing

@testable import Interchange

@Suite struct `Dogear's own document` {
  private let library = LibrarySnapshot([
    LibraryEntity(
      EntityKey(kind: "book", id: "b1"),
      fields: [
        "title": "Мы\n\"quoted\"", "rating": 450, "custom.x": ["deep": [1, 2.5, nil]],
      ],
      sets: ["tags": ["cosy": nil], "shelves": ["s1": ["position": "V1"]]]),
    LibraryEntity(
      EntityKey(kind: "book", id: "b2"), fields: ["title": "Gone"], isDeleted: true),
    LibraryEntity(EntityKey(kind: "shelf", id: "s1"), fields: ["name": "Cosy"]),
    LibraryEntity(
      EntityKey(kind: "progress", id: "r1~phone"), fields: ["unit": "page", "value": 12],
      sets: ["days": ["2026-11-20": nil, "2026-11-21": nil]]),
    LibraryEntity(EntityKey(kind: "importRow", id: "goodreads-1"), fields: ["raw": ["a": "b"]]),
    LibraryEntity(EntityKey(kind: "hologram", id: "h1"), fields: ["depth": 3]),
  ])

  private let options = ImportOptions(batch: "batch", now: 1)

  private func restored(_ bytes: [UInt8], into library: LibrarySnapshot) throws -> (
    LibrarySnapshot, ImportPlan
  ) {
    var library = library
    let plan = try ImportFile(bytes).plan(into: library, options: options)
    for change in plan.operations.flatMap(\.changes) { library.apply(change) }
    return (library, plan)
  }

  @Test func `brings an empty library back to the byte`() throws {
    var titled = library
    titled.apply(Change(EntityKey(kind: "book", id: "b1"), set: ["title": "Мы \"quoted\""]))
    let document = ExportFormat.dogear.bytes(of: titled)
    let (copy, plan) = try restored(document, into: LibrarySnapshot([LibraryEntity]()))
    #expect(ExportFormat.dogear.bytes(of: copy) == document)
    #expect(plan.report.count(.added) == 6)
    let (_, again) = try restored(document, into: copy)
    #expect(again.operations.isEmpty)
  }

  @Test func `with an entity that the library refuses names it and brings the others`() throws {
    let document = ExportFormat.dogear.bytes(of: library)
    let (copy, plan) = try restored(document, into: LibrarySnapshot([LibraryEntity]()))
    #expect(plan.report.count(.failed) == 1)
    let failed = try #require(plan.report.rows.first { $0.outcome == .failed })
    #expect(failed.message == "Title must be on one line and without control characters.")
    #expect(failed.raw?.contains("\"b1\"") == true)
    #expect(copy["shelf", "s1"] != nil)
  }

  @Test func `with an entity that lacks what its kind requires names it and brings the others`()
    throws
  {
    let text = """
      {"format":"dogear","version":1,"entities":[
      {"e":"book","id":"untitled","set":{"pages":412}},
      {"e":"book","id":"b1","set":{"title":"Fen"}}
      ]}
      """
    let (copy, plan) = try restored(Array(text.utf8), into: LibrarySnapshot([LibraryEntity]()))
    #expect(plan.report.rows.map(\.outcome) == [.failed, .added])
    #expect(plan.report.rows.first?.message == "A new book needs a title.")
    #expect(plan.report.rows.first?.raw?.contains("412") == true)
    #expect(copy.entities.keys.map(\.id) == ["b1"])
  }

  @Test func `fills the book that one of its books was joined with, and moves its new notes there`()
    throws
  {
    let text = """
      {"format":"dogear","version":1,"entities":[
      {"e":"book","id":"gone","set":{"title":"Dune","pages":412,"custom.dogear.joined":"x"},"add":{"tags":{"sand":null}}},
      {"e":"note","id":"n1","set":{"book":"gone","form":"note","text":"Spice"}}
      ]}
      """
    let (gone, stays) = (
      EntityKey(kind: "book", id: "gone"), EntityKey(kind: "book", id: "stays")
    )
    let library = LibrarySnapshot([
      LibraryEntity(
        gone, fields: ["title": "Dune", "custom.dogear.joined": "stays"], isDeleted: true),
      LibraryEntity(stays, fields: ["title": "Dune!"]),
    ])
    let (after, _) = try restored(Array(text.utf8), into: library)
    #expect(
      after["book", "stays"]
        == LibraryEntity(
          stays, fields: ["title": "Dune!", "pages": 412], sets: ["tags": ["sand": nil]]))
    #expect(after["book", "gone"] == library["book", "gone"])
    #expect(after["note", "n1"]?.fields["book"] == "stays")
    #expect(try restored(Array(text.utf8), into: after).1.operations.isEmpty)
  }

  /// What the library has of the alias itself was of the root when the two became one; its owner may
  /// have changed their mind since.
  @Test
  func `fills the book that one of its books stands for today, and only where both are blank`()
    throws
  {
    let text = """
      {"format":"dogear","version":1,"entities":[
      {"e":"book","id":"aa","set":{"title":"Dune","pages":412,"publisher":"Fen","rating":300},"add":{"tags":{"sand":null}}}
      ]}
      """
    let (aa, bb) = (EntityKey(kind: "book", id: "aa"), EntityKey(kind: "book", id: "bb"))
    let library = LibrarySnapshot([
      LibraryEntity(aa, fields: ["title": "Dune", "publisher": "Fen"]),
      LibraryEntity(EntityKey(kind: "alias", id: "aa"), fields: ["from": "aa", "to": "bb"]),
      LibraryEntity(bb, fields: ["title": "Dune!", "rating": 500]),
    ])
    let (after, _) = try restored(Array(text.utf8), into: library)
    #expect(
      after["book", "bb"]
        == LibraryEntity(
          bb, fields: ["title": "Dune!", "pages": 412, "rating": 500], sets: ["tags": ["sand": nil]]
        ))
    #expect(after["book", "aa"] == library["book", "aa"])
    #expect(try restored(Array(text.utf8), into: after).1.operations.isEmpty)
    let own = ExportFormat.dogear.bytes(of: library)
    #expect(try restored(own, into: library).1.operations.isEmpty)
  }

  @Test func `brings no conflict about what was purged or does not come`() throws {
    func line(_ id: String, about book: String) -> String {
      #"{"e":"conflict","id":"\#(id)","set":{"entity":{"e":"book","id":"\#(book)"},"field":"note"}},"#
    }
    let text = [
      #"{"format":"dogear","version":1,"entities":["#, line("c1", about: "b1"),
      line("c2", about: "purged"), line("c3", about: "broken"), line("c4", about: "mine"),
      #"{"e":"book","id":"b1","set":{"title":"Emma"}},"#,
      #"{"deleted":true,"e":"book","id":"purged","set":{}},"#,
      #"{"e":"book","id":"broken","set":{"title":""}}"#, "]}",
    ].joined(separator: "\n")
    let mine = LibraryEntity(EntityKey(kind: "book", id: "mine"), fields: ["title": "Mine"])
    let (copy, plan) = try restored(Array(text.utf8), into: LibrarySnapshot([mine]))
    let conflicts = copy.entities.keys.filter { $0.kind == "conflict" }.map(\.id).sorted()
    #expect(conflicts == ["c1", "c4"])
    #expect(
      plan.report.rows.map(\.outcome) == [
        .added, .unchanged, .unchanged, .added, .added, .unchanged, .failed,
      ])
  }

  @Test func `brings back no notice that somebody has settled`() throws {
    let text = """
      {"format":"dogear","version":1,"entities":[
      {"e":"alias","id":"twin","set":{"from":"twin","notice":true,"to":"one"}},
      {"e":"book","id":"one","set":{"revived":{"deleted":{"by":"phone"}},"title":"Reed"}},
      {"e":"book","id":"new","set":{"revived":{"deleted":{"by":"phone"}},"title":"Fen"}},
      {"e":"shelf","id":"s1","set":{"description":"warm","name":"Cosy","recovered":{"books":1}}}
      ]}
      """
    let mine = LibrarySnapshot([
      LibraryEntity(
        EntityKey(kind: "alias", id: "twin"), fields: ["from": "twin", "to": "one"]),
      LibraryEntity(EntityKey(kind: "book", id: "one"), fields: ["title": "Reed"]),
      LibraryEntity(EntityKey(kind: "shelf", id: "s1"), fields: ["name": "Cosy"]),
    ])
    let (after, plan) = try restored(Array(text.utf8), into: mine)
    #expect(plan.report.rows.map(\.outcome) == [.unchanged, .unchanged, .added, .updated])
    #expect(after["alias", "twin"] == mine["alias", "twin"])
    #expect(after["book", "one"] == mine["book", "one"])
    // What comes with all that it was has its notice, too.
    #expect(after["book", "new"]?.fields["revived"] != nil)
    #expect(after["shelf", "s1"]?.fields == ["name": "Cosy", "description": "warm"])
  }

  @Test func `is also read when somebody laid it out anew`() throws {
    let text = """
      {
        "format": "dogear", "version": 1,
        "entities": [ { "e": "shelf", "id": "s1",
          "set": { "name": "Cosy" } } ]
      }
      """
    let (copy, _) = try restored(Array(text.utf8), into: LibrarySnapshot([LibraryEntity]()))
    #expect(copy["shelf", "s1"]?.fields == ["name": "Cosy"])
  }

  @Test func `cut short or damaged loses the damaged lines only, and says which`() throws {
    let text = """
      {"format":"dogear","version":1,"entities":[
      {"e":"shelf","id":"s1","set":{"name":"Cosy"}},
      {"e":"shelf","id":"s2","set":{"na
      {"id":"s3"},
      {"e":"shelf","id":"s1","set":{"name":"Twice"}},
      {"e":"shelf","id":"s4","set":{"name":"Fen"}}
      """
    let (copy, plan) = try restored(Array(text.utf8), into: LibrarySnapshot([LibraryEntity]()))
    #expect(copy["shelf", "s1"]?.fields == ["name": "Cosy"])
    #expect(copy["shelf", "s4"] != nil)
    #expect(
      plan.report.rows.map(\.outcome) == [.added, .failed, .failed, .failed, .added, .failed])
    #expect(plan.report.rows[1].raw == #"{"e":"shelf","id":"s2","set":{"na"#)
    #expect(plan.report.rows[5].message?.hasPrefix("The document ends early") == true)
  }

  @Test func `fills what is blank and leaves the rest of a library that has things`() throws {
    let mine = LibrarySnapshot([
      LibraryEntity(
        EntityKey(kind: "shelf", id: "s1"), fields: ["name": "My own"]),
      LibraryEntity(EntityKey(kind: "hologram", id: "h1"), fields: [:], isDeleted: true),
    ])
    let text = """
      {"format":"dogear","version":1,"entities":[
      {"e":"hologram","id":"h1","set":{"depth":3}},
      {"e":"shelf","id":"s1","set":{"description":"warm","name":"Cosy"}}
      ]}
      """
    let (copy, plan) = try restored(Array(text.utf8), into: mine)
    #expect(copy["shelf", "s1"]?.fields == ["name": "My own", "description": "warm"])
    #expect(copy["hologram", "h1"]?.isDeleted == true)
    #expect(plan.report.rows.map(\.outcome) == [.unchanged, .updated])
  }

  /// The document is written as Dogear writes it; what fills it up is one line that is no entity.
  @Test func `is read where another program's file of its size is not`() throws {
    let start = Array(#"{"format":"dogear","version":1,"entities":["#.utf8)
    let filling = [UInt8](repeating: UInt8(ascii: "x"), count: Limits.fileByteCountMax)
    let end = Array("\n".utf8) + Array(#"{"e":"shelf","id":"s1","set":{"name":"Cosy"}}"#.utf8)
    let document = start + Array("\n".utf8) + filling + end + Array("\n]}\n".utf8)
    let (copy, _) = try restored(document, into: LibrarySnapshot([LibraryEntity]()))
    #expect(copy["shelf", "s1"] != nil)
    #expect(throws: ImportError.tooLarge(byteCount: filling.count + 1)) {
      try ImportFile(filling + [10])
    }
    let count = Limits.documentByteCountMax + 1
    #expect(throws: ImportError.tooLarge(byteCount: count)) {
      try ImportFile(start + [UInt8](repeating: 10, count: count - start.count))
    }
  }

  /// Each of `held` is the ids of the books that the library has already.
  @Test(arguments: [
    ([], ["book/one", "book/two", "alias/two"]), (["one"], ["book/two", "alias/two"]),
    (["two"], ["book/one"]), (["one", "two"], []),
  ])
  func `says last that two books are one, and not of a book that the library has`(
    held: [String], made: [String]
  ) throws {
    let text = """
      {"format":"dogear","version":1,"entities":[
      {"e":"alias","id":"two","set":{"from":"two","to":"one"}},
      {"e":"alias","id":"three","set":{"from":"three","to":"one"}},
      {"e":"book","id":"one","set":{"title":"Reed"}},
      {"e":"book","id":"two","set":{"title":"Reed"}}
      ]}
      """
    let mine = LibrarySnapshot(
      held.map { LibraryEntity(EntityKey(kind: "book", id: $0), fields: ["title": "Reed"]) })
    let (_, plan) = try restored(Array(text.utf8), into: mine)
    let changes = plan.operations.flatMap(\.changes)
    #expect(changes.map { "\($0.entity.kind)/\($0.entity.id)" } == made)
    #expect(plan.report.count(.failed) == 0)
  }

  @Test func `of a later version is refused with a sentence`() {
    let text = #"{"format":"dogear","version":2,"entities":[]}"#
    #expect(throws: ImportError.newerDocument(version: 2)) { try ImportFile(Array(text.utf8)) }
    let broken = #"{"format":"dogear","version":1,"enti"#
    #expect(throws: ImportError.brokenDocument) { try ImportFile(Array(broken.utf8)) }
  }

  @Test func `splits an entity with more fields than one change may name`() throws {
    var fields: JSONObject = ["title": "Wide"]
    for number in 0..<700 { fields["custom.\(number)"] = .int(number) }
    var tags: JSONObject = [:]
    for number in 0..<2_500 { tags["tag \(number)"] = .null }
    let wide = LibrarySnapshot([
      LibraryEntity(EntityKey(kind: "book", id: "wide"), fields: fields, sets: ["tags": tags])
    ])
    let document = ExportFormat.dogear.bytes(of: wide)
    let (copy, plan) = try restored(document, into: LibrarySnapshot([LibraryEntity]()))
    #expect(plan.report.rows.map(\.outcome) == [.added])
    #expect(ExportFormat.dogear.bytes(of: copy) == document)
  }
}
