import Hub
import Library
import Navigation
import Store
import Testing
import Wire

/// Who hears of a window, and how (SYNC §3, `scenes`).
@Suite struct SceneWatchTests {
  private var harness: Harness
  private let laptop: SessionID

  init() throws {
    harness = try Harness()
    laptop = harness.join(1, as: "laptop")
  }

  @Test mutating func `whoever watches gets all windows, its own among them`() throws {
    let phone = harness.join(2, as: "phone")
    harness.show("w2", laptop)
    harness.show("w1", laptop)
    harness.show("p1", phone)
    // A window that has said nothing yet is nowhere.
    harness.attach("w3", laptop)
    harness.ask(.watch(ScenesWatch()), phone)
    let scenes = try #require(harness.scenes(phone))
    #expect(scenes.map(\.address.scene) == ["w1", "w2", "p1"])
    #expect(harness.notices(phone).last == .share(ScenesShare(share: .full)))
  }

  @Test mutating func `an update is encoded once for all who watch, the publisher too`() throws {
    let phone = harness.join(2, as: "phone")
    let tablet = harness.join(3, as: "tablet")
    for id in [tablet, phone, laptop] { harness.ask(.watch(ScenesWatch()), id) }
    harness.attach("w1", laptop)
    harness.publish(
      "w1", rev: 4, following: SceneAddress(device: "phone", scene: "p1"), laptop)
    let broadcast = try #require(harness.broadcasts.last)
    #expect(harness.broadcasts.count == 1)
    #expect(broadcast.to == [laptop, phone, tablet])
    let update = try #require(harness.updates(phone).last)
    #expect(update.following == SceneAddress(device: "phone", scene: "p1"))
    #expect(update.rev == 4)
    #expect(update.seen == harness.now)
  }

  @Test mutating func `whoever does not watch, or no more, hears nothing`() throws {
    let phone = harness.join(2, as: "phone")
    let tablet = harness.join(3, as: "tablet")
    harness.ask(.watch(ScenesWatch()), tablet)
    harness.ask(.watch(ScenesWatch(isOn: false)), tablet)
    harness.show("w1", laptop)
    #expect(harness.notices(phone).isEmpty)
    #expect(harness.updates(tablet).isEmpty)
  }

  @Test
  mutating func `whoever asks again and again is answered few times, and once more at the tick`()
    throws
  {
    let phone = harness.join(2, as: "phone")
    harness.show("w1", laptop)
    func answerCount(_ harness: Harness) -> Int {
      harness.notices(phone).count { if case .all = $0 { true } else { false } }
    }
    for _ in 1...1_000 {
      harness.ask(.watch(ScenesWatch()), phone)
      harness.ask(.watch(ScenesWatch(isOn: false)), phone)
    }
    harness.ask(.watch(ScenesWatch()), phone)
    #expect(answerCount(harness) == Hub.Limits.watchesPerTickMax)
    // What it is not shown yet, it does not hear news of.
    harness.publish("w1", rev: 2, laptop)
    #expect(harness.updates(phone).isEmpty)
    harness.happen(.tick)
    #expect(answerCount(harness) == Hub.Limits.watchesPerTickMax + 1)
    #expect(harness.scenes(phone)?.map(\.rev) == [2])
    harness.publish("w1", rev: 3, laptop)
    #expect(harness.updates(phone).map(\.rev) == [3])
    harness.happen(.tick)
    #expect(answerCount(harness) == Hub.Limits.watchesPerTickMax + 1, "it was shown all")
  }

  @Test mutating func `what waits for the tick is shown to a slow reader when it has drained`()
    throws
  {
    let phone = harness.join(2, as: "phone")
    harness.show("w1", laptop)
    for _ in 0...Hub.Limits.watchesPerTickMax { harness.ask(.watch(ScenesWatch()), phone) }
    harness.happen(.congested(phone))
    harness.happen(.tick)
    harness.publish("w1", rev: 2, laptop)
    let before = harness.notices(phone).count
    harness.happen(.drained(phone))
    #expect(harness.notices(phone).count > before)
    #expect(harness.scenes(phone)?.map(\.rev) == [2])
  }

  @Test mutating func `a slow reader gets no updates, and everything anew when it has drained`()
    throws
  {
    let phone = harness.join(2, as: "phone")
    harness.ask(.watch(ScenesWatch()), phone)
    harness.show("w1", laptop)
    harness.happen(.congested(phone))
    let before = harness.notices(phone).count
    for rev in 2...6 { harness.publish("w1", rev: rev, laptop) }
    harness.detach("w1", laptop)
    #expect(harness.notices(phone).count == before)
    harness.show("w2", laptop)
    harness.happen(.drained(phone))
    #expect(harness.scenes(phone)?.map(\.address.scene) == ["w2"])
    harness.publish("w2", rev: 2, laptop)
    #expect(harness.updates(phone).last?.rev == 2)
  }

  @Test mutating func `a slow reader that missed no window is told nothing`() throws {
    let phone = harness.join(2, as: "phone")
    harness.ask(.watch(ScenesWatch()), phone)
    harness.happen(.congested(phone))
    let before = harness.notices(phone).count
    harness.happen(.drained(phone))
    #expect(harness.notices(phone).count == before)
    harness.show("w1", laptop)
    #expect(harness.updates(phone).count == 1)
  }

  @Test mutating func `whoever asks while it cannot take the answer gets it later`() throws {
    let phone = harness.join(2, as: "phone")
    harness.show("w1", laptop)
    harness.happen(.congested(phone))
    harness.ask(.watch(ScenesWatch()), phone)
    #expect(harness.notices(phone).isEmpty)
    harness.happen(.drained(phone))
    #expect(harness.scenes(phone)?.count == 1)
  }

  @Test mutating func `a window's name is cleaned and cut`() throws {
    let phone = harness.join(2, as: "phone")
    harness.ask(.watch(ScenesWatch()), phone)
    let name = "Up\nstairs " + String(repeating: "é", count: 100)
    let epoch = harness.attach("w1", name: name, laptop)?.epoch
    harness.publish("w1", epoch: try #require(epoch), rev: 1, laptop)
    let shown = try #require(harness.updates(phone).last?.name)
    #expect(shown.hasPrefix("Upstairs éé"))
    #expect(shown.unicodeScalars.count == 60)
  }
}
