import DequeModule

/// What waits to be sent to one peer, in order: frames by reference, and how much of the first one is
/// out already.
///
/// A frame that waits for a thousand peers is there once. Nothing is copied but small frames that go
/// out together in one write.
struct OutBuffer {
  enum Flush: Equatable {
    /// Everything is out.
    case drained
    /// The kernel takes no more, or the others have their turn.
    case blocked
    case failed
  }

  /// Bytes that wait.
  private(set) var byteCount = 0
  private var chunks = Deque<[UInt8]>()
  private var sentOfFirst = 0

  var isEmpty: Bool { byteCount == 0 }

  /// About what waits takes in memory, in bytes: a peer may ask for a million answers of two bytes.
  var weight: Int { byteCount + chunks.count * TransportLimits.chunkOverheadByteCount }

  /// How much waits in pieces that were longer than `bound` before the first of them went out in part.
  /// For when much waits: it looks at each.
  func byteCount(ofPiecesOver bound: Int) -> Int {
    let whole = chunks.reduce(0) { $0 + ($1.count > bound ? $1.count : 0) }
    return (chunks.first?.count ?? 0) > bound ? whole - sentOfFirst : whole
  }

  mutating func append(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    chunks.append(bytes)
    byteCount += bytes.count
  }

  /// Lets the rest of `bytes` wait, of which so many are out already, and nothing else waits.
  mutating func append(_ bytes: [UInt8], sent count: Int) {
    precondition(isEmpty, "What goes out goes out in order.")
    append(bytes)
    consume(count)
  }

  /// Throws away what waits.
  mutating func removeAll() {
    chunks = []
    sentOfFirst = 0
    byteCount = 0
  }

  /// Writes until everything is out, the kernel takes no more, or it has taken `byteCountMax`: a peer that
  /// takes as fast as it is given would never end. `cork` is scratch space, shared by all connections of
  /// a loop.
  mutating func flush(
    to stream: ByteStream, cork: inout [UInt8],
    atMost byteCountMax: Int = TransportLimits.writeByteCount
  ) -> Flush {
    let end = max(byteCount - byteCountMax, 0)
    while let first = chunks.first {
      guard byteCount > end else { return .blocked }
      let rest = first.count - sentOfFirst
      let isDirect = chunks.count == 1 || rest >= TransportLimits.directByteCount
      let offered = isDirect ? min(rest, byteCount - end) : fill(&cork)
      let start = isDirect ? sentOfFirst : 0
      let outcome = unsafe (isDirect ? first : cork).withUnsafeBytes { bytes in
        unsafe stream.write(
          UnsafeRawBufferPointer(rebasing: bytes[start..<start + offered]),
          moreFollows: offered < byteCount)
      }
      switch outcome {
      case .moved(let count):
        consume(count)
        if count < offered { return .blocked }
      case .wouldBlock: return .blocked
      case .ended, .failed: return .failed
      }
    }
    return .drained
  }

  /// Copies chunks into the cork until it is full; the last one in part.
  private func fill(_ cork: inout [UInt8]) -> Int {
    unsafe cork.withUnsafeMutableBytes { cork in
      var filled = 0
      var start = sentOfFirst
      for chunk in chunks {
        let count = min(chunk.count - start, cork.count - filled)
        unsafe chunk.withUnsafeBytes { chunk in
          unsafe UnsafeMutableRawBufferPointer(rebasing: cork[filled..<filled + count])
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: chunk[start..<start + count]))
        }
        filled += count
        start = 0
        if filled == cork.count { break }
      }
      return filled
    }
  }

  private mutating func consume(_ count: Int) {
    byteCount -= count
    var left = count
    while left > 0 {
      let rest = chunks[0].count - sentOfFirst
      guard left >= rest else {
        sentOfFirst += left
        return
      }
      left -= rest
      sentOfFirst = 0
      chunks.removeFirst()
    }
  }
}
