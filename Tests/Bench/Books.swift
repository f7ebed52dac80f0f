import Library
import TestSupport

/// Books as people's libraries hold them, the same for the same number: 600 bytes or so as a row.
enum Books {
  private static let words = [
    "amber", "atlas", "autumn", "bitter", "bridge", "candle", "cipher", "cloud", "country", "dark",
    "daughter", "distant", "empire", "fever", "forest", "garden", "ghost", "glass", "golden",
    "harbour", "hollow", "island", "kingdom", "lantern", "letter", "memory", "midnight", "mirror",
    "mountain", "orchard", "ordinary", "paper", "quiet", "river", "salt", "season", "shadow",
    "silence", "silver", "stone", "storm", "summer", "thread", "tide", "tower", "winter", "witness",
    "wolf", "year", "zero",
  ]
  private static let names = [
    "Adams", "Achebe", "Atwood", "Borges", "Calvino", "Dickens", "Eliot", "Ferrante", "García",
    "Hesse", "Ishiguro", "Jansson", "Kafka", "Le Guin", "Mantel", "Nabokov", "Ōe", "Pamuk",
    "Roth", "Saramago", "Tolstoy", "Undset", "Voltaire", "Woolf", "Yourcenar", "Zola",
  ]
  private static let publishers = [
    "Faber & Faber", "Penguin Classics", "Gallimard", "Suhrkamp Verlag", "Vintage", "Virago",
    "Fitzcarraldo Editions", "Anagrama",
  ]
  private static let statuses = [
    "toRead", "toRead", "read", "read", "read", "reading", "abandoned",
  ]

  /// The change that makes book `number`.
  static func creation(_ number: Int) -> Change {
    var random = SeededRandom(seed: UInt64(number) &+ 1)
    var fields: JSONObject = [
      "title": .string(title(&random)),
      "contributors": .array(authors(&random)),
      "publisher": .string(publishers.randomElement(using: &random) ?? ""),
      "published": .string("\(Int.random(in: 1950...2025, using: &random))"),
      "pages": .int(Int.random(in: 90...900, using: &random)),
      "format": Bool.random(using: &random) ? "paperback" : "hardcover",
      "languages": ["en"],
      "status": .string(statuses.randomElement(using: &random) ?? ""),
      "added": .int(1_600_000_000_000 + number * 100_000),
    ]
    if number % 3 == 0 {
      fields["series"] = [
        [
          "name": .string(phrase(2, &random)),
          "index": .string("\(Int.random(in: 1...9, using: &random))"),
        ]
      ]
    }
    if number % 4 == 0 {
      fields["description"] = .string(sentences(4, &random))
      fields["rating"] = .int(50 * Int.random(in: 2...10, using: &random))
    }
    let tags = (0..<number % 4).map { _ in words.randomElement(using: &random) ?? "" }
    return Change(
      EntityKey(kind: "book", id: id(number)), life: .create, set: fields,
      add: ([
        "identifiers": ["isbn:\(isbn(number))": nil],
        "tags": JSONObject(tags.map { ($0, nil) }) { first, _ in first },
      ] as ByName<JSONObject>).filter { !$0.value.isEmpty })
  }

  /// The id of book `number`: as long as those that clients make.
  static func id(_ number: Int) -> String {
    let digits = String(number, radix: 32)
    return "01jd" + String(repeating: "0", count: 22 - digits.count) + digits
  }

  /// A valid ISBN-13, of no real book's.
  static func isbn(_ number: Int) -> String {
    let digits = String(number)
    let twelve = "978" + String(repeating: "0", count: 9 - digits.count) + digits
    let sum = twelve.utf8.enumerated().reduce(0) { sum, digit in
      sum + Int(digit.element - UInt8(ascii: "0")) * (digit.offset % 2 == 0 ? 1 : 3)
    }
    return twelve + String((10 - sum % 10) % 10)
  }

  /// So many sentences.
  static func sentences(_ count: Int, _ random: inout SeededRandom) -> String {
    (0..<count).map { _ in
      phrase(Int.random(in: 8...16, using: &random), &random) + "."
    }.joined(separator: " ")
  }

  private static func title(_ random: inout SeededRandom) -> String {
    "The " + phrase(Int.random(in: 1...4, using: &random), &random)
  }

  private static func authors(_ random: inout SeededRandom) -> [JSONValue] {
    (0..<Int.random(in: 1...2, using: &random)).map { _ in
      let family = names.randomElement(using: &random) ?? ""
      return [
        "name": .string("\(phrase(1, &random)) \(family)"), "role": "author",
        "sort": .string("\(family), \(phrase(1, &random))"),
      ]
    }
  }

  private static func phrase(_ count: Int, _ random: inout SeededRandom) -> String {
    let phrase = (0..<count).map { _ in words.randomElement(using: &random) ?? "" }
      .joined(separator: " ")
    return phrase.prefix(1).uppercased() + phrase.dropFirst()
  }
}
