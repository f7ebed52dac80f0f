import Library

/// What a server says about windows and links (NAVIGATION §3.6–§3.8, SYNC §3).
public enum SceneNotice: Hashable, Sendable {
  /// The answer to `SceneAttach`.
  case attached(SceneAttached)
  /// Something about a scene was not granted.
  case refused(SceneRefused)
  /// The answer to `ScenesWatch`: every scene there is to see.
  case all(Scenes)
  /// A scene is new, or somewhere else.
  case update(SceneUpdate)
  /// A scene is no more to be seen.
  case gone(SceneGone)
  /// How much of the receiver's own device others see.
  case share(ScenesShare)
  /// Another device asks this one to open a link.
  case linkIncoming(LinkIncoming)
  /// How far a link that was sent has come.
  case linkState(LinkState)
  /// A link was not taken.
  case linkRefused(LinkRefused)
}

extension SceneNotice {
  /// The notice of this type, or nil when the type is none.
  init?(_ type: String, _ members: Members) throws(WireError) {
    switch type {
    case SceneAttached.type: self = .attached(try SceneAttached(members))
    case SceneRefused.type: self = .refused(try SceneRefused(members))
    case Scenes.type: self = .all(try Scenes(members))
    case SceneUpdate.type: self = .update(try SceneUpdate(members))
    case SceneGone.type: self = .gone(try SceneGone(members))
    case ScenesShare.type: self = .share(try ScenesShare(members))
    case LinkIncoming.type: self = .linkIncoming(try LinkIncoming(members))
    case LinkState.type: self = .linkState(try LinkState(members))
    case LinkRefused.type: self = .linkRefused(try LinkRefused(members))
    default: return nil
    }
  }

  private var payload: any Payload {
    switch self {
    case .attached(let payload): payload
    case .refused(let payload): payload
    case .all(let payload): payload
    case .update(let payload): payload
    case .gone(let payload): payload
    case .share(let payload): payload
    case .linkIncoming(let payload): payload
    case .linkState(let payload): payload
    case .linkRefused(let payload): payload
    }
  }

  /// The `t` of the message.
  public var type: String { Swift.type(of: payload).type }

  var message: JSONValue { payload.message }
}
