import Hub

/// Gives the sessions of one loop their numbers, in which the loop can be read: whoever holds a
/// session's id knows to which loop's mailbox its letters go.
struct SessionNumbers {
  private let loop: Int
  private let loopCount: Int
  private var count = 0

  init(loop: Int, of loopCount: Int) {
    self.loop = loop
    self.loopCount = loopCount
  }

  /// A number that was never given before.
  mutating func next() -> SessionID {
    count += 1
    return SessionID(count * loopCount + loop)
  }

  /// The loop of `session`.
  static func loop(of session: SessionID, among loopCount: Int) -> Int {
    session.number % loopCount
  }
}
