/// The compressors and windows that the connections of one loop share: one that is idle holds none.
///
/// Confined to whoever owns the connections, as they are.
package final class DeflatePool {
  private var inflaters: [Inflater] = []
  private var deflaters: [Int: Deflater] = [:]

  /// Compressed input without its mask, and output on its way to its message.
  var input: [UInt8] = []
  lazy var output = [UInt8](repeating: 0, count: DeflateLimits.stepByteCount)

  /// An empty pool: nothing is allocated before the first compressed message.
  package init() {}

  /// An inflater of the largest window, as good as new.
  func takeInflater() -> Inflater {
    guard let inflater = inflaters.popLast() else {
      return Inflater(windowBits: DeflateLimits.windowBitsMax)
    }
    inflater.reset()
    return inflater
  }

  /// Takes back an inflater that no message needs any more.
  func giveBack(_ inflater: Inflater) {
    guard inflaters.count < DeflateLimits.idleInflaterCountMax else { return }
    inflaters.append(inflater)
  }

  /// A message's payload, compressed without regard to any other.
  func deflate(_ message: Span<UInt8>, windowBits: Int = DeflateLimits.windowBitsMax) -> [UInt8] {
    let deflater = deflaters[windowBits] ?? Deflater(windowBits: windowBits)
    deflaters[windowBits] = deflater
    deflater.reset()
    return deflater.deflate(message)
  }
}
