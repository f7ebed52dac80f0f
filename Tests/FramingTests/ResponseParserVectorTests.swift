import Framing
import HTTPTypes
import Library
import TestSupport
import Testing

/// Answers as a client reads them: `framing/answers.json`.
struct ResponseParserVectorTests {
  static let cases = (try? Vectors.cases("framing", "answers.json")) ?? []

  @Test(arguments: cases)
  func `an answer is read as the vector says, however it arrives`(
    _ vector: Vectors.Case
  ) throws {
    let bytes = try VectorBytes.read(vector.body["when"])
    let given = vector.body["given"]
    for pieces in Feeding.all(bytes) {
      let told = Self.read(
        pieces, bodyByteCountMax: given?["bodyByteCountMax"]?.int ?? 1 << 20,
        ends: given?["ends"]?.bool ?? false)
      #expect(told == vector.body["expect"], "in pieces of \(pieces.map(\.count))")
    }
  }

  private static func read(_ pieces: [[UInt8]], bodyByteCountMax: Int, ends: Bool) -> JSONValue {
    var parser = ResponseParser(bodyByteCountMax: bodyByteCountMax)
    do throws(ResponseError) {
      for piece in pieces {
        var start = 0
        if let response = try parser.next(piece.span, from: &start) { return json(response) }
      }
      return ends ? json(try parser.end()) : nil
    } catch {
      return ["error": .string(name(error))]
    }
  }

  private static func name(_ error: ResponseError) -> String {
    switch error {
    case .malformed: "malformed"
    case .tooLarge: "tooLarge"
    case .cutOff: "cutOff"
    }
  }

  private static func json(_ response: Response) -> JSONValue {
    [
      "status": .int(response.head.status.code),
      "fields": .array(
        response.head.headerFields.map { [.string($0.name.rawName), .string($0.value)] }),
      "body": .string(String(decoding: response.body, as: UTF8.self)),
    ]
  }
}
