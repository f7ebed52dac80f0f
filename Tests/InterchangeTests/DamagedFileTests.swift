import Library
import TestSupport
import Testing

@testable import Interchange

/// Files damaged at random: nothing crashes, nothing disappears, and what is whole is read.
@Suite struct `A damaged file` {
  private static let header = "Book Id,Title,Author,Author l-f,My Rating,Exclusive Shelf,My Review"

  /// A row with a mark that no other row has, in every shape that a whole row can have.
  private static func line(_ number: Int, _ random: inout SeededRandom) -> String {
    let review =
      [
        "", "\"\"", "\"Loved it, \"\"truly\"\".\"", "\"One.\n\nTwo.\"", "fine",
        "\"ends in a mark\"\"\"",
      ].randomElement(using: &random) ?? ""
    return "\(number),Mark\(number)x,Mara Quill,\"Quill, Mara\",4,read,\(review)"
  }

  private static func damage(_ line: String, _ random: inout SeededRandom) -> String {
    var bytes = Array(line.utf8)
    let position = Int.random(in: 0..<bytes.count, using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: bytes.remove(at: position)
    case 1: bytes.insert(UInt8(ascii: "\""), at: position)
    case 2: bytes.insert(UInt8(ascii: ","), at: position)
    case 3: bytes.insert(UInt8(ascii: "\n"), at: position)
    case 4: bytes[position] = UInt8.random(in: 0x80...0xFF, using: &random)
    default: bytes.removeLast(bytes.count - position)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: 1...300 as ClosedRange<UInt64>)
  func `keeps every whole row as a row of its own or inside a reported one`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var lines: [String] = []
    var whole: [Int] = []
    for number in 100..<130 {
      let line = Self.line(number, &random)
      if Int.random(in: 0..<5, using: &random) == 0 {
        lines.append(Self.damage(line, &random))
      } else {
        lines.append(line)
        whole.append(number)
      }
    }
    let text = ([Self.header] + lines).joined(separator: "\n") + "\n"
    let table = try #require(try CSVTable(Array(text.utf8), delimiter: UInt8(ascii: ",")))
    #expect(table.rows.map(\.number) == Array(2..<(2 + table.rows.count)), "seed \(seed)")
    for number in whole {
      let own = table.rows.count { $0.isBook(number) }
      let reported = table.rows.count { $0.reportsText("Mark\(number)x") }
      #expect(own + reported == 1, "seed \(seed), row \(number)\n\(text)")
    }
  }

  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func `of any bytes at all is planned twice without a crash or a second change`(
    seed: UInt64
  ) throws {
    var random = SeededRandom(seed: seed)
    let alphabet = Array("\"\",,\n\n\r;x=()#12-/ é\u{0}".utf8)
    var bytes = Array((Self.header + "\n").utf8)
    for _ in 0..<Int.random(in: 0...600, using: &random) {
      bytes.append(alphabet[Int.random(in: alphabet.indices, using: &random)])
    }
    let file = try ImportFile(bytes)
    let options = ImportOptions(batch: "batch", now: 1)
    var library = LibrarySnapshot([LibraryEntity]())
    let first = file.plan(into: library, options: options)
    #expect(first.report.rows.map(\.row) == Array(2..<(2 + first.report.rows.count)))
    for change in first.operations.flatMap(\.changes) {
      #expect(throws: Never.self, "seed \(seed)") {
        try Validation.check(change, device: Author.server)
      }
      library.apply(change)
    }
    #expect(file.plan(into: library, options: options).operations.isEmpty, "seed \(seed)")
  }

  /// JSON makes six bytes of each of these characters, and more of all than one value may have. One row is
  /// whole, and has them in a column of its own; the other is cut off.
  @Test func `with rows that the library has no room for loses no other row`() throws {
    let characters = String(repeating: "\u{0}", count: 50_000)
    let text = """
      \(Self.header),Mood
      1,Fen,Jon Ash,,4,read,,
      2,Reed,Jon Ash,,4,read,,x\(characters)x
      3,"Mere,Jon Ash\(characters)
      """
    let plan = try ImportFile(Array(text.utf8)).plan(
      into: LibrarySnapshot([LibraryEntity]()), options: ImportOptions(batch: "batch", now: 1))
    #expect(plan.report.rows.map(\.outcome) == [.added, .failed, .failed])
    #expect(plan.report.rows.last?.raw?.contains("Mere") == true)
    for change in plan.operations.flatMap(\.changes) {
      #expect(throws: Never.self) { try Validation.check(change, device: Author.server) }
    }
  }

  @Test func `whose every line opens a quotation mark takes time in proportion to its length`() {
    let bytes = Array((Self.header + "\n" + String(repeating: "\"a\n", count: 200_000)).utf8)
    let file = try? ImportFile(bytes)
    #expect(file != nil)
  }

  /// Every other line opens a quotation mark, for which as much is read as a row may have; the next
  /// is whole. `count` such pairs, and then a row of two lines.
  private static func pairs(_ count: Int) throws -> CSVTable {
    let pairs = String(repeating: "\"x\na,b,c\n", count: count)
    let text = "One,Two,Three\n\(pairs)d,\"e\nf\",g\n"
    return try #require(try CSVTable(Array(text.utf8), delimiter: UInt8(ascii: ",")))
  }

  @Test func `is read as a whole one again behind each of a hundred broken rows`() throws {
    let pairs = 100
    let rows = try Self.pairs(pairs).rows
    #expect(rows.count == 2 * pairs + 1)
    #expect(rows.last?.content == .cells(["d", "e\nf", "g"], note: nil))
  }

  @Test func `is read again no more than its bound says, each broken row being charged`() throws {
    // Each pair costs what a row may have, so half of these spend what there is. Then every row ends
    // with its line, the last one too.
    let pairs = 2 * Limits.recoveryByteCountMax / Limits.recordByteCountMax
    // So that there is as much to read behind the last of them.
    let filling = Limits.recordByteCountMax / 9 + 1
    let rows = try Self.pairs(pairs + filling).rows
    #expect(rows.count == 2 * (pairs + filling) + 2)
    #expect(rows.dropLast().last?.reportsText("d,\"e") == true)
    #expect(rows.last?.reportsText("f\",g") == true)
  }

  @Test func `longer than a row may be is one reported row, and the next is read`() throws {
    let long = String(repeating: "x", count: Limits.recordByteCountMax + 10)
    let text = "\(Self.header)\n1,\(long)\n2,Fen,Jon Ash,,4,read,\n"
    let table = try #require(try CSVTable(Array(text.utf8), delimiter: UInt8(ascii: ",")))
    #expect(table.rows.count == 2)
    #expect(table.rows[0].reportsText("xxx"))
    #expect(table.rows[1].isBook(2))
  }
}

extension CSVTable.Row {
  fileprivate func isBook(_ number: Int) -> Bool {
    guard case .cells(let cells, _) = content else { return false }
    return cells.first == String(number) && cells.count == 7
  }

  fileprivate func reportsText(_ text: String) -> Bool {
    guard case .malformed(let raw, _) = content else { return false }
    return raw.contains(text)
  }
}
