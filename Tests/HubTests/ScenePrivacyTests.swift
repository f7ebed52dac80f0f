import Hub
import Library
import Navigation
import Store
import Testing
import Wire

/// What others get to see of a device's windows is what it shares (NAVIGATION §3.8).
@Suite struct ScenePrivacyTests {
  private var harness: Harness
  private let laptop: SessionID
  private let phone: SessionID

  init() throws {
    harness = try Harness()
    laptop = harness.join(1, as: "laptop")
    phone = harness.join(2, as: "phone")
    harness.ask(.watch(ScenesWatch()), phone)
  }

  private mutating func share(_ share: ScenesShare.Share) {
    harness.ask(.share(ScenesShare(share: share)), laptop)
  }

  @Test mutating func `a device shares everything unless it says otherwise`() throws {
    harness.show("w1", laptop)
    let shown = try #require(harness.updates(phone).last)
    #expect(NavState(json: shown.nav) == NavState(json: .book("emma")).publishable)
    #expect(shown.layout == .narrow)
    #expect(shown.lib == 7)
    #expect(shown.name == "Window")
  }

  @Test mutating func `of a place others get the tab, its list and what is on top`() throws {
    share(.place)
    let path: [JSONValue] = [["k": "book", "id": "one"], ["k": "book", "id": "two"]]
    harness.show("w1", at: .place(path: path), laptop)
    let shown = NavState(json: try #require(harness.updates(phone).last).nav)
    var expected = NavState.initial
    expected.active.list = .shelf("attic")
    expected.active.path = [.book("two")]
    #expect(shown == expected)
    let text = String(decoding: harness.broadcasts.last?.message.bytes ?? [], as: UTF8.self)
    for secret in ["lighthouse", "secret", "one", "cover", "f1"] { #expect(!text.contains(secret)) }
  }

  @Test mutating func `what is on top keeps as much before it as makes it legal`() throws {
    share(.place)
    var nav = NavState.initial
    nav.tab = .settings
    nav.active.path = [.page(.devices), .device("phone")]
    harness.show("w1", at: nav.json, laptop)
    let shown = NavState(json: try #require(harness.updates(phone).last).nav)
    #expect(shown.active.path == [.page(.devices), .device("phone")])
  }

  @Test mutating func `a window itself gets back all that it published`() throws {
    share(.place)
    harness.show("w1", laptop)
    harness.detach("w1", laptop)
    let answer = harness.attach("w1", laptop)
    let attached = try #require(answer)
    #expect(NavState(json: attached.nav) == NavState(json: .book("emma")).publishable)
  }

  @Test mutating func `sharing more or less is seen at once`() throws {
    harness.show("w1", laptop)
    let whole = try #require(harness.updates(phone).last)
    share(.place)
    #expect(NavState(json: try #require(harness.updates(phone).last).nav).lists.isEmpty)
    share(.full)
    #expect(harness.updates(phone).last?.nav == whole.nav)
    #expect(harness.notices(laptop).last == .share(ScenesShare(share: .full)))
    #expect(harness.updates(phone).count == 3)
  }

  @Test mutating func `off deletes what was stored, now`() throws {
    harness.show("w1", laptop)
    harness.show("w2", laptop)
    harness.pass(3_000)
    #expect(try harness.stored().scenes.count == 2)
    share(.off)
    #expect(harness.gone(phone).map(\.reason) == [.private, .private])
    #expect(try harness.stored().scenes.isEmpty)
    harness.ask(.watch(ScenesWatch()), phone)
    #expect(harness.scenes(phone) == [])
  }

  @Test mutating func `while off, states are taken, and neither stored nor shown`() throws {
    share(.off)
    harness.show("w1", laptop)
    harness.publish("w1", rev: 2, laptop)
    harness.publish("w1", rev: 2, laptop)
    #expect(harness.refusals(laptop) == [.stale])
    harness.pass(60_000)
    #expect(harness.updates(phone).isEmpty)
    #expect(try harness.stored().scenes.isEmpty)
    harness.detach("w1", laptop)
    #expect(harness.gone(phone).isEmpty)
    // Epochs go on nevertheless.
    harness.restart()
    #expect(harness.attach("w1", harness.join(3, as: "laptop"))?.epoch == 2)
  }

  @Test mutating func `what a device shares outlives the server, and it is told`() throws {
    share(.off)
    harness.restart()
    let again = harness.join(3, as: "laptop")
    harness.ask(.watch(ScenesWatch()), again)
    #expect(
      harness.notices(again) == [
        .all(Scenes(scenes: [])), .share(ScenesShare(share: .off)),
      ])
  }

  @Test mutating func `a device that was removed takes its windows with it`() throws {
    harness.show("w1", laptop)
    harness.show("w2", laptop)
    harness.show("w3", phone)
    harness.pass(3_000)
    let revoked = try harness.hub.revoke(device: "laptop", of: "anna", now: harness.now)
    let outputs = try #require(revoked)
    harness.take(outputs)
    #expect(harness.gone(phone).map(\.reason) == [.removed, .removed])
    #expect(try harness.stored().scenes.map(\.key.scene) == ["w3"])
    harness.pass(3_000)
    #expect(try harness.stored().scenes.map(\.key.scene) == ["w3"])
    #expect(try harness.stored().shares.isEmpty)
  }

  @Test mutating func `nobody sees another account's windows`() throws {
    try harness.database.add(
      AccountRecord(id: "ben", name: "Ben", created: 1_000),
      with: LibraryRecord(
        id: "ben's", account: "ben", name: "Ben's", epoch: "epoch-1", created: 1_000))
    try harness.database.add(
      DeviceRecord(id: "spy", account: "ben", name: "Spy", created: 1_000), secret: .of("spy"))
    let spy = harness.join(3, as: "spy")
    harness.ask(.watch(ScenesWatch()), spy)
    harness.show("w1", laptop)
    harness.send(to: "spy", laptop)
    harness.send(as: "m2", to: "laptop", spy)
    harness.detach("w1", laptop)
    #expect(harness.scenes(spy) == [])
    #expect(harness.notices(spy).count == 3)
    #expect(harness.notices(spy).last == .linkRefused(LinkRefused(id: "m2", reason: .device)))
    #expect(
      harness.notices(laptop).contains(.linkRefused(LinkRefused(id: "m1", reason: .device))))
  }
}
