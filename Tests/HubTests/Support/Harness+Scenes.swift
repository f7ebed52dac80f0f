import Hub
import Library
import Navigation
import Store
import Wire

/// Windows and links, as a client speaks of them.
extension Harness {
  /// Says something about windows or links; what waits to be durable is made so.
  mutating func ask(_ request: SceneRequest, _ id: SessionID) {
    say(.scene(request), id)
    commit()
  }

  /// Takes a scene, and returns what came of it.
  @discardableResult
  mutating func attach(
    _ scene: String, name: String = "Window", _ id: SessionID
  ) -> SceneAttached? {
    ask(.attach(SceneAttach(scene: scene, name: name)), id)
    guard case .attached(let attached) = notices(id).last, attached.scene == scene else {
      return nil
    }
    return attached
  }

  /// Takes a scene and says where it is.
  mutating func show(
    _ scene: String, at nav: JSONValue = .book("emma"), rev: Int = 1, _ id: SessionID
  ) {
    let epoch = attach(scene, id)?.epoch ?? 0
    publish(scene, epoch: epoch, rev: rev, at: nav, id)
  }

  /// Says where a scene is.
  mutating func publish(
    _ scene: String, epoch: Int = 1, rev: Int, at nav: JSONValue = .book("emma"),
    following: SceneAddress? = nil, _ id: SessionID
  ) {
    ask(
      .publish(
        ScenePublish(
          scene: scene, epoch: epoch, rev: rev, lib: 7, layout: .narrow, nav: nav,
          following: following)), id)
  }

  mutating func detach(_ scene: String, isPrivate: Bool = false, _ id: SessionID) {
    ask(.detach(SceneDetach(scene: scene, isPrivate: isPrivate)), id)
  }

  /// Sends a link to a device.
  mutating func send(
    _ link: String = "/library/all/book/emma", as id: String = "m1", to device: String,
    _ session: SessionID
  ) {
    ask(.sendLink(LinkSend(id: id, to: device, link: link, lib: 3)), session)
  }

  /// Lets `milliseconds` pass, and the hub notice.
  mutating func pass(_ milliseconds: Int) {
    now += milliseconds
    happen(.tick)
  }

  /// The server as it starts again on what is stored: whatever it only had in mind is gone.
  mutating func restart() {
    hub = SyncHub(store: store, instance: "again")
    received = [:]
    isCommitDue = false
  }

  // MARK: What came

  /// All that a connection was told about windows and links.
  func notices(_ id: SessionID) -> [SceneNotice] {
    (received[id] ?? []).compactMap { message in
      guard case .scene(let notice) = message else { return nil }
      return notice
    }
  }

  func refusals(_ id: SessionID) -> [SceneRefused.Reason] {
    notices(id).compactMap { notice in
      guard case .refused(let refused) = notice else { return nil }
      return refused.reason
    }
  }

  func updates(_ id: SessionID) -> [PublishedScene] {
    notices(id).compactMap { notice in
      guard case .update(let update) = notice else { return nil }
      return update.scene
    }
  }

  func gone(_ id: SessionID) -> [SceneGone] {
    notices(id).compactMap { notice in
      guard case .gone(let gone) = notice else { return nil }
      return gone
    }
  }

  /// The last list of all scenes that a connection was sent.
  func scenes(_ id: SessionID) -> [PublishedScene]? {
    notices(id).reversed().lazy.compactMap { notice in
      guard case .all(let all) = notice else { return nil }
      return all.scenes
    }.first
  }

  func incoming(_ id: SessionID) -> [LinkIncoming] {
    notices(id).compactMap { notice in
      guard case .linkIncoming(let incoming) = notice else { return nil }
      return incoming
    }
  }

  /// What a connection was told of the link `id`.
  func states(of id: String = "m1", _ session: SessionID) -> [LinkState.State] {
    notices(session).compactMap { notice in
      guard case .linkState(let state) = notice, state.id == id else { return nil }
      return state.state
    }
  }

  /// What is stored of an account's windows and links.
  func stored(_ account: String = "anna") throws -> SceneHoldings {
    try database.scenes(of: account)
  }
}

extension JSONValue {
  /// A window that shows a book of the library, with something remembered of the list it is in.
  static func book(_ id: String, query: String = "lighthouse") -> JSONValue {
    place(path: [["k": "book", "id": .string(id)]], query: query)
  }

  /// A window with this path in the library.
  static func place(path: [JSONValue], query: String = "lighthouse") -> JSONValue {
    [
      "v": 1, "tab": "library", "columns": "detailOnly",
      "tabs": [
        "library": [
          "list": ["k": "shelf", "id": "attic"], "compact": "content", "path": .array(path),
        ],
        "search": [
          "list": ["k": "search"], "compact": "content",
          "path": [["k": "result", "id": "secret"]],
        ],
      ],
      "lists": ["shelf:attic": ["q": .string(query), "used": 3]],
      "feed": ["seed": "f1", "at": nil],
      "present": [["style": "cover", "dest": "cover", "id": "emma"]],
    ]
  }
}
