import Library
import TestSupport

/// A pushed operation and its author, as random histories hold them.
struct Push {
  let device: String
  let operation: Operation
}

/// Random histories: devices that all saw one book and then went offline, each to write a few
/// operations of its own.
struct Histories {
  static let book = EntityKey(kind: "book", id: "b1")
  static let creation = Push(
    device: "A",
    operation: Operation(
      id: "first", n: 1, base: 0, at: 1000,
      changes: [
        Change(
          book, life: .create, set: ["title": "Dune", "rating": 300, "cover": "c0"],
          add: ["tags": ["sand": nil, "epic": nil], "shelves": ["s1": ["position": "V"]]])
      ]))

  var random: SeededRandom

  init(seed: Int) { random = SeededRandom(seed: seed) }

  /// One list of operations per device, each in the device's order and all with the same base.
  mutating func concurrent(devices: Int) -> [[Push]] {
    (0..<devices).map { index in
      let device = String(UnicodeScalar(UInt8(ascii: "A") + UInt8(index)))
      let first = device == "A" ? 2 : 1
      var at = 1000
      var pushes: [Push] = []
      for step in 0..<Int.random(in: 1...3, using: &random) {
        at += Int.random(in: 1...40, using: &random)
        let change = change(tag: "\(device)\(step)")
        pushes.append(
          Push(
            device: device,
            operation: Operation(
              id: "op-\(device)-\(step)", n: first + step, base: 1, at: at, changes: [change])))
        // Whoever deletes a book is done with it.
        if change.life == .delete { break }
      }
      return pushes
    }
  }

  /// The operations of all devices in one order that keeps each device's own.
  mutating func interleaved(_ queues: [[Push]]) -> [Push] {
    var queues = queues.map { $0[...] }
    var order: [Push] = []
    while let index = queues.indices.filter({ !queues[$0].isEmpty }).randomElement(using: &random) {
      order.append(queues[index].removeFirst())
    }
    return order
  }

  /// Any one change; `tag` makes its values unlike all others.
  private mutating func change(tag: String) -> Change {
    let book = Self.book
    let shelf = ["s1", "s2"].randomElement(using: &random) ?? "s1"
    let word = ["sand", "epic", "gift"].randomElement(using: &random) ?? "sand"
    switch Int.random(in: 0..<9, using: &random) {
    case 0: return Change(book, life: .delete)
    case 1: return Change(book, set: ["title": .string("Title " + tag)])
    case 2: return Change(book, set: ["rating": .int(Int.random(in: 1...3, using: &random))])
    case 3: return Change(book, set: ["cover": .string("c" + tag)])
    case 4: return Change(book, set: ["note": .string(tag), "rating": nil])
    case 5: return Change(book, add: ["tags": [word: nil]])
    case 6: return Change(book, del: ["tags": [word]])
    case 7: return Change(book, add: ["shelves": [shelf: ["position": .string("K" + tag)]]])
    default: return Change(book, del: ["shelves": [shelf]])
    }
  }
}
