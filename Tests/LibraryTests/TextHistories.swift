import Library
import TestSupport

/// Random histories of one text: devices that all had it before them went offline, each to change its
/// words a few times.
struct TextHistories {
  static let words = (0..<16).map { "w\($0)" }
  static let creation = Push(
    device: "A",
    operation: Operation(
      id: "first", n: 1, base: 0, at: 1000,
      changes: [
        Change(
          Histories.book, life: .create,
          set: ["title": "Dune", "note": .string(words.joined(separator: " "))])
      ]))

  var random: SeededRandom

  init(seed: Int) { random = SeededRandom(seed: seed) }

  /// One list of operations per device, each in the device's order and all with the same base.
  mutating func concurrent(devices: Int) -> [[Push]] {
    (0..<devices).map { index in
      let device = String(UnicodeScalar(UInt8(ascii: "A") + UInt8(index)))
      let first = device == "A" ? 2 : 1
      var words = Self.words
      var at = 1000
      return (0..<Int.random(in: 1...3, using: &random)).map { step in
        at += Int.random(in: 1...40, using: &random)
        edit(&words, new: "\(device)\(step)")
        let note = words.joined(separator: " ")
        return Push(
          device: device,
          operation: Operation(
            id: "op-\(device)-\(step)", n: first + step, base: 1, at: at,
            changes: [Change(Histories.book, set: ["note": .string(note)])]))
      }
    }
  }

  private mutating func edit(_ words: inout [String], new: String) {
    let place = Int.random(in: 0..<max(words.count, 1), using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0 where words.count > 1: words.remove(at: place)
    case 1 where !words.isEmpty: words[place] = new
    default: words.insert(new, at: min(place, words.count))
    }
  }
}
