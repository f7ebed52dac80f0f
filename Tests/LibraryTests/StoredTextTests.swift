import Library
import TestSupport
import Testing

/// An entity read from its text stays text as far as nobody asks for it, which nobody may notice.
struct StoredTextTests {
  @Test(arguments: 0..<200)
  func `what merges with stored texts is to the byte what merges with states`(seed: Int) throws {
    var source = HostileJSON(seed: seed)
    try compare((1...40).map { (source.operation(n: $0), "B") })
  }

  @Test(arguments: 0..<100)
  func `histories of several devices come to the same with stored texts`(seed: Int) throws {
    var histories = Histories(seed: seed)
    let pushes = histories.interleaved(histories.concurrent(devices: 4))
    try compare(pushes.map { ($0.operation.json, $0.device) })
  }

  @Test func `a set whose elements came one by one is written as it was read`() throws {
    let count = 2_000
    let names = (0..<count).map { "t\(100_000 + $0)" }
    let elements = names.enumerated().map { place, name in
      "\"\(name)\":[\"\(name)\",\(place + 1),null,[null,\(place)]]"
    }
    let versions = (0..<count).map { "[1000,\($0 + 1),\"A\",\"i\",\($0 + 1)]" }
    let text =
      "{\"a\":[0],\"c\":0,\"e\":\"book\",\"id\":\"b\",\"s\":{\"tags\":{"
      + elements.joined(separator: ",") + "}},\"u\":\(count - 1),\"v\":["
      + versions.joined(separator: ",") + "]}"
    let state = try EntityState(stored: Array(text.utf8))
    #expect(state.storedText == text)
  }

  /// Pushes to a server that keeps states and to one that reads each from its text.
  private func compare(_ pushes: [(operation: JSONValue, device: String)]) throws {
    var (known, stored) = (MergeServer(), MergeServer(isStored: true))
    let creation = (operation: Histories.creation.operation.json, device: "A")
    for push in [creation] + pushes {
      guard let operation = try? Operation(json: push.operation) else { continue }
      let left = Result { try known.push(operation, device: push.device, now: 2000) }
      let right = Result { try stored.push(operation, device: push.device, now: 2000) }
      guard let left = try? left.get(), let right = try? right.get() else {
        #expect((try? left.get()) == nil && (try? right.get()) == nil)
        continue
      }
      #expect(left == right)
      #expect(left.states.map(\.storedText) == right.states.map(\.storedText))
      for cursor in [0, known.head / 2, known.head - 1] {
        let rows = left.states.map { $0.row(since: cursor)?.canonicalText }
        #expect(rows == left.states.map { Self.appendedRow(of: $0, since: cursor) })
        #expect(rows == right.states.map { $0.row(since: cursor)?.canonicalText })
        #expect(rows == right.states.map { Self.appendedRow(of: $0, since: cursor) })
      }
    }
  }

  /// Spellings of a value, canonical or not, and what is none.
  private static let spellings =
    [
      "1", "-1", "0", "-0", "01", "-01", "1.0", "0.5", "1e2", "1E+2", "1.", "-", "+1",
      "123456789012345", "1234567890123456", "9007199254740991", "9007199254740993", "1e999",
      #""""#, #""a""#, #""é""#, #""\n""#, #""\u000a""#, #""\u000b""#, #""\u000B""#, #""\u0000""#,
      #""\u0007""#, #""\u0008""#, #""\u0009""#, #""\u000c""#, #""\u000d""#, #""\u000e""#,
      #""\u0010""#, #""\u001a""#, #""\u001f""#, #""\u001F""#, #""\u0020""#, #""\u0041""#, #""\/""#,
      #""\"\\""#, #""\x""#,
      #""\ud83d\ude00""#, #""\ud83d""#, #""\u00""#, #"""#, "\"\u{1}\"", "\"\u{7f}\"", #""a"b"#,
      "null", "nul", "nulls", "true", "tru", "false", "falsy", "", " 1", "1 ", "\"a\" ",
      "[]", "[ ]", "[1,2]", "[1, 2]", "[1,]", "[,1]", "[1", "]", "[1}", "[1.0]", "[[],{}]",
      "{}", "{ }", #"{"a":1,"b":2}"#, #"{"b":1,"a":2}"#, #"{"a":1,"a":2}"#, #"{"a":1,}"#,
      #"{"a" :1}"#, #"{"a": 1}"#, #"{"a"}"#, "{a:1}", #"{"a":1"#, #"{"a":1]"#, #"{"":1,"a":2}"#,
      #"{"a":1,"é":2}"#, #"{"é":1,"a":2}"#, #"{"\n":1,"a":2}"#, #"{"a":{"b":[1,{"c":null}]}}"#,
      #"{"ab":1,"a":2}"#, #"{"a":1,"ab":2}"#, #"[{"name":"Frank Herbert","role":"author"}]"#,
    ] + [31, 32, 33, 60, 61, 70].map(nested)

