/// Why a server did not give what was asked of it, as one sentence for a person.
public enum ServerError: Error, Hashable, Sendable {
  /// There is no way to it now; trying again later may help.
  case unreachable(ServerAddress, reason: String)
  /// Somebody is there, but does not prove to be the server that is meant; nothing was told them.
  case insecure(ServerAddress, TLSFault)
  /// It answered, and said no: with an HTTP status, a word for programs and a sentence.
  case refused(status: Int, code: String, message: String)
  /// A picture has more bytes than a server takes (`Limits.pictureByteCountMax`); nothing was sent.
  case tooLong(byteCount: Int)
  /// It answered in a way that no Dogear server does.
  case unreadable(String)
}

extension ServerError: CustomStringConvertible {
  /// What happened.
  public var description: String {
    switch self {
    case .unreachable(let address, let reason): "\(address) cannot be reached: \(reason)"
    case .insecure(let address, let fault): "\(address) cannot be reached safely: \(fault)"
    case .refused(_, _, let message): message
    case .tooLong(let byteCount):
      "The picture has \(byteCount >> 10) KiB, and a server takes \(Limits.pictureByteCountMax >> 10); nothing "
        + "was sent. Make it smaller."
    case .unreadable(let message): message
    }
  }
}
