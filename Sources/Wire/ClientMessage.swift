public import Library

/// What a client may say (SYNC §3).
public enum ClientMessage: Hashable, Sendable {
  /// The first message.
  case hello(Hello)
  /// Asks for what changed.
  case pull(Pull)
  /// Brings ops.
  case push(Push)
  /// A heartbeat.
  case ping(Ping)
  /// The answer to one.
  case pong(Pong)
  /// Something about windows and links.
  case scene(SceneRequest)
  /// A type that this side does not know: ignored.
  case unknown(type: String)

  /// Reads one text message.
  /// - Throws: `WireError`, naming the member that is wrong.
  public init(decoding bytes: [UInt8]) throws(WireError) {
    let envelope = try Envelope(
      bytes, byteCountMax: Limits.messageByteCountMax, marksMax: Limits.marksInRowMax)
    switch envelope.type {
    case Hello.type: self = .hello(try Hello(envelope.members))
    case Pull.type: self = .pull(try Pull(envelope.members))
    case Push.type:
      guard bytes.count <= Limits.pushByteCountMax else {
        throw .tooLarge(byteCount: bytes.count, max: Limits.pushByteCountMax)
      }
      self = .push(try Push(envelope.members))
    case Ping.type: self = .ping(try Ping(envelope.members))
    case Pong.type: self = .pong(try Pong(envelope.members))
    case let type:
      self =
        try SceneRequest(type, envelope.members).map { .scene($0) } ?? .unknown(type: type)
    }
  }

  /// The message as a value. An unknown one is its type alone.
  public var json: JSONValue {
    switch self {
    case .hello(let payload): payload.message
    case .pull(let payload): payload.message
    case .push(let payload): payload.message
    case .ping(let payload): payload.message
    case .pong(let payload): payload.message
    case .scene(let request): request.message
    case .unknown(let type): ["t": .string(type)]
    }
  }

  /// The message as UTF-8 text, in canonical form.
  public func encoded() -> [UInt8] { json.canonicalBytes }
}
