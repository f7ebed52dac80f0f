/// Finds numbers in the server's messages without reading the rest: members stand in the order of their
/// names.
extension Span<UInt8> {
  /// How many commits' operations a `changes` message brings; 0 for any other message.
  var editCount: Int {
    guard let from = number(after: "{\"from\":", at: 0) else { return 0 }
    var start = count - 2
    while start > 0, self[start] != UInt8(ascii: ":") { start -= 1 }
    guard let to = number(after: ":", at: start) else { return 0 }
    return to - from
  }

  /// The batch and the library's head that an `ack` tells of; nil for any other message.
  var acknowledged: (batch: Int, head: Int)? {
    guard let batch = number(after: "{\"batch\":", at: 0) else { return nil }
    let next = "{\"batch\":".utf8.count + "\(batch)".utf8.count
    guard let head = number(after: ",\"head\":", at: next) else { return nil }
    return (batch, head)
  }

  /// Whether it is `behind`: with the server's head first, as no other message to a silent listener.
  var isBehind: Bool { number(after: "{\"head\":", at: 0) != nil }

  /// The whole number behind `text`, where that stands at `start`.
  private func number(after text: StaticString, at start: Int) -> Int? {
    let length = text.utf8CodeUnitCount
    guard start >= 0, start + length < count else { return nil }
    for index in 0..<length {
      guard unsafe self[start + index] == text.utf8Start[index] else { return nil }
    }
    var (value, place) = (0, start + length)
    while place < count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self[place]) {
      value = value * 10 + Int(self[place] - UInt8(ascii: "0"))
      place += 1
    }
    return place > start + length ? value : nil
  }
}
