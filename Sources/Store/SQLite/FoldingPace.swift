import Foundation
import Synchronization

/// The pace at which much of a log is folded beside commits, so that these hardly feel it.
///
/// A disk that is given tens of MiB at once takes hundredths of a second for the sync at their end, and
/// the commits of that time wait behind it and for a processor. So each piece is synced as soon as it is
/// written, and for as long as it took nothing is done then. (PostgreSQL's `checkpoint_flush_after` and
/// `checkpoint_completion_target` are there for the same.)
final class FoldingPace: Sendable {
  private struct Piece {
    var byteCount = 0
    var start = ContinuousClock.now
  }

  private let piece = Mutex(Piece())
  /// How many wait for the folding to be over.
  private let waiterCount = Atomic(0)

  /// Folding begins.
  func begin() { piece.withLock { $0 = Piece() } }

  /// Notes so many bytes that were written. Whether they complete a piece, which is to be synced then,
  /// before `rest`.
  func hasCompletedPiece(with count: Int) -> Bool {
    piece.withLock { piece in
      piece.byteCount += count
      return piece.byteCount >= Limits.foldedPieceByteCount
    }
  }

  /// Leaves the processor and the disk to others, and begins the next piece.
  func rest() {
    Thread.sleep(forTimeInterval: restDuration / .seconds(1))
    begin()
  }

  /// As long as the piece at hand takes; nothing while somebody waits.
  var restDuration: Duration {
    guard waiterCount.load(ordering: .relaxed) == 0 else { return .zero }
    let start = piece.withLock { $0.start }
    return min(start.duration(to: .now), Limits.foldingRestMax)
  }

  /// Does without rests while `body` waits for the end of the folding.
  func hurry(while body: () -> Void) {
    waiterCount.add(1, ordering: .relaxed)
    body()
    waiterCount.subtract(1, ordering: .relaxed)
  }
}
