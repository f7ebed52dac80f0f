package import HTTPTypes

/// What is done with a request's body, decided as soon as the head is read, and before `100 Continue`.
package enum BodyRule: Sendable {
  /// So many bytes of it are read. Beyond: 413. The request keeps `permit` for as long as it is about.
  case read(atMost: Int, permit: BodyPermit? = nil)

  /// None of it is read: this is the answer, and the connection ends.
  case refuse(HTTPResponse, body: [UInt8])
}

/// Leave to send a body that takes much of something, given back once neither a connection nor anybody
/// whom it handed the request to has the body any more, or needs it.
package final class BodyPermit: Sendable {
  private let giveBack: @Sendable () -> Void

  /// A permit that ends with `giveBack`, on whatever thread the last who had it was; called once more where
  /// that was told before that the body is needed no more.
  package init(givingBack giveBack: @escaping @Sendable () -> Void) {
    self.giveBack = giveBack
  }

  deinit { giveBack() }

  /// Gives it back.
  func end() { giveBack() }
}

/// One is equal to itself alone.
extension BodyPermit: Hashable {
  /// Whether they are the same one.
  package static func == (left: BodyPermit, right: BodyPermit) -> Bool { left === right }

  /// Hashes which one it is.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
