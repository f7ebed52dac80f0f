import Hub
import Library
import Navigation
import Store
import Testing
import Wire

/// What of a window outlives the server.
@Suite struct SceneKeepingTests {
  private var harness: Harness
  private let laptop: SessionID

  init() throws {
    harness = try Harness()
    laptop = harness.join(1, as: "laptop")
  }

  @Test mutating func `an epoch is durable before anybody is told of it`() throws {
    harness.say(.scene(.attach(SceneAttach(scene: "w1", name: ""))), laptop)
    #expect(harness.notices(laptop).isEmpty)
    #expect(try harness.stored().scenes.isEmpty)
    harness.commit()
    #expect(try harness.stored().scenes.map(\.epoch) == [1])
    #expect(harness.notices(laptop).count == 1)
  }

  @Test mutating func `no crash lets an epoch be given twice`() throws {
    var given: Set<Int> = []
    for round in 1...5 {
      let session = harness.join(10 + round, as: "laptop")
      for _ in 1...3 {
        let attached = harness.attach("w1", session)
        let epoch = try #require(attached?.epoch)
        #expect(given.insert(epoch).inserted)
      }
      // What was published since the last save is lost, as if the power had failed.
      harness.publish("w1", epoch: try #require(given.max()), rev: round, session)
      harness.restart()
    }
    #expect(given.count == 15)
  }

  @Test mutating func `on a full disk a window stays its browser's own`() throws {
    harness.store.failScenes(.full)
    #expect(harness.attach("w1", laptop) == nil)
    #expect(harness.refusals(laptop) == [.tooMany])
    harness.publish("w1", rev: 1, laptop)
    #expect(harness.refusals(laptop) == [.tooMany, .unattached])
    #expect(harness.closed.isEmpty)
    harness.store.failScenes(nil)
    #expect(harness.attach("w1", laptop) != nil)
  }

  @Test mutating func `states are written every few seconds, all in one`() throws {
    harness.pass(3_000)
    harness.show("w1", at: .book("one"), laptop)
    harness.publish("w1", rev: 2, at: .book("two"), laptop)
    harness.pass(2_000)
    #expect(try harness.stored().scenes.map(\.rev) == [0])
    harness.pass(1_000)
    let record = try #require(try harness.stored().scenes.first)
    #expect(record.rev == 2)
    #expect(record.nav == NavState(json: .book("two")).publishable.json.canonicalBytes)
    #expect(record.layout == "narrow")
  }

  @Test mutating func `what could not be written is written later`() throws {
    harness.show("w1", laptop)
    harness.store.failScenes(.full)
    harness.pass(3_000)
    #expect(try harness.stored().scenes.map(\.rev) == [0])
    harness.store.failScenes(nil)
    harness.pass(3_000)
    #expect(try harness.stored().scenes.map(\.rev) == [1])
  }

  @Test mutating func `a server that stops writes what it has`() throws {
    harness.show("w1", laptop)
    try harness.hub.saveScenes()
    #expect(try harness.stored().scenes.map(\.rev) == [1])
  }

  @Test mutating func `after a start windows are where they were`() throws {
    harness.show("w1", rev: 3, laptop)
    harness.publish(
      "w1", rev: 4, following: SceneAddress(device: "phone", scene: "p1"), laptop)
    harness.ask(.watch(ScenesWatch()), laptop)
    harness.pass(3_000)
    let before = harness.scenes(laptop)
    harness.restart()
    let phone = harness.join(2, as: "phone")
    harness.ask(.watch(ScenesWatch()), phone)
    #expect(harness.scenes(phone) == before)
    #expect(harness.scenes(phone)?.count == 1)
    let again = harness.join(3, as: "laptop")
    #expect(harness.attach("w1", again)?.rev == 4)
  }

  @Test mutating func `what expired while the server was off is forgotten when it starts`() throws {
    harness.show("w1", laptop)
    harness.pass(3_000)
    harness.restart()
    harness.now += 91 * 86_400_000
    let phone = harness.join(2, as: "phone")
    harness.happen(.tick)
    harness.ask(.watch(ScenesWatch()), phone)
    #expect(harness.scenes(phone) == [])
    harness.pass(3_000)
    #expect(try harness.stored().scenes.isEmpty)
  }

  @Test mutating func `of a window that is lost in mid air nothing is answered`() throws {
    harness.say(.scene(.attach(SceneAttach(scene: "w1", name: ""))), laptop)
    harness.happen(.disconnected(laptop))
    harness.commit()
    #expect(harness.notices(laptop).isEmpty)
    let again = harness.join(2, as: "laptop")
    #expect(harness.attach("w1", again)?.epoch == 2)
  }
}
