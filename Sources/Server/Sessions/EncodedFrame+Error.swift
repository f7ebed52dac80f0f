import Framing
import Wire

extension EncodedFrame {
  /// An `error` message (SYNC §3).
  static func error(_ notice: ErrorNotice) -> EncodedFrame {
    .text(ServerMessage.error(notice).encoded())
  }
}
