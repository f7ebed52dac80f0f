import Library
import TestSupport
import Testing

/// Values by name are what a dictionary would hold, in the order of the names' bytes.
struct ByNameTests {
  /// As one byte, two, three and four; a name that begins another; two that look the same.
  private static let names = ["", "a", "ab", "b", "é", "e\u{301}", "\u{ffff}", "😀", "aéb", "B"]

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `whatever is done to them, they are what a dictionary of the names' bytes would be`(
    seed: UInt64
  ) {
    var random = SeededRandom(seed: seed)
    var byName: ByName<Int> = [:]
    var model: [[UInt8]: Int] = [:]
    for step in 0..<60 {
      let name = Self.names.randomElement(using: &random) ?? ""
      let other = Self.names.randomElement(using: &random) ?? ""
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        byName[name] = nil
        model[Array(name.utf8)] = nil
      case 1:
        #expect(byName.removeValue(forKey: name) == model.removeValue(forKey: Array(name.utf8)))
      case 2:
        byName[name, default: 7] += step
        model[Array(name.utf8), default: 7] += step
      case 3:
        byName.merge([name: step, other: -step]) { $0 * 3 + $1 }
        if name.utf8.elementsEqual(other.utf8) {
          model[Array(name.utf8)] = model[Array(name.utf8)].map { $0 * 3 - step } ?? -step
        } else {
          for (key, value) in [(name, step), (other, -step)] {
            model[Array(key.utf8)] = model[Array(key.utf8)].map { $0 * 3 + value } ?? value
          }
        }
      default:
        byName[name] = step
        model[Array(name.utf8)] = step
      }
      #expect(
        byName.map { Array($0.key.utf8) } == model.keys.sorted { $0.lexicographicallyPrecedes($1) })
      #expect(byName.allSatisfy { model[Array($0.key.utf8)] == $0.value })
      #expect(Self.names.allSatisfy { byName[$0] == model[Array($0.utf8)] })
    }
  }

  @Test func `pairs in any order are put in order, and those of one name made one`() {
    let pairs = [("b", 1), ("a", 2), ("b", 3), ("é", 4), ("b", 5)]
    #expect(ByName(pairs) { $0 * 10 + $1 } == ["a": 2, "b": 135, "é": 4])
  }

  @Test func `two that look the same are two, and not equal`() {
    let both: ByName<Int> = ["é": 1, "e\u{301}": 2]
    #expect(both.count == 2)
    #expect((["é": 1] as ByName<Int>) != ["e\u{301}": 1])
  }
}
