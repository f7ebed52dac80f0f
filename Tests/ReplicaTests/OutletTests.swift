import Library
@testable import Replica
import Testing

/// What observers get, however slow they are.
struct OutletTests {
  private func key(_ id: Int) -> EntityKey { EntityKey(kind: "book", id: "b\(id)") }

  private func change(_ ids: Int..., isRemote: Bool = false) -> LibraryChange {
    LibraryChange(.keys(ids.map(key)), isRemote: isRemote)
  }

  @Test func `an observer that keeps up gets every change, in order`() async {
    var outlets = Outlets<LibraryChange>()
    var iterator = outlets.add().makeAsyncIterator()
    outlets.put(change(1))
    #expect(await iterator.next() == change(1))
    outlets.put(change(2, isRemote: true))
    #expect(await iterator.next() == change(2, isRemote: true))
  }

  @Test func `what a slow observer missed is one change, each key once`() async {
    var outlets = Outlets<LibraryChange>()
    let stream = outlets.add()
    outlets.put(change(1, 2))
    outlets.put(change(2, 3, isRemote: true))
    outlets.put(change(1))
    var iterator = stream.makeAsyncIterator()
    let missed = await iterator.next()
    #expect(missed?.keys == [key(1), key(2), key(3)])
    #expect(missed?.isRemote == true)
  }

  @Test func `what waits is bounded`() async {
    var outlets = Outlets<LibraryChange>()
    let stream = outlets.add()
    for id in 0...Limits.coalescedKeyCountMax { outlets.put(change(id)) }
    outlets.put(change(1))
    var iterator = stream.makeAsyncIterator()
    #expect(await iterator.next()?.keys == nil)
    outlets.put(change(1))
    #expect(await iterator.next()?.keys == [key(1)])
  }

  @Test func `every observer has a stream of its own, which ends after what waits`() async {
    var outlets = Outlets<Status>()
    var starting = Status(state: .starting, waiting: 0, problems: 0)
    let first = outlets.add(starting)
    starting.state = .saved
    outlets.put(starting)
    let second = outlets.add(starting)
    outlets.finish()
    outlets.put(Status(state: .offline, waiting: 0, problems: 0))
    var states: [[Status.State]] = []
    for stream in [first, second] {
      var seen: [Status.State] = []
      for await status in stream { seen.append(status.state) }
      states.append(seen)
    }
    #expect(states == [[.saved], [.saved]])
  }

  @Test func `an observer that is cancelled is gone`() async {
    var outlets = Outlets<LibraryChange>()
    let stream = outlets.add()
    let reading = Task {
      for await _ in stream {}
    }
    reading.cancel()
    await reading.value
  }
}
