/// One connection's side of permessage-deflate (RFC 7692 §6): what it has agreed to, and what a
/// message under way needs.
struct DeflateSession {
  private let agreement: DeflateAgreement
  private let pool: DeflatePool
  /// Present while a compressed message comes in, or for good where messages refer to those before.
  private var inflater: Inflater?
  /// Whether the message under way has a byte yet.
  private var hasBegun = false
  /// Present where our messages refer to those before.
  private var deflater: Deflater?

  init(_ agreement: DeflateAgreement, pool: DeflatePool) {
    self.agreement = agreement
    self.pool = pool
  }

  // MARK: Receiving

  /// Appends what comes of a piece of a compressed message's payload to `message`.
  ///
  /// - Throws: `.corruptDeflate`, or `.messageTooBig` before there are more than `byteCountMax`
  ///   bytes.
  mutating func inflate(
    _ piece: Span<UInt8>, mask: UInt32?, phase: Int, appendingTo message: inout [UInt8],
    byteCountMax: Int
  ) throws(WebSocketError) {
    guard !piece.isEmpty else { return }
    hasBegun = true
    pool.input.removeAll(keepingCapacity: true)
    pool.input.append(piece)
    if let mask { Mask.apply(mask, to: &pool.input, from: 0, phase: phase) }
    let input = pool.input
    try currentInflater().inflate(
      input.span, appendingTo: &message, byteCountMax: byteCountMax, scratch: &pool.output)
  }

  /// Appends what was still to come of a compressed message.
  ///
  /// - Throws: As `inflate`.
  mutating func endMessage(
    appendingTo message: inout [UInt8], byteCountMax: Int
  ) throws(WebSocketError) {
    // zlib makes nothing of nothing, so there are clients that send an empty message as no byte.
    guard hasBegun else { return }
    hasBegun = false
    let inflater = currentInflater()
    try inflater.endMessage(
      appendingTo: &message, byteCountMax: byteCountMax, scratch: &pool.output)
    if !agreement.keepsClientContext { letGo() }
  }

  /// Gives back what the message under way needed: nothing more is read.
  mutating func letGo() {
    if let inflater, inflater.windowBits == DeflateLimits.windowBitsMax { pool.giveBack(inflater) }
    inflater = nil
  }

  private mutating func currentInflater() -> Inflater {
    if let inflater { return inflater }
    let taken =
      agreement.keepsClientContext
      ? Inflater(windowBits: agreement.clientWindowBits) : pool.takeInflater()
    inflater = taken
    return taken
  }

  // MARK: Sending

  /// The frame as this connection gets it.
  mutating func bytes(of frame: EncodedFrame) -> [UInt8] {
    guard frame.isDeflatable else { return frame.bytes }
    if agreement.sharesMessages { return frame.deflated(by: pool) }
    guard agreement.keepsServerContext else {
      return frame.deflated { pool.deflate($0, windowBits: agreement.serverWindowBits) }
    }
    let deflater = deflater ?? Deflater(windowBits: agreement.serverWindowBits)
    self.deflater = deflater
    // The peer must see what later messages may refer to, even where that makes it longer.
    return frame.alwaysDeflated(deflater.deflate)
  }
}
