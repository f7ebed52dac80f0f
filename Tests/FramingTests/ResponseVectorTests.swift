import Framing
import HTTPTypes
import Library
import TestSupport
import Testing

/// Answers: `framing/responses.json`.
struct ResponseVectorTests {
  static let cases = (try? Vectors.cases("framing", "responses.json")) ?? []

  @Test(arguments: cases)
  func `an answer has the bytes of the vector`(_ vector: Vectors.Case) throws {
    let given = try #require(vector.body["given"]?["request"]?.string)
    let when = try #require(vector.body["when"])
    let code = try #require(when["status"]?.int)
    var response = HTTPResponse(
      status: .init(code: code, reasonPhrase: when["reason"]?.string ?? ""))
    for field in when["fields"]?.array ?? [] {
      let pair = try #require(field.array)
      let name = try #require(pair[0].string.flatMap { HTTPField.Name($0) })
      response.headerFields.append(HTTPField(name: name, value: pair[1].string ?? ""))
    }
    let date = vector.body["given"]?["date"]?.string
    var connection = ServerConnection { date }
    _ = connection.receive(given)
    var actions: [ConnectionAction] = []
    connection.respond(response, body: Array((when["body"]?.string ?? "").utf8), into: &actions)
    var sent: [UInt8] = []
    for case .write(let bytes) in actions { sent += bytes }
    #expect(String(decoding: sent, as: UTF8.self) == vector.body["expect"]?["text"]?.string)
    #expect(actions.contains(.finish) == (vector.body["expect"]?["finish"]?.bool ?? false))
  }
}
