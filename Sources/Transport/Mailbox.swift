import Synchronization

/// Letters from any thread to one owner, in order, rung for once however many are waiting.
///
/// The first letter put into an empty box rings; the owner then takes all of them at once. So the
/// cost of waking a thread (2–4 µs) is paid per batch, not per letter. The owner may be an event
/// loop (`Mailbox { loop.ring() }`, drained in `mailArrived`) or another actor
/// (`Mailbox { hub.post { $0.drain() } }`).
///
/// Letters of one sender keep their order; a letter posted after `drain` returned rings again.
package final class Mailbox<Letter: Sendable>: Sendable {
  private let letters = Mutex<[Letter]>([])
  private let ring: @Sendable () -> Void

  /// A box that calls `ring`, on the sender's thread, whenever it stops being empty.
  package init(ring: @escaping @Sendable () -> Void) {
    self.ring = ring
  }

  /// Adds one letter.
  package func post(_ letter: Letter) {
    let wasEmpty = letters.withLock { letters in
      letters.append(letter)
      return letters.count == 1
    }
    if wasEmpty { ring() }
  }

  /// Adds a batch, kept together.
  package func post(contentsOf batch: [Letter]) {
    guard !batch.isEmpty else { return }
    let wasEmpty = letters.withLock { letters in
      letters.append(contentsOf: batch)
      return letters.count == batch.count
    }
    if wasEmpty { ring() }
  }

  /// Takes all letters, oldest first.
  package func drain() -> [Letter] {
    letters.withLock { letters in
      let taken = letters
      letters = []
      return taken
    }
  }
}
