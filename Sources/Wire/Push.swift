public import Library

/// Ops on their way to the server (SYNC §3, `push`); several may be in flight.
public struct Push: Hashable, Sendable {
  /// The client's name for this push, which the `ack` repeats.
  public var batch: BatchName
  /// 1…`Limits.pushOperationCountMax` ops in order of n.
  public var operations: [PushedOperation]

  /// Makes a push.
  public init(batch: BatchName, operations: [PushedOperation]) {
    self.batch = batch
    self.operations = operations
  }

  /// Makes a push of whole ops.
  public init(batch: BatchName, _ operations: [Operation]) {
    self.init(batch: batch, operations: operations.map(PushedOperation.valid))
  }
}

/// One op of a push, as far as it could be read.
///
/// A push survives a malformed op in it: that op alone is refused with its problem, and n goes on
/// behind it. Only where `n` itself cannot be read is the whole push malformed, because nothing
/// could then say which op was refused.
public enum PushedOperation: Hashable, Sendable {
  /// An op whose form is right; whether its values are is for the merge to say.
  case valid(Operation)
  /// An op to be refused with `problem`; `id` is nil when that could not be read either.
  case invalid(n: Int, id: String?, problem: Problem)

  /// The place in the device's order.
  public var n: Int {
    switch self {
    case .valid(let operation): operation.n
    case .invalid(let n, _, _): n
    }
  }
}

extension Push: Payload {
  static let type = "push"

  init(_ members: Members) throws(WireError) {
    batch = try BatchName(members, "batch")
    let count = try members.array("ops").count
    guard count >= 1 else { throw .outOfRange(member: "ops") }
    guard count <= Limits.pushOperationCountMax else {
      throw .tooMany(member: "ops", count: count, max: Limits.pushOperationCountMax)
    }
    operations = try members.list("ops") { each throws(WireError) in try PushedOperation(each) }
  }

  var members: JSONObject {
    ["batch": batch.json, "ops": .array(operations.map(\.json))]
  }
}

extension PushedOperation {
  init(_ members: Members) throws(WireError) {
    let n = try members.int("n", in: 1...JSONValue.integerMax)
    do {
      self = .valid(try Operation(json: .object(members.object)))
    } catch {
      let id = members.object["op"]?.string.flatMap { Identifier.isValid($0) ? $0 : nil }
      self = .invalid(n: n, id: id, problem: error)
    }
  }

  /// An invalid op is told by what could be read of it; nobody sends one on.
  var json: JSONValue {
    switch self {
    case .valid(let operation): return operation.json
    case .invalid(let n, let id, _):
      var object: JSONObject = ["n": .int(n)]
      object["op"] = id.map(JSONValue.string)
      return .object(object)
    }
  }
}