  private static func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }

  @Test(arguments: spellings)
  func `a value reads, and is written again, as if it had been read at once`(spelling: String) {
    check(text(note: spelling))
    check(text(position: spelling))
  }

  @Test(arguments: [
    "a", "", "é", #"a\"b"#, #"\u0061"#, #"\n"#, "zz", "e\u{301}", "\u{212A}", "K", "o", "f",
  ])
  func `a name reads, and is written again, as if it had been read at once`(name: String) {
    check(text(field: name))
    check(text(key: name))
    check(text(key: name, name: "other"))
    check(text(set: name))
  }

  @Test(arguments: [
    ("e\u{301}", "é"), ("K", "\u{212A}"), ("a", "é"), ("é", "ê"), ("b", "a"), ("a", "a"),
  ])
  func `two elements read, and are written again, as if read at once`(key: String, other: String) {
    check(text(key: key, other: other))
  }

  @Test(arguments: [
    "[1,0]", "[1,0,1]", "[1,0,1,[1]]", "[1,0,[1]]", "[1,0,[7]]", "[1,0,[7],1]", "[1,0,[-7]]",
    "[1,0,[]]", "[1,0,[7,8]]", "[1,2]", "[1,-1]", "[1,00]", "[1]", "[]", "[1,0.0]", "[1,null]",
    "[1,0 ]", "[1,1,0,[3]]", "{}", "1", "[1,0,[1234567890123456]]",
  ])
  func `the writes of a value read, and are written again, as if read at once`(pair: String) {
    check(text(pair: pair))
    check(text(add: "," + pair))
    check(text(add: ",[2,1]," + pair))
  }

  @Test(arguments: ["null", "0", "1", "2", "-1", "null ", "true", "\"0\"", "0.0", "00"])
  func `what was taken out reads, and is written again, as if read at once`(removed: String) {
    check(text(removed: removed))
    check(text(removed: removed, add: ""))
    check(text(seq: removed, add: ""))
  }

  @Test(arguments: [
    #","ux":true"#, #","ux":tru"#, "x", " ", ",", #","v":[[9,9,"Z","z",9]]"#, #","v":0"#,
    #","z":{"v":[[1,1,"A","i1",1]]}"#,
  ])
  func `what else stands in a text is taken, or not, as if read at once`(more: String) {
    check(text(more: more))
    check(text() + Array(more.utf8))
    check(text(note: #"{"a":1,"v":[[1,1,"A","i1",1]]}"#, more: more))
  }

  @Test func `what is cut off or has another byte in it is refused, or is what it then says`() {
    let whole = text(note: #"[{"name":"Käthe \"K\" Kollwitz\n","role":null},true,-3.25,{"a":[]}]"#)
    for count in whole.indices { check(Array(whole.prefix(count))) }
    for place in whole.indices {
      for byte in Array(#"019,:[]{}"\ aeu-."#.utf8) + [0, 0x1f, 0x80, 0xc3, 0xff] {
        var bytes = whole
        bytes[place] = byte
        check(bytes)
      }
    }
  }

  /// A stored book with parts in other spellings.
  private func text(
    note: String = "\"n\"", field: String = "language", pair: String? = nil,
    set: String = "shelves", key: String = "s1", name: String? = nil, other: String = "sz",
    seq: String = "2", removed: String = "null", position: String? = nil, add: String? = nil,
    more: String = ""
  ) -> [UInt8] {
    let add = add ?? #",[{"position":\#(position ?? #""V""#)},1]"#
    return Array(
      """
      {"a":[1,0],"c":0,"e":"book","id":"b1",\
      "r":{"\(field)":\(pair ?? "[7,0]"),"note":[\(note),1],"title":["Dune",0]},\
      "s":{"\(set)":{"\(key)":["\(name ?? key)",\(seq),\(removed)\(add)],\
      "\(other)":["\(other)",1,0]},"tags":{"sand":["Sand",1,null,[null,0]]}},\
      "u":1\(more),"v":[[1000,1,"A","i1",1],[2000,2,"B","i1",1]]}
      """.utf8)
  }

  /// Reads a text the short way and the long way; both refuse it, or make the same of it.
  private func check(_ bytes: [UInt8]) {
    let short = try? EntityState(stored: bytes)
    let long = (try? JSONValue(parsing: bytes)).flatMap { try? EntityState(json: $0) }
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(short == long, "\(text)")
    guard let short, let long else { return }
    #expect(short.storedText == long.storedText, "\(text)")
    #expect(short.hashValue == long.hashValue)
    for cursor in 0...2 {
      let row = long.row(since: cursor)?.canonicalText
      #expect(short.row(since: cursor)?.canonicalText == row, "\(text)")
      #expect(Self.appendedRow(of: short, since: cursor) == row, "\(text)")
    }
  }

  /// The row as it goes over the wire, for which what nobody asked for is copied.
  private static func appendedRow(of state: EntityState, since cursor: Int) -> String? {
    var bytes: [UInt8] = []
    return state.appendRow(since: cursor, to: &bytes) ? String(decoding: bytes, as: UTF8.self) : nil
  }
}
