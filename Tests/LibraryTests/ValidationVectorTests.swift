import Library
import TestSupport
import Testing

/// What is refused, and in what words (BOOKS §5).
struct ValidationVectorTests {
  @Test(arguments: try Vectors.cases("library", "validate.json"))
  func `operations are checked as the vectors say`(vector: Vectors.Case) throws {
    let device = try #require(vector.body["given"]?["device"]?.string)
    let when = try #require(vector.body["when"])
    let problem = try problem(of: when, device: device)
    let expected = try #require(vector.body["expect"])
    #expect(problem?.code.rawValue == expected["code"]?.string)
    #expect(problem?.field == expected["field"]?.string)
    // Vectors from elsewhere may leave the words to us.
    if let message = expected["message"]?.string { #expect(problem?.message == message) }
  }

  private func problem(of when: JSONValue, device: String) throws -> Problem? {
    do {
      if let operation = when["op"] {
        try Validation.check(try Operation(json: operation), device: device)
      } else {
        try Validation.check(try Change(json: try #require(when["change"])), device: device)
      }
      return nil
    } catch let problem as Problem {
      return problem
    }
  }
}
