import Library

/// How far a link that the receiver's device sent has come (NAVIGATION §3.7, `link.state`).
public struct LinkState: Hashable, Sendable {
  /// How far.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// The server keeps it; the device is away, or has another link of this id to answer first.
    case sent
    /// It is at the device, which has not answered yet.
    case delivered
    /// It is on the screen there.
    case opened
    /// The person there turned it away.
    case dismissed
    /// Nobody answered for ten days, or ten younger ones wait, or the device was removed.
    case expired
    /// The device opens nothing for others.
    case blocked

    /// Whether nothing more can become of it.
    public var isFinal: Bool {
      switch self {
      case .sent, .delivered: false
      case .opened, .dismissed, .expired, .blocked: true
      }
    }
  }

  /// The name of the `LinkSend`.
  public var id: String
  /// How far.
  public var state: State

  /// Says how far the link `id` has come.
  public init(id: String, state: State) {
    self.id = id
    self.state = state
  }
}

extension LinkState: Payload {
  static let type = "link.state"

  init(_ members: Members) throws(WireError) {
    id = try members.identifier("id")
    state = try members.choice("state")
  }

  var members: JSONObject { ["id": .string(id), "state": .string(state.rawValue)] }
}
