public import Library

/// What a server may say (SYNC §3).
public enum ServerMessage: Hashable, Sendable {
  /// The answer to `hello`.
  case welcome(Welcome)
  /// The answer to `pull`.
  case page(Page)
  /// What a commit changed.
  case changes(Changes)
  /// Live messages were dropped: pull.
  case behind(Behind)
  /// The answer to `push`.
  case ack(Ack)
  /// A heartbeat.
  case ping(Ping)
  /// The answer to one.
  case pong(Pong)
  /// Something about windows and links.
  case scene(SceneNotice)
  /// What went wrong, before closing.
  case error(ErrorNotice)
  /// A type that this side does not know: ignored.
  case unknown(type: String)

  /// Reads one text message.
  /// - Throws: `WireError`, naming the member that is wrong.
  public init(decoding bytes: [UInt8]) throws(WireError) {
    let envelope = try Envelope(bytes, byteCountMax: Limits.serverMessageByteCountMax)
    switch envelope.type {
    case Welcome.type: self = .welcome(try Welcome(envelope.members))
    case Page.type: self = .page(try Page(envelope.members))
    case Changes.type: self = .changes(try Changes(envelope.members))
    case Behind.type: self = .behind(try Behind(envelope.members))
    case Ack.type: self = .ack(try Ack(envelope.members))
    case Ping.type: self = .ping(try Ping(envelope.members))
    case Pong.type: self = .pong(try Pong(envelope.members))
    case ErrorNotice.type: self = .error(try ErrorNotice(envelope.members))
    case let type:
      self = try SceneNotice(type, envelope.members).map { .scene($0) } ?? .unknown(type: type)
    }
  }

  /// The message as a value. An unknown one is its type alone.
  public var json: JSONValue {
    switch self {
    case .welcome(let payload): payload.message
    case .page(let payload): payload.message
    case .changes(let payload): payload.message
    case .behind(let payload): payload.message
    case .ack(let payload): payload.message
    case .ping(let payload): payload.message
    case .pong(let payload): payload.message
    case .scene(let notice): notice.message
    case .error(let payload): payload.message
    case .unknown(let type): ["t": .string(type)]
    }
  }

  /// The message as UTF-8 text, in canonical form.
  public func encoded() -> [UInt8] {
    if case .ack(let ack) = self { return ack.encoded() }
    return json.canonicalBytes
  }
}
