import Dispatch
import Glibc
import Server

/// Signals as something to wait for. Their own effect, the end of the process, is off from the moment
/// this is made, and none that comes after it is missed.
final class Signals {
  /// Those that came, as long as this lives.
  let received: AsyncStream<Int32>
  private let sources: [any DispatchSourceSignal]

  convenience init(_ numbers: Int32...) { self.init(numbers) }

  init(_ numbers: [Int32]) {
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
  /// the others for ever. What whoever started it has it ignore, as nohup(1) does, ends it no more than before.
  static func leaveNothingHalf() {
    let stops = Signals([SIGINT, SIGTERM, SIGHUP].filter { !isIgnored($0) })
    Task.detached {
      for await number in stops.received {
        AdministrationCommand.leaveNothingHalf()
        signal(number, SIG_DFL)
        // To the process: a thread of Dispatch's blocks what it is sent itself.
        kill(getpid(), number)
      }
    }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
    // Functions cannot be compared in Swift, but what stands for none is a number (signal.h).
    return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
