public import Library

/// What became of a push (SYNC §3, `ack`). Sent only when it is durable.
public struct Ack: Hashable, Sendable {
  /// What became of one op.
  public struct Result: Hashable, Sendable {
    /// The op's place in the device's order.
    public var n: Int
    /// The sequence the op has in the library; nil when it was refused.
    public var seq: Int?
    /// What became of it.
    public var outcome: Outcome
    /// The id of the conflict record, when there is one.
    public var conflict: String?
    /// Why it was refused.
    public var problem: Problem?

    /// Makes a result.
    public init(
      n: Int, seq: Int? = nil, outcome: Outcome, conflict: String? = nil, problem: Problem? = nil
    ) {
      self.n = n
      self.seq = seq
      self.outcome = outcome
      self.conflict = conflict
      self.problem = problem
    }
  }

  /// The name of the push.
  public var batch: BatchName
  /// The last n recorded for the device: everything up to it is durable or refused.
  public var through: Int
  /// The library's last sequence.
  public var head: Int
  /// One per op of the push, in order.
  public var results: [Result]

  /// Makes an ack.
  public init(batch: BatchName, through: Int, head: Int, results: [Result]) {
    self.batch = batch
    self.through = through
    self.head = head
    self.results = results
  }
}

extension Ack: Payload {
  static let type = "ack"

  init(_ members: Members) throws(WireError) {
    batch = try BatchName(members, "batch")
    through = try members.count("through")
    head = try members.count("head")
    results = try members.list("results") { each throws(WireError) in try Result(each) }
  }

  var members: JSONObject {
    [
      "batch": batch.json, "through": .int(through), "head": .int(head),
      "results": .array(results.map(\.json)),
    ]
  }
}

extension Ack {
  /// The text of the message, as `message.canonicalBytes` gives it too: of all messages the hub sends most
  /// of these, one after the other, so it is written without a tree of values in between.
  func encoded() -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(96 + 48 * results.count)
    bytes.append(contentsOf: #"{"batch":"#.utf8)
    batch.json.appendCanonical(to: &bytes)
    bytes.append(contentsOf: #","head":"#.utf8)
    JSONValue.int(head).appendCanonical(to: &bytes)
    bytes.append(contentsOf: #","results":["#.utf8)
    for (place, result) in results.enumerated() {
      if place > 0 { bytes.append(UInt8(ascii: ",")) }
      result.appendCanonical(to: &bytes)
    }
    bytes.append(contentsOf: #"],"t":"ack","through":"#.utf8)
    JSONValue.int(through).appendCanonical(to: &bytes)
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }
}

extension Ack.Result {
  /// Nearly every op is written as it came.
  fileprivate func appendCanonical(to bytes: inout [UInt8]) {
    guard let seq, conflict == nil, problem == nil else { return json.appendCanonical(to: &bytes) }
    bytes.append(contentsOf: #"{"n":"#.utf8)
    JSONValue.int(n).appendCanonical(to: &bytes)
    bytes.append(contentsOf: #","outcome":""#.utf8)
    bytes.append(contentsOf: outcome.rawValue.utf8)
    bytes.append(contentsOf: #"","seq":"#.utf8)
    JSONValue.int(seq).appendCanonical(to: &bytes)
    bytes.append(UInt8(ascii: "}"))
  }

  init(_ members: Members) throws(WireError) {
    n = try members.int("n", in: 1...JSONValue.integerMax)
    seq = try members.optionalInt("seq", in: 0...JSONValue.integerMax)
    guard let outcome = Outcome(rawValue: try members.text("outcome")) else {
      throw .outOfRange(member: members.path("outcome"))
    }
    self.outcome = outcome
    conflict = try members.optionalIdentifier("conflict")
    problem = try members.optionalMembers("problem").map { each throws(WireError) in
      try Problem(each)
    }
  }

  var json: JSONValue {
    var object: JSONObject = ["n": .int(n), "outcome": .string(outcome.rawValue)]
    object["seq"] = seq.map(JSONValue.int)
    object["conflict"] = conflict.map(JSONValue.string)
    object["problem"] = problem?.bounded.json
    return .object(object)
  }
}

extension Problem {
  /// Reads a problem; a code nobody here knows reads as `invalid`, and its words still tell.
  init(_ members: Members) throws(WireError) {
    self.init(
      Code(rawValue: try members.text("code")) ?? .invalid,
      try members.text("message", byteCountMax: Limits.sentenceByteCountMax),
      field: try members.optionalText("field", byteCountMax: Limits.sentenceByteCountMax))
  }

  /// So much of it that every receiver takes it: an ack that cannot be read is asked for for ever.
  fileprivate var bounded: Problem {
    Problem(code, Self.cut(message), field: field.map(Self.cut))
  }

  private static func cut(_ text: String) -> String {
    guard text.utf8.count > Limits.sentenceByteCountMax else { return text }
    // A scalar takes four bytes at most.
    return String(text.unicodeScalars.prefix(Limits.sentenceByteCountMax / 4))
  }
}
