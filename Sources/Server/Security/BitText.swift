/// Bytes as text, each character of which stands for as many bits as its alphabet has room for.
enum BitText {
  /// `bytes` in `alphabet`, which has 32 characters or 64; the last character's bits padded with zeros.
  static func text(of bytes: [UInt8], in alphabet: [UInt8]) -> String {
    let width = alphabet.count.trailingZeroBitCount
    var text: [UInt8] = []
    var pending = 0
    var bitCount = 0
    func append(_ number: Int) { text.append(alphabet[number & (alphabet.count - 1)]) }
    for byte in bytes {
      pending = (pending << 8 | Int(byte)) & 0xFFFF
      bitCount += 8
      while bitCount >= width {
        bitCount -= width
        append(pending >> bitCount)
      }
    }
    if bitCount > 0 { append(pending << (width - bitCount)) }
    return String(decoding: text, as: UTF8.self)
  }
}
