/// Every action of NAVIGATION §3.3. `lib`, where there is one, is the library cursor of whoever
/// made the state or link: what they may know and this library does not yet is kept (0: nothing
/// is).
package enum Action: Hashable, Sendable {
  case selectTab(Tab)
  case selectList(ListRef)
  case openItem(Route)
  case push(Route)
  case back
  case popTo(Int)
  case popToRoot
  case showSidebar
  case setColumns(Columns)
  case layoutChanged
  case setQuery(ListRef, String)
  case setFilter(ListRef, Filters)
  case setSort(ListRef, Sort)
  case scrolled(ListRef, Anchor?)
  case feedMoved(Anchor?, count: Int?)
  case present(Presentation)
  case dismiss
  case draft(isDirty: Bool)
  case resolve(Choice)
  case saved
  case added(result: String, book: String)
  case failed(code: String, retry: String?)
  case openLink(String, isCold: Bool, lib: Int)
  /// To a snapshot of the history, by −1 or 1; 0 where there is no further entry.
  case traverse(NavState, direction: Int, lib: Int)
  case libraryChanged(isRemote: Bool, lib: Int)
  case restore(NavState, link: String?, lib: Int)
  case adopt(NavState, lib: Int)
  case undoAdopt
  case followStart(SceneRef, following: SceneRef?, nav: NavState, lib: Int)
  case followUpdate(SceneRef, nav: NavState, lib: Int)
  case followStop(StopReason)
  case incoming(Incoming, policy: RemoteOpen, isIdle: Bool)
  case answer(id: String, Answer)

  /// The answer to an alert or a dialog.
  package enum Choice: String, Sendable {
    case delete, discard, retry, cancel
  }

  /// Why following stopped, when nobody took the wheel.
  package enum StopReason: String, Sendable {
    case user, closed, `private`
  }

  /// What a device does with links from others.
  package enum RemoteOpen: String, Sendable {
    case ask, auto, off
  }

  /// The answer to a link in the inbox.
  package enum Answer: String, Sendable {
    case open, dismiss
  }
}
