import Hub
import Library
import Navigation
import Store
import Testing
import Wire

/// Windows: who may say where one is, and what becomes of it (NAVIGATION §3.6, §3.8).
@Suite struct SceneTests {
  // MARK: Stamps

  @Test func `the first attachment is the first epoch, and nothing is stored`() throws {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    #expect(
      harness.attach("w1", laptop) == SceneAttached(scene: "w1", epoch: 1, rev: 0, nav: nil))
  }

  @Test func `a window that comes back gets the stored state, its rev, and the next epoch`() throws
  {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    harness.show("w1", at: .book("emma"), rev: 5, laptop)
    harness.happen(.disconnected(laptop))
    let again = harness.join(2, as: "laptop")
    let answer = harness.attach("w1", again)
    let attached = try #require(answer)
    #expect(attached.epoch == 2)
    #expect(attached.rev == 5)
    #expect(NavState(json: attached.nav) == NavState(json: .book("emma")).publishable)
  }

  @Test func `while one live connection holds a scene, another is busy and forks`() throws {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    let other = harness.join(2, as: "laptop")
    harness.attach("w1", laptop)
    #expect(harness.attach("w1", other) == nil)
    #expect(harness.refusals(other) == [.busy])
    // The fork has an id of its own; the first goes on undisturbed.
    #expect(harness.attach("w2", other)?.epoch == 1)
    harness.publish("w1", rev: 1, laptop)
    #expect(harness.refusals(laptop).isEmpty)
  }

  @Test func `its holder may attach a scene again, which is the next epoch`() throws {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    harness.attach("w1", laptop)
    #expect(harness.attach("w1", laptop)?.epoch == 2)
    harness.publish("w1", epoch: 1, rev: 1, laptop)
    #expect(harness.refusals(laptop) == [.stale])
    harness.publish("w1", epoch: 2, rev: 1, laptop)
    #expect(harness.refusals(laptop) == [.stale])
  }

  @Test func `devices have their own scenes, whatever they call them`() throws {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    let phone = harness.join(2, as: "phone")
    #expect(harness.attach("w1", laptop) != nil)
    #expect(harness.attach("w1", phone)?.epoch == 1)
  }

  @Test func `the greatest rev of the epoch is what stands, in whatever order writes arrive`()
    throws
  {
    for order in [[1, 2, 3], [3, 2, 1], [2, 3, 1]] {
      var harness = try Harness()
      let laptop = harness.join(1, as: "laptop")
      harness.attach("w1", laptop)
      for rev in order { harness.publish("w1", rev: rev, at: .book("b\(rev)"), laptop) }
      harness.ask(.watch(ScenesWatch()), laptop)
      let scene = try #require(harness.scenes(laptop)?.first)
      #expect(scene.rev == 3)
      #expect(NavState(json: scene.nav).active.path == [.book("b3")])
    }
  }

  // MARK: Closing

  @Test func `a window closed is gone at once, and comes back within a day`() throws {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    let phone = harness.join(2, as: "phone")
    harness.ask(.watch(ScenesWatch()), phone)
    harness.show("w1", laptop)
    harness.detach("w1", laptop)
    let address = SceneAddress(device: "laptop", scene: "w1")
    #expect(harness.gone(phone) == [SceneGone(address, reason: .closed)])
    harness.ask(.watch(ScenesWatch()), phone)
    #expect(harness.scenes(phone) == [])
    harness.pass(86_400_000 - 1)
    #expect(harness.attach("w1", laptop)?.nav != nil)
    #expect(harness.updates(phone).last?.address == address)
  }

  @Test func `a window closed for a day is forgotten, but not the epochs it had`() throws {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    harness.show("w1", laptop)
    harness.attach("w1", laptop)
    harness.detach("w1", laptop)
    harness.pass(86_400_000)
    harness.pass(3_000)
    #expect(try harness.stored().scenes.isEmpty)
    harness.restart()
    let again = harness.join(2, as: "laptop")
    #expect(
      harness.attach("w1", again) == SceneAttached(scene: "w1", epoch: 3, rev: 0, nav: nil))
  }

  @Test func `nothing of a private window is kept`() throws {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    let phone = harness.join(2, as: "phone")
    harness.ask(.watch(ScenesWatch()), phone)
    harness.show("w1", laptop)
    harness.pass(3_000)
    #expect(try harness.stored().scenes.count == 1)
    harness.detach("w1", isPrivate: true, laptop)
    #expect(harness.gone(phone).map(\.reason) == [.private])
    #expect(try harness.stored().scenes.isEmpty)
    #expect(harness.attach("w1", laptop)?.nav == nil)
  }

  /// The connection that holds it still may be one that died before the window became private.
  @Test func `a private window is forgotten over any connection of its device`() throws {
    var harness = try Harness()
    let dead = harness.join(1, as: "laptop")
    harness.show("w1", dead)
    harness.pass(3_000)
    let laptop = harness.join(2, as: "laptop")
    let phone = harness.join(3, as: "phone")
    harness.ask(.watch(ScenesWatch()), phone)
    harness.detach("w1", isPrivate: true, phone)
    #expect(try harness.stored().scenes.count == 1)
    harness.detach("w1", laptop)
    #expect(harness.refusals(laptop) == [.unattached])
    harness.detach("w1", isPrivate: true, laptop)
    #expect(harness.gone(phone).map(\.reason) == [.private])
    #expect(try harness.stored().scenes.isEmpty)
  }

  @Test func `a ninth window of a device is refused while eight are held`() throws {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    for number in 1...8 { #expect(harness.attach("w\(number)", laptop) != nil) }
    #expect(harness.attach("w9", laptop) == nil)
    #expect(harness.refusals(laptop) == [.tooMany])
    #expect(try harness.stored().scenes.count == 8)
  }

  @Test func `a ninth window takes the place of the one that was left longest ago`() throws {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    let old = harness.join(2, as: "laptop")
    let phone = harness.join(3, as: "phone")
    harness.ask(.watch(ScenesWatch()), phone)
    for number in 1...2 {
      harness.show("old\(number)", old)
      harness.pass(1_000)
    }
    harness.happen(.disconnected(old))
    for number in 1...6 { harness.attach("w\(number)", laptop) }
    #expect(harness.attach("w7", laptop) != nil)
    #expect(harness.gone(phone).map(\.address.scene) == ["old1"])
    harness.detach("w1", laptop)
    // One that was closed goes before one that was only left.
    #expect(harness.attach("w8", laptop) != nil)
    #expect(harness.gone(phone).map(\.address.scene) == ["old1"])
  }

  // MARK: Time

  @Test func `a window silent for 14 days is still seen, for 90 days no more`() throws {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    let phone = harness.join(2, as: "phone")
    harness.show("w1", laptop)
    harness.happen(.disconnected(laptop))
    let left = harness.now
    for days in [14, 15, 90] {
      harness.now = left + days * 86_400_000
      harness.happen(.tick)
      harness.ask(.watch(ScenesWatch()), phone)
      let scene = try #require(harness.scenes(phone)?.first)
      // Which of "live", "listed" and "older" it is, whoever shows it reckons.
      #expect(scene.seen == left)
    }
    harness.pass(1)
    #expect(harness.gone(phone).map(\.reason) == [.expired])
    harness.pass(3_000)
    #expect(try harness.stored().scenes.isEmpty)
  }

  @Test func `as long as its connection lives a window is heard of twice a minute`() throws {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    let phone = harness.join(2, as: "phone")
    harness.show("w1", laptop)
    harness.ask(.watch(ScenesWatch()), phone)
    for _ in 1...120 { harness.pass(1_000) }
    let seen = harness.updates(phone).map(\.seen)
    #expect(seen.count == 4)
    for (earlier, later) in zip(seen, seen.dropFirst()) { #expect(later - earlier == 30_000) }
    harness.happen(.disconnected(laptop))
    for _ in 1...120 { harness.pass(1_000) }
    #expect(harness.updates(phone).count == 4)
  }
}
