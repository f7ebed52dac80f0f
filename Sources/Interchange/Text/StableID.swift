/// Ids that the same text always gives: what makes a second import of a file find its own work.
enum StableID {
  /// `source-sourceId` where that is a valid id as it stands, else `source-` and a digest.
  static func make(source: String, sourceId: String) -> String {
    "\(source)-\(isPlain(sourceId) ? sourceId : digest(sourceId))"
  }

  /// Whether `sourceId` is a number as services give them out.
  static func isPlain(_ sourceId: String) -> Bool {
    !sourceId.isEmpty && sourceId.utf8.count <= 20
      && sourceId.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// The digest of what tells a book apart where its program has no number for it.
  static func digest(of parts: [String?]) -> String {
    digest(parts.map { $0?.tidied ?? "" }.joined(separator: "\n"))
  }

  /// 26 characters of lower-case base 32: FNV-1a of 128 bits over the UTF-8. No secret and no
  /// signature: a person's own files need no defence against themselves.
  static func digest(_ text: String) -> String {
    var hash: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
    for byte in text.utf8 {
      hash ^= UInt128(byte)
      hash &*= 0x0000_0000_0100_0000_0000_0000_0000_013b
    }
    let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)
    var characters: [UInt8] = []
    for _ in 0..<26 {
      characters.append(alphabet[Int(hash & 31)])
      hash >>= 5
    }
    return String(decoding: characters.reversed(), as: UTF8.self)
  }
}
