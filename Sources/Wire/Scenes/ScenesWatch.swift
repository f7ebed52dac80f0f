import Library

/// Asks for all scenes of the account, and from then on for every change of them (`scenes.watch`);
/// or, with `isOn` false, for no more. Answered by `Scenes`, `ScenesShare`, and a `LinkState` for each
/// link of this device that is under way.
public struct ScenesWatch: Hashable, Sendable {
  /// Whether they are wanted.
  public var isOn: Bool

  /// Asks for them, or for no more.
  public init(isOn: Bool = true) { self.isOn = isOn }
}

/// How much others see of a device's windows (NAVIGATION §3.8, `scenes.share`). From a client it sets
/// that of its own device; from the server it says what it is.
public struct ScenesShare: Hashable, Sendable {
  /// How much.
  public enum Share: String, Hashable, Sendable, CaseIterable {
    /// Everything: one account is one person.
    case full
    /// The tab, its list and what is on top, so that Continue gives just that.
    case place
    /// Nothing; what was stored is deleted.
    case off
  }

  /// How much.
  public var share: Share

  /// Says how much.
  public init(share: Share) { self.share = share }
}

extension ScenesWatch: Payload {
  static let type = "scenes.watch"
  init(_ members: Members) throws(WireError) { isOn = try members.optionalBool("on") ?? true }
  var members: JSONObject { ["on": .bool(isOn)] }
}

extension ScenesShare: Payload {
  static let type = "scenes.share"
  init(_ members: Members) throws(WireError) { share = try members.choice("share") }
  var members: JSONObject { ["share": .string(share.rawValue)] }
}
