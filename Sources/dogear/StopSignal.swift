import Dispatch
import Glibc

/// SIGTERM and SIGINT as something to wait for. Their own effect, the end of the process, is off
/// from the moment this is made.
final class StopSignal {
  /// The signals that came, as long as this lives.
  let signals: AsyncStream<Int32>
  private let sources: [any DispatchSourceSignal]

  init() {
    let (signals, continuation) = AsyncStream.makeStream(of: Int32.self)
    self.signals = signals
    sources = [SIGTERM, SIGINT].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { continuation.yield(number) }
      source.resume()
      return source
    }
  }

  /// Returns when the first signal has come.
  func received() async {
    for await _ in signals { return }
  }
}

/// SIGHUP as a call to read something again, in place of its own effect, as long as this lives.
final class HangupSignal {
  private let source: any DispatchSourceSignal

  init(_ act: @escaping @Sendable () -> Void) {
    signal(SIGHUP, SIG_IGN)
    source = DispatchSource.makeSignalSource(signal: SIGHUP, queue: .global())
    source.setEventHandler(handler: act)
    source.resume()
  }

  deinit { source.cancel() }
}
