import Hub
import Library
import Navigation
import Store
import Testing
import Wire

/// Links from device to device (NAVIGATION §3.7): sent → delivered → opened, dismissed, expired or
/// blocked, and the sender sees each.
@Suite struct LinkTests {
  private var harness: Harness
  private let laptop: SessionID
  private static let link = "/library/all/book/emma"

  init() throws {
    harness = try Harness()
    laptop = harness.join(1, as: "laptop")
  }

  @Test mutating func `a link goes to every connection of its device, once durable`() throws {
    let phone = harness.join(2, as: "phone")
    let other = harness.join(3, as: "phone")
    harness.say(
      .scene(.sendLink(LinkSend(id: "m1", to: "phone", link: Self.link, lib: 3))), laptop)
    #expect(harness.incoming(phone).isEmpty)
    harness.commit()
    // However many there are, it is encoded once.
    #expect(harness.broadcasts.map { $0.to } == [[phone, other], [laptop]])
    let incoming = LinkIncoming(
      id: "m1", from: "laptop", link: Self.link, lib: 3, at: harness.now)
    #expect(harness.incoming(phone) == [incoming])
    #expect(harness.incoming(other) == [incoming])
    #expect(harness.states(laptop) == [.delivered])
  }

  @Test(arguments: LinkAnswer.Answer.allCases)
  mutating func `the sender hears what became of it`(answer: LinkAnswer.Answer) throws {
    let phone = harness.join(2, as: "phone")
    harness.send(to: "phone", laptop)
    harness.ask(.answerLink(LinkAnswer(id: "m1", answer: answer)), phone)
    #expect(harness.states(laptop).map(\.rawValue) == ["delivered", answer.rawValue])
    // It is answered: a second answer, or another's, changes nothing.
    harness.ask(.answerLink(LinkAnswer(id: "m1", answer: .opened)), phone)
    #expect(harness.states(laptop).count == 2)
    harness.pass(3_000)
    #expect(try harness.stored().links.isEmpty)
  }

  @Test mutating func `only the device that it went to answers a link`() throws {
    let phone = harness.join(2, as: "phone")
    let tablet = harness.join(3, as: "tablet")
    harness.send(to: "phone", laptop)
    for id in [laptop, tablet] {
      harness.ask(.answerLink(LinkAnswer(id: "m1", answer: .opened)), id)
      harness.ask(.answerLink(LinkAnswer(id: "none", answer: .opened)), id)
    }
    #expect(harness.states(laptop) == [.delivered])
    harness.ask(.answerLink(LinkAnswer(id: "m1", answer: .dismissed)), phone)
    #expect(harness.states(laptop) == [.delivered, .dismissed])
  }

  @Test mutating func `a device that is away gets its links when it comes, also after a restart`()
    throws
  {
    harness.send(to: "phone", laptop)
    #expect(harness.states(laptop) == [.sent])
    #expect(try harness.stored().links.map(\.state) == ["sent"])
    harness.restart()
    let phone = harness.join(2, as: "phone")
    #expect(harness.incoming(phone).map(\.id) == ["m1"])
    // The sender was away as well: it hears when it asks again.
    let again = harness.join(3, as: "laptop")
    harness.ask(.answerLink(LinkAnswer(id: "m1", answer: .opened)), phone)
    #expect(harness.states(again) == [.opened])
  }

  @Test mutating func `a sender that was away hears what became of its links`() throws {
    harness.send(to: "phone", laptop)
    harness.happen(.disconnected(laptop))
    let phone = harness.join(2, as: "phone")
    harness.ask(.answerLink(LinkAnswer(id: "m1", answer: .blocked)), phone)
    harness.pass(3_000)
    #expect(try harness.stored().links.map(\.state) == ["blocked"])
    let again = harness.join(3, as: "laptop")
    harness.ask(.watch(ScenesWatch()), again)
    #expect(harness.states(again) == [.blocked])
    harness.pass(3_000)
    #expect(try harness.stored().links.isEmpty)
  }

  @Test mutating func `a link that nobody answered is handed to the device again`() throws {
    let phone = harness.join(2, as: "phone")
    harness.send(to: "phone", laptop)
    harness.happen(.disconnected(phone))
    let again = harness.join(3, as: "phone")
    #expect(harness.incoming(again).map(\.id) == ["m1"])
    #expect(harness.states(laptop) == [.delivered])
  }

  @Test mutating func `a slow device gets its links when it has drained`() throws {
    let phone = harness.join(2, as: "phone")
    harness.happen(.congested(phone))
    harness.send(to: "phone", laptop)
    #expect(harness.incoming(phone).isEmpty)
    #expect(harness.states(laptop) == [.sent])
    harness.happen(.drained(phone))
    #expect(harness.incoming(phone).count == 1)
    #expect(harness.states(laptop) == [.sent, .delivered])
  }

