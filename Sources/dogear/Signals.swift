import Dispatch
import Glibc
import Server

/// Signals as something to wait for. Their own effect, the end of the process, is off from the moment
/// this is made, and none that comes after it is missed.
final class Signals {
  /// Those that came, as long as this lives.
  let received: AsyncStream<Int32>
  private let sources: [any DispatchSourceSignal]

  init(_ numbers: Int32...) {
    let (received, continuation) = AsyncStream.makeStream(of: Int32.self)
    self.received = received
    sources = numbers.map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { continuation.yield(number) }
      // Dispatch looks out for it only some time after it was told to.
      let isRegistered = DispatchSemaphore(value: 0)
      source.setRegistrationHandler { isRegistered.signal() }
      source.resume()
      isRegistered.wait()
      return source
    }
  }

  /// Returns when the first has come.
  func first() async {
    for await _ in received { return }
  }

  /// From now on whoever ends this process leaves no half of the file that it writes, which would lie beside
  /// the others for ever.
  static func leaveNothingHalf() {
    let stops = Signals(SIGINT, SIGTERM, SIGHUP)
    Task.detached {
      for await number in stops.received {
        AdministrationCommand.leaveNothingHalf()
        signal(number, SIG_DFL)
        // To the process: a thread of Dispatch's blocks what it is sent itself.
        kill(getpid(), number)
      }
    }
  }
}
