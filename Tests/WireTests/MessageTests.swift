import Library
import TestSupport
import Testing
import Wire

/// The shared vectors of every message: what is read, and what is wrong with what is not.
struct MessageTests {
  static let files = [
    "hello.json", "welcome.json", "pull.json", "page.json", "changes.json", "behind.json",
    "push.json", "ack.json", "heartbeat.json", "error.json", "envelope.json",
    "scenes.json",
  ]

  static func cases() throws -> [Vectors.Case] {
    try files.flatMap { try Vectors.cases("wire", $0) }
  }

  @Test(arguments: try cases())
  func `a message is read, or refused by its name`(vector: Vectors.Case) throws {
    let expected = try #require(vector.body["expect"])
    let bytes = try Self.bytes(try #require(vector.body["when"]))
    let isFromClient = vector.body["given"]?["from"] == "client"
    do throws(WireError) {
      let read = isFromClient ? try Self.client(bytes) : try Self.server(bytes)
      #expect(expected["fault"] == nil, "it was read")
      #expect(read.unknown == expected["unknown"]?.string)
      let refused = (expected["refused"]?.array ?? []).compactMap(\.int)
      #expect(read.refused == refused)
      if let message = expected["message"] {
        #expect(String(decoding: read.encoded, as: UTF8.self) == message.canonicalText)
      }
    } catch {
      #expect(error.fault == expected["fault"]?.string, "\(error.message)")
      #expect(error.member == expected["member"]?.string)
      #expect(Int(error.closeCode.rawValue) == expected["close"]?.int)
      #expect(error.message.hasSuffix("."))
    }
  }

  /// To compare such texts takes as long as the square of their marks.
  @Test(arguments: [#"\u0301\u0323"#, "\u{301}\u{323}", "\u{5B0}\u{327}"])
  func `more marks on one letter than any script needs are refused`(marks: String) throws {
    func message(_ count: Int) -> [UInt8] {
      let text = "e" + String(repeating: marks, count: count / 2) + "e"
      let change = #"{"e":"book","id":"emma","set":{"review":"\#(text)\#(text)"}}"#
      return Array(
        #"{"t":"push","batch":1,"ops":[{"op":"a","n":1,"base":0,"at":0,"do":[\#(change)]}]}"#.utf8)
    }
    let most = Wire.Limits.marksInRowMax
    _ = try ClientMessage(decoding: message(most))
    let fault = #expect(throws: WireError.self) { try ClientMessage(decoding: message(most + 2)) }
    #expect(fault?.message == "A text has more marks on one letter than any script needs.")
    #expect(fault?.closeCode == .malformed)
  }

  /// What a test compares of either side's messages.
  private struct Read {
    var encoded: [UInt8]
    var unknown: String?
    var refused: [Int] = []
  }

  private static func client(_ bytes: [UInt8]) throws(WireError) -> Read {
    let message = try ClientMessage(decoding: bytes)
    var read = Read(encoded: message.encoded())
    if case .unknown(let type) = message { read.unknown = type }
    guard case .push(let push) = message else { return read }
    read.refused = push.operations.compactMap { operation in
      guard case .invalid(let n, _, _) = operation else { return nil }
      return n
    }
    return read
  }

  private static func server(_ bytes: [UInt8]) throws(WireError) -> Read {
    let message = try ServerMessage(decoding: bytes)
    var read = Read(encoded: message.encoded())
    if case .unknown(let type) = message { read.unknown = type }
    return read
  }

  /// The text of a vector; `pad` brings it to that many bytes by a member that nobody knows.
  private static func bytes(_ when: JSONValue) throws -> [UInt8] {
    if let text = when["text"]?.string { return Array(text.utf8) }
    let bare = try #require(when["json"]).canonicalText
    guard let size = when["pad"]?.int else { return Array(bare.utf8) }
    let rest = size - bare.utf8.count - ",\"pad\":\"\"".utf8.count
    return Array("\(bare.dropLast()),\"pad\":\"\(String(repeating: "x", count: rest))\"}".utf8)
  }
}

extension WireError {
  /// The name of the fault in the vectors.
  fileprivate var fault: String {
    switch self {
    case .tooLarge: "tooLarge"
    case .tooMany: "tooMany"
    case .notJSON: "notJSON"
    case .notObject: "notObject"
    case .missing: "missing"
    case .wrongType: "wrongType"
    case .outOfRange: "outOfRange"
    }
  }
}