  @Test mutating func `a slow device gets again none of the links that it was handed`() throws {
    let phone = harness.join(2, as: "phone")
    let other = harness.join(3, as: "phone")
    harness.send(to: "phone", laptop)
    harness.happen(.congested(phone))
    harness.send("/feed", as: "m2", to: "phone", laptop)
    harness.happen(.drained(phone))
    for id in [phone, other] { #expect(harness.incoming(id).map(\.id) == ["m1", "m2"]) }
    harness.happen(.congested(phone))
    harness.happen(.drained(phone))
    #expect(harness.incoming(phone).count == 2)
  }

  @Test mutating func `a link is not shown before it is durable, and then once`() throws {
    let first = harness.join(2, as: "phone")
    harness.say(.scene(.sendLink(LinkSend(id: "m1", to: "phone", link: Self.link, lib: 3))), laptop)
    let second = harness.join(3, as: "phone")
    for id in [first, second] { #expect(harness.incoming(id).isEmpty) }
    harness.commit()
    for id in [first, second] { #expect(harness.incoming(id).count == 1) }
  }

  // MARK: Of one id

  @Test mutating func `each of two links of one id is shown, and answered by itself`() throws {
    let tablet = harness.join(2, as: "tablet")
    let phone = harness.join(3, as: "phone")
    harness.send(to: "phone", laptop)
    harness.send("/feed", to: "phone", tablet)
    #expect(harness.incoming(phone).map(\.from) == ["laptop"])
    #expect(harness.states(tablet) == [.sent])
    harness.ask(.answerLink(LinkAnswer(id: "m1", answer: .dismissed)), phone)
    #expect(harness.states(laptop) == [.delivered, .dismissed])
    #expect(harness.incoming(phone).map(\.link) == [Self.link, "/feed"])
    #expect(harness.states(tablet) == [.sent, .delivered])
    harness.ask(.answerLink(LinkAnswer(id: "m1", answer: .opened)), phone)
    #expect(harness.states(laptop) == [.delivered, .dismissed])
    #expect(harness.states(tablet) == [.sent, .delivered, .opened])
    #expect(harness.incoming(phone).count == 2)
  }

  @Test mutating func `a device that was away is shown one link of an id after the other`() throws {
    let tablet = harness.join(2, as: "tablet")
    harness.send(to: "phone", laptop)
    harness.send("/feed", to: "phone", tablet)
    harness.restart()
    let phone = harness.join(3, as: "phone")
    let other = harness.join(4, as: "phone")
    #expect(harness.incoming(phone).map(\.from) == ["laptop"])
    harness.ask(.answerLink(LinkAnswer(id: "m1", answer: .opened)), phone)
    for id in [phone, other] {
      #expect(harness.incoming(id).map(\.from) == ["laptop", "tablet"])
    }
  }

  @Test(arguments: [true, false])
  mutating func `a link follows one of its id that is forgotten, or waits no longer`(
    isRemoved: Bool
  ) throws {
    let tablet = harness.join(2, as: "tablet")
    let phone = harness.join(3, as: "phone")
    harness.send(to: "phone", laptop)
    harness.now += 60_000
    harness.send("/feed", to: "phone", tablet)
    if isRemoved {
      let revoked = try harness.hub.revoke(device: "laptop", of: "anna", now: harness.now)
      harness.take(try #require(revoked))
    } else {
      harness.pass(10 * 86_400_000 - 60_000)
      #expect(harness.states(laptop) == [.delivered, .expired])
    }
    #expect(harness.incoming(phone).map(\.from) == ["laptop", "tablet"])
    #expect(harness.states(tablet) == [.sent, .delivered])
  }

  // MARK: Twice

  @Test mutating func `the same link of the same sender within five seconds is one`() throws {
    let phone = harness.join(2, as: "phone")
    harness.send(to: "phone", laptop)
    harness.now += 5_000
    harness.send(as: "m2", to: "phone", laptop)
    #expect(harness.incoming(phone).count == 1)
    #expect(harness.states(of: "m2", laptop) == [.delivered])
    harness.ask(.answerLink(LinkAnswer(id: "m1", answer: .opened)), phone)
    // Both names of it have the same end.
    #expect(harness.states(of: "m1", laptop) == [.delivered, .opened])
    #expect(harness.states(of: "m2", laptop) == [.delivered, .opened])
    harness.now += 1
    harness.send(as: "m3", to: "phone", laptop)
    #expect(harness.incoming(phone).map(\.id) == ["m1", "m3"])
  }

  @Test mutating func `another sender's, another link, and another device's are others`() throws {
    let phone = harness.join(2, as: "phone")
    let tablet = harness.join(3, as: "tablet")
    harness.send(to: "phone", laptop)
    harness.send(as: "t1", to: "phone", tablet)
    harness.send("/feed", as: "m2", to: "phone", laptop)
    harness.send(as: "m3", to: "tablet", laptop)
    #expect(harness.incoming(phone).count == 3)
    #expect(harness.incoming(tablet).count == 1)
  }

  @Test mutating func `a link that is sent again by its id is still one`() throws {
    let phone = harness.join(2, as: "phone")
    harness.send(to: "phone", laptop)
    harness.now += 60_000
    harness.send(to: "phone", laptop)
    #expect(harness.incoming(phone).count == 1)
    #expect(harness.states(laptop) == [.delivered, .delivered])
  }

  // MARK: The end

  @Test mutating func `a link waits ten days and no longer`() throws {
    harness.send(to: "phone", laptop)
    harness.pass(10 * 86_400_000 - 1)
    #expect(harness.states(laptop) == [.sent])
    harness.pass(1)
    #expect(harness.states(laptop) == [.sent, .expired])
    let phone = harness.join(2, as: "phone")
    #expect(harness.incoming(phone).isEmpty)
    harness.pass(3_000)
    #expect(try harness.stored().links.isEmpty)
  }

  @Test mutating func `the eleventh link of a device expires the oldest`() throws {
    for number in 1...11 {
      harness.now += 10
      harness.send("/library/all/book/b\(number)", as: "m\(number)", to: "phone", laptop)
    }
    #expect(harness.states(of: "m1", laptop) == [.sent, .expired])
    #expect(harness.states(of: "m2", laptop) == [.sent])
    let phone = harness.join(2, as: "phone")
    #expect(harness.incoming(phone).map(\.id) == (2...11).map { "m\($0)" })
    for number in 12...100 {
      harness.send("/library/all/book/b\(number)", as: "m\(number)", to: "phone", laptop)
    }
    harness.pass(3_000)
    #expect(try harness.stored().links.count == 10)
  }

  @Test mutating func `links of a device that was removed come to their end`() throws {
    let tablet = harness.join(2, as: "tablet")
    harness.send(to: "phone", laptop)
    harness.send("/feed", as: "m2", to: "phone", tablet)
    harness.send("/feed", as: "m3", to: "tablet", laptop)
    let revoked = try harness.hub.revoke(device: "phone", of: "anna", now: harness.now)
    let outputs = try #require(revoked)
    harness.take(outputs)
    #expect(harness.states(laptop) == [.sent, .expired])
    #expect(harness.states(of: "m2", tablet) == [.sent, .expired])
    #expect(harness.states(of: "m3", laptop) == [.delivered])
    harness.pass(3_000)
    #expect(try harness.stored().links.map(\.key.id) == ["m3"])
  }

  @Test mutating func `what the disk cannot keep is delivered, or at its end`() throws {
    harness.store.failScenes(.full)
    harness.send(to: "phone", laptop)
    #expect(harness.states(laptop) == [.expired])
    let phone = harness.join(2, as: "phone")
    #expect(harness.incoming(phone).isEmpty)
    harness.send("/feed", as: "m2", to: "phone", laptop)
    #expect(harness.incoming(phone).map(\.id) == ["m2"])
    #expect(harness.states(of: "m2", laptop) == [.delivered])
  }

  // MARK: Refused

  @Test(arguments: [
    "", "library", "//evil.example", "/libary", "/library/all/book/", "/settings/book/x",
  ])
  mutating func `what is no link is refused, and nobody hears of it`(link: String) throws {
    let phone = harness.join(2, as: "phone")
    harness.send(link, to: "phone", laptop)
    #expect(harness.notices(laptop) == [.linkRefused(LinkRefused(id: "m1", reason: .link))])
    #expect(harness.notices(phone).isEmpty)
    #expect(try harness.stored().links.isEmpty)
  }

  @Test mutating func `a device that there is not, or no more, is refused`() throws {
    harness.send(to: "toaster", laptop)
    _ = try harness.hub.revoke(device: "phone", of: "anna", now: harness.now)
    harness.send(as: "m2", to: "phone", laptop)
    #expect(
      harness.notices(laptop) == [
        .linkRefused(LinkRefused(id: "m1", reason: .device)),
        .linkRefused(LinkRefused(id: "m2", reason: .device)),
      ])
  }

  // MARK: From the command line

  @Test mutating func `the command line sends links too, and can ask how far they are`() throws {
    let sent = try harness.hub.open(Self.link, on: "phone", of: "anna", as: "c1", now: harness.now)
    #expect(sent.state == .sent)
    #expect(try harness.stored().links.map(\.key.from) == ["server"])
    harness.take(sent.outputs)
    let phone = harness.join(2, as: "phone")
    #expect(harness.incoming(phone).map(\.from) == ["server"])
    #expect(harness.hub.state(ofLink: "c1", of: "anna") == .delivered)
    harness.ask(.answerLink(LinkAnswer(id: "c1", answer: .opened)), phone)
    #expect(harness.hub.state(ofLink: "c1", of: "anna") == .opened)
    harness.pass(60_000)
    harness.pass(60_000)
    #expect(harness.hub.state(ofLink: "c1", of: "anna") == nil)
  }
}
