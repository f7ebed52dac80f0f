/// The one honest thing a person sees of the sync.
public struct Status: Hashable, Sendable {
  /// The sync in a word.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// Everything is on the server, and nothing was refused.
    case saved
    /// Something is on its way.
    case saving
    /// The server is out of reach; edits wait.
    case offline
    /// Something needs a person.
    case problem
    /// The server does not know this device.
    case unpaired
    /// The first contact is being made.
    case starting
  }

  /// How far the first sync is, in sequences.
  public struct Progress: Hashable, Sendable {
    /// What is here.
    public var have: Int
    /// What there is, once the server has told it.
    public var of: Int?
  }

  /// The sync in a word.
  public var state: State
  /// Ops that the server does not have yet.
  public var waiting: Int
  /// Ops that the server refused.
  public var problems: Int
  /// Why the state is `problem`: one sentence; nil where the reason is no more than refused ops, each
  /// of which has its own.
  public var message: String?
  /// How far the first sync is, while a part of the library is here.
  public var progress: Progress?
  /// How wrong this device's clock is, when that is much.
  public var clockOffsetMilliseconds: Int?
}
