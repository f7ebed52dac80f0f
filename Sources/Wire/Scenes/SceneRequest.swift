import Library

/// What a client says about windows and links (NAVIGATION §3.6–§3.8, SYNC §3). A server answers a
/// request that it cannot grant by `SceneRefused` or `LinkRefused`; the connection stays open.
public enum SceneRequest: Hashable, Sendable {
  /// Takes a scene, so as to publish where it is.
  case attach(SceneAttach)
  /// Says where a scene is.
  case publish(ScenePublish)
  /// Closes a scene.
  case detach(SceneDetach)
  /// Asks for the account's scenes, and for every change of them.
  case watch(ScenesWatch)
  /// Says how much of this device's scenes others see.
  case share(ScenesShare)
  /// Asks another device to open a link.
  case sendLink(LinkSend)
  /// Says what became of a link that came.
  case answerLink(LinkAnswer)
}

extension SceneRequest {
  /// The request of this type, or nil when the type is none.
  init?(_ type: String, _ members: Members) throws(WireError) {
    switch type {
    case SceneAttach.type: self = .attach(try SceneAttach(members))
    case ScenePublish.type: self = .publish(try ScenePublish(members))
    case SceneDetach.type: self = .detach(try SceneDetach(members))
    case ScenesWatch.type: self = .watch(try ScenesWatch(members))
    case ScenesShare.type: self = .share(try ScenesShare(members))
    case LinkSend.type: self = .sendLink(try LinkSend(members))
    case LinkAnswer.type: self = .answerLink(try LinkAnswer(members))
    default: return nil
    }
  }

  private var payload: any Payload {
    switch self {
    case .attach(let payload): payload
    case .publish(let payload): payload
    case .detach(let payload): payload
    case .watch(let payload): payload
    case .share(let payload): payload
    case .sendLink(let payload): payload
    case .answerLink(let payload): payload
    }
  }

  /// The `t` of the message.
  public var type: String { Swift.type(of: payload).type }

  var message: JSONValue { payload.message }
}
