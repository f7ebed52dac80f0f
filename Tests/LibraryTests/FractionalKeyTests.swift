import Library
import TestSupport
import Testing

/// Orders made by hand stay orders, however they are made.
struct FractionalKeyTests {
  @Test(arguments: 0..<20)
  func `random insertions keep the order and the bound`(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    var keys: [String] = []
    for _ in 0..<300 {
      let place = Int.random(in: 0...keys.count, using: &random)
      let key = try #require(
        FractionalKey.between(
          place > 0 ? keys[place - 1] : nil, place < keys.count ? keys[place] : nil,
          random: Int.random(in: FractionalKey.randomRange, using: &random)))
      #expect(FractionalKey.isValid(key))
      keys.insert(key, at: place)
    }
    #expect(zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func `ten thousand appended keys stay ten digits long`() throws {
    var random = SeededRandom(seed: 7)
    var last: String?
    for _ in 0..<10_000 {
      let key = try #require(
        FractionalKey.between(
          last, nil, random: Int.random(in: FractionalKey.randomRange, using: &random)))
      #expect(key.utf8.count <= 10)
      last = key
    }
  }

  @Test func `a hundred insertions at one place fit`() throws {
    var random = SeededRandom(seed: 11)
    var upper = "V1"
    for _ in 0..<100 {
      upper = try #require(
        FractionalKey.between(
          "V", upper, random: Int.random(in: FractionalKey.randomRange, using: &random)))
    }
  }
}
