import Hub
import Library
import Navigation
import Store
import Testing
import Wire

/// What a window may not publish is refused by name; nothing of it is kept, nobody hears of it, and the
/// connection goes on.
@Suite struct SceneRefusalTests {
  /// A laptop that holds `w1`, and a phone that watches.
  private var harness: Harness
  private let laptop: SessionID
  private let phone: SessionID

  init() throws {
    harness = try Harness()
    laptop = harness.join(1, as: "laptop")
    phone = harness.join(2, as: "phone")
    harness.attach("w1", laptop)
    harness.ask(.watch(ScenesWatch()), phone)
  }

  /// That the last publish was refused for `reason`, and nothing came of it.
  private mutating func expectNothing(_ reason: SceneRefused.Reason) throws {
    #expect(harness.refusals(laptop) == [reason])
    #expect(harness.updates(phone).isEmpty)
    harness.pass(3_000)
    #expect(try harness.stored().scenes.map(\.nav) == [nil])
    #expect(harness.closed.isEmpty)
    harness.publish("w1", rev: 1, laptop)
    #expect(harness.updates(phone).count == 1)
  }

  @Test(
    arguments: [
      .null, 7, "library", [1], [:], ["v": 2], ["v": "1"], ["tab": "library"],
    ] as [JSONValue])
  mutating func `garbage is malformed`(garbage: JSONValue) throws {
    harness.publish("w1", rev: 1, at: garbage, laptop)
    try expectNothing(.malformed)
  }

  @Test mutating func `a path 100 deep is malformed`() throws {
    let path = (1...100).map { JSONValue.object(["k": "book", "id": .string("b\($0)")]) }
    harness.publish("w1", rev: 1, at: .place(path: path), laptop)
    try expectNothing(.malformed)
  }

  @Test mutating func `a path as deep as may be is taken`() throws {
    let path = (1...16).map { JSONValue.object(["k": "book", "id": .string("b\($0)")]) }
    harness.publish("w1", rev: 1, at: .place(path: path), laptop)
    #expect(harness.refusals(laptop).isEmpty)
  }

  @Test mutating func `17 KiB are too large`() throws {
    harness.publish(
      "w1", rev: 1, at: .book("emma", query: String(repeating: "x", count: 17 << 10)), laptop)
    try expectNothing(.tooLarge)
  }

  @Test mutating func `an old epoch is stale, and so is one that was never given`() throws {
    harness.attach("w1", laptop)
    harness.publish("w1", epoch: 1, rev: 9, laptop)
    harness.publish("w1", epoch: 3, rev: 9, laptop)
    #expect(harness.refusals(laptop) == [.stale, .stale])
    #expect(harness.updates(phone).isEmpty)
  }

  @Test mutating func `a rev that is not greater is stale`() throws {
    harness.publish("w1", rev: 2, at: .book("two"), laptop)
    harness.publish("w1", rev: 2, at: .book("again"), laptop)
    harness.publish("w1", rev: 1, at: .book("one"), laptop)
    #expect(harness.refusals(laptop) == [.stale, .stale])
    #expect(harness.updates(phone).count == 1)
  }

  @Test mutating func `somebody else's scene is not one's own`() throws {
    let other = harness.join(3, as: "laptop")
    let tablet = harness.join(4, as: "tablet")
    for id in [other, tablet] {
      harness.publish("w1", rev: 1, at: .book("taken"), id)
      harness.detach("w1", id)
      #expect(harness.refusals(id) == [.unattached, .unattached])
    }
    #expect(harness.updates(phone).isEmpty)
    harness.publish("w1", rev: 1, laptop)
    #expect(harness.refusals(laptop).isEmpty)
  }

  @Test mutating func `a scene that was closed is nobody's`() throws {
    harness.detach("w1", laptop)
    harness.publish("w1", rev: 1, laptop)
    #expect(harness.refusals(laptop) == [.unattached])
  }

  @Test mutating func `ten states a second are taken over a burst, and no more`() throws {
    for rev in 1...10 { harness.publish("w1", rev: rev, laptop) }
    #expect(harness.refusals(laptop).isEmpty)
    harness.publish("w1", rev: 11, laptop)
    #expect(harness.refusals(laptop) == [.tooFast])
    var taken = 0
    for rev in 12...211 {
      harness.now += 50
      let before = harness.refusals(laptop).count
      harness.publish("w1", rev: rev, laptop)
      if harness.refusals(laptop).count == before { taken += 1 }
    }
    #expect((95...105).contains(taken), "\(taken) states of 200 within 10 s")
  }

  @Test mutating func `a clock that is set back silences nobody`() throws {
    harness.publish("w1", rev: 1, laptop)
    harness.now -= 3_600_000
    harness.publish("w1", rev: 2, laptop)
    #expect(harness.refusals(laptop).isEmpty)
  }

  @Test func `before hello nobody has windows`() throws {
    var harness = try Harness()
    let stranger = SessionID(9)
    harness.happen(.connected(stranger, secret: .of("laptop")))
    harness.say(.scene(.attach(SceneAttach(scene: "w1", name: ""))), stranger)
    #expect(harness.closed[stranger] == .malformed)
    #expect(harness.error(stranger)?.message == "A “scene.attach” came before “hello”.")
  }

  @Test mutating func `what never leaves a window is cut off`() throws {
    var nav = NavState(json: .book("emma"))
    nav.present = [
      .editBook(id: "emma", draft: "d1", isDirty: true), .error(code: "x", retry: nil),
    ]
    harness.publish("w1", rev: 1, at: nav.json, laptop)
    let shown = try #require(harness.updates(phone).last)
    #expect(NavState(json: shown.nav).present.isEmpty)
    #expect(NavState(json: shown.nav).active.path == [.book("emma")])
  }
}
