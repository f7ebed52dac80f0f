/// Names a connection for as long as the server runs; never used twice.
package struct SessionID: Hashable, Comparable, Sendable {
  /// The connection's number.
  package let number: Int

  /// Names the connection `number`.
  package init(_ number: Int) {
    self.number = number
  }

  /// Whether `left` was connected before `right`.
  package static func < (left: SessionID, right: SessionID) -> Bool {
    left.number < right.number
  }
}
