import Store
import Testing

/// What every engine keeps of windows and links.
@Suite struct SceneContractTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func make(_ engine: Engine) throws -> any LibraryStore & SceneStore {
    try #require(try engine.make(in: folder) as? any LibraryStore & SceneStore)
  }

  private func scene(_ device: String, _ id: String, rev: Int = 1) -> SceneRecord {
    SceneRecord(
      SceneKey(device: device, scene: id), name: "Up\"stairs", epoch: 2, rev: rev, lib: 7,
      layout: "narrow", following: SceneKey(device: "phone", scene: "p1"), seen: 5_000,
      closed: 6_000, nav: Array("{\"v\":1}".utf8))
  }

  private func link(_ id: String, from: String = "laptop", at: Int = 1_000) -> LinkRecord {
    LinkRecord(
      LinkKey(from: from, id: id), repeats: ["m8", "m9"], to: "phone", link: "/feed", lib: 3,
      at: at, state: "sent")
  }

  @Test(arguments: Engine.allCases)
  func `what was saved is there, in order`(engine: Engine) throws {
    let store = try make(engine)
    #expect(try store.scenes(of: "anna") == SceneHoldings())
    var changes = SceneChanges()
    changes.scenes = [scene("phone", "p1"), scene("laptop", "w2"), scene("laptop", "w1")]
    changes.scenes[2].following = nil
    changes.scenes[2].closed = nil
    changes.scenes[2].nav = nil
    changes.shares = [ShareRecord(device: "phone", share: "place", spentEpoch: 4)]
    changes.links = [link("m2", at: 2_000), link("m1"), link("m1", from: "server")]
    try store.save(changes)
    var expected = SceneHoldings()
    expected.scenes = [changes.scenes[2], changes.scenes[1], changes.scenes[0]]
    expected.shares = changes.shares
    expected.links = [changes.links[1], changes.links[2], changes.links[0]]
    #expect(try store.scenes(of: "anna") == expected)
    #expect(try store.scenes(of: "ben") == SceneHoldings())
  }

  @Test(arguments: Engine.allCases)
  func `what is saved again replaces what was`(engine: Engine) throws {
    let store = try make(engine)
    var changes = SceneChanges()
    changes.scenes = [scene("laptop", "w1")]
    changes.shares = [ShareRecord(device: "laptop", share: "place")]
    changes.links = [link("m1")]
    try store.save(changes)
    var next = changes
    next.scenes[0] = SceneRecord(
      changes.scenes[0].key, name: "", epoch: 3, rev: 9, layout: "wide", seen: 9_000)
    next.shares = [ShareRecord(device: "laptop", share: "off", spentEpoch: 8)]
    // Its sender may give another link the name of one that was forgotten since the last was saved.
    next.links[0] = LinkRecord(
      changes.links[0].key, to: "laptop", link: "/search", lib: 4, at: 9_000, state: "expired")
    try store.save(next)
    let held = try store.scenes(of: "anna")
    #expect(held.scenes == next.scenes)
    #expect(held.shares == next.shares)
    #expect(held.links == next.links)
    var end = SceneChanges()
    end.forgottenScenes = [changes.scenes[0].key, SceneKey(device: "laptop", scene: "none")]
    end.forgottenLinks = [changes.links[0].key]
    try store.save(end)
    #expect(try store.scenes(of: "anna").scenes.isEmpty)
    #expect(try store.scenes(of: "anna").links.isEmpty)
  }

  @Test(arguments: Engine.allCases)
  func `what cannot be saved whole is not saved at all`(engine: Engine) throws {
    let store = try make(engine)
    var changes = SceneChanges()
    changes.scenes = [scene("laptop", "w1"), scene("no such device", "w1")]
    #expect(throws: StoreError.self) { try store.save(changes) }
    #expect(try store.scenes(of: "anna") == SceneHoldings())
  }

  @Test(arguments: Engine.allCases)
  func `a device that is revoked takes what is its own with it`(engine: Engine) throws {
    let store = try make(engine)
    var changes = SceneChanges()
    changes.scenes = [scene("laptop", "w1"), scene("phone", "p1")]
    changes.shares = [ShareRecord(device: "phone", share: "place")]
    changes.links = [link("m1"), link("m2", from: "phone")]
    changes.links.append(
      LinkRecord(
        LinkKey(from: "phone", id: "m3"), to: "laptop", link: "/feed", lib: 0, at: 0,
        state: "sent"))
    try store.save(changes)
    #expect(try store.revoke(device: "phone", at: 9_000))
    let held = try store.scenes(of: "anna")
    #expect(held.scenes.map(\.key.device) == ["laptop"])
    #expect(held.shares.isEmpty)
    #expect(held.links.isEmpty)
    #expect(try store.findings() == [])
  }

  @Test(arguments: Engine.allCases)
  func `a check reads windows and links too`(engine: Engine) throws {
    let store = try make(engine)
    var changes = SceneChanges()
    changes.scenes = [scene("laptop", "w1")]
    changes.shares = [ShareRecord(device: "laptop", share: "place")]
    changes.links = [link("m1")]
    try store.save(changes)
    try store.save(changes)
    #expect(try store.verify() == [])
    #expect(try store.findings() == [])
  }
}
