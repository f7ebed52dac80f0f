/// A binding as Goodreads names it, in the language of the edition, as one of Dogear's formats.
struct BindingName: Hashable {
  /// `hardcover`, `paperback`, `ebook`, `audiobook` or `other`.
  let format: String
  /// The name as it stands, where it says more than the format does.
  let note: String?

  /// Nil for the names that say nothing (`Unknown Binding`).
  init?(_ name: String) {
    let folded = Folding.words(name)
    if folded.isEmpty || folded == "unknown binding" { return nil }
    let bytes = Array(folded.utf8)
    format = Self.words.first { $0.1.contains { Self.contains($0, in: bytes) } }?.0 ?? "other"
    note = folded == format ? nil : name
  }

  private static func contains(_ word: [UInt8], in text: [UInt8]) -> Bool {
    guard word.count <= text.count else { return false }
    return (0...text.count - word.count).contains { text[$0...].starts(with: word) }
  }

  /// Tried in this order: what is audio or electronic says so, whatever else it says. A name
  /// matches when it contains one of the words, both folded.
  private static let words = names.map { name in
    (name.format, name.words.map { Array(Folding.words($0).utf8) })
  }

  private static let names: [(format: String, words: [String])] = [
    (
      "audiobook",
      [
        "audio", "hörbuch", "mp3", "ljudbok", "lydbog", "lydbok", "luisterboek",
        "аудио", "オーディオ", "有声", "audible", "cassette",
      ]
    ),
    (
      "ebook",
      [
        "kindle", "ebook", "e book", "epub", "nook", "pdf", "digital", "libro electronico",
        "livre numerique", "электронн", "電子", "电子", "e bok", "e bog",
      ]
    ),
    (
      "paperback",
      [
        "paperback", "softcover", "soft cover", "mass market", "taschenbuch", "broschiert",
        "broschur", "broche", "poche", "pocket", "tapa blanda", "rustica", "bolsillo",
        "copertina flessibile", "brossura", "tascabile", "capa mole", "capa comum", "brochura",
        "häftad", "hæftet", "heftet", "brozovana", "miekka", "мягкая", "μαλακο",
        "karton kapak", "文庫", "新書", "平装", "平裝", "ingenaaid", "flexibound", "bunko",
      ]
    ),
    (
      "hardcover",
      [
        "hardcover", "hardback", "hard cover", "gebunden", "relie", "cartonne", "tapa dura",
        "copertina rigida", "rilegato", "capa dura", "inbunden", "indbundet", "innbundet",
        "gebonden", "vazana", "twarda", "твёрдый", "твёрдая", "ciltli", "ハードカバー",
        "単行本", "精装", "精裝", "library binding", "leather", "tankobon",
      ]
    ),
  ]
}
