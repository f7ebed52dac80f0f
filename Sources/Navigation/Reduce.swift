package import Library

/// What a reduction needs to know beside the state.
package struct Environment<View: LibraryView> {
  /// How the window is laid out now.
  package var layout: Layout
  /// What repair asks.
  package var library: View
  /// The name of this window, so that it does not follow itself.
  package var own: SceneRef?

  /// The surroundings of one window.
  package init(layout: Layout, library: View, own: SceneRef? = nil) {
    self.layout = layout
    self.library = library
    self.own = own
  }
}

/// Does one action to a window: the whole of NAVIGATION §3.3. Pure and total; from a legal state it
/// gives a legal state, and refuses what it cannot do: same state, no outputs. The outputs are for
/// the caller to carry out, in order.
package func reduce(
  into scene: inout LocalScene, action: Action, environment: Environment<some LibraryView>
) -> [Output] {
  let before = scene
  guard let outputs = scene.handle(action, environment) else { return [] }
  guard before.following != nil, scene.following != nil, action.takesTheWheel(scene, outputs)
  else { return outputs }
  scene.following = nil
  return [.banner(.none), .track("follow_stop", ["reason": "action"])] + outputs
}

/// The same for an action as it comes over the wire or out of a vector; one that spells nothing is
/// refused.
package func reduce(
  into scene: inout LocalScene, action json: JSONValue, environment: Environment<some LibraryView>
) -> [Output] {
  guard let action = Action(json: json) else { return [] }
  return reduce(into: &scene, action: action, environment: environment)
}

extension LocalScene {
  /// Carries out `action`; nil when it is refused, and then nothing has changed.
  fileprivate mutating func handle(
    _ action: Action, _ environment: Environment<some LibraryView>
  ) -> [Output]? {
    let layout = environment.layout
    switch action {
    case .selectTab(let tab): return selectTab(tab)
    case .selectList(let list): return selectList(list, layout)
    case .openItem(let route): return openItem(route, layout)
    case .push(let route): return push(route)
    case .back: return back(layout)
    case .popTo(let count): return popTo(count)
    case .popToRoot: return popTo(0)
    case .showSidebar: return showSidebar(layout)
    case .setColumns(let columns): return setColumns(columns)
    case .layoutChanged: return [.reproject]
    case .setQuery(let list, let text): return requery(list) { $0.text = text }
    case .setFilter(let list, let filters): return requery(list) { $0.filters = filters }
    case .setSort(let list, let sort): return requery(list) { $0.sort = sort }
    case .scrolled(let list, let anchor): return scrolled(list, anchor)
    case .feedMoved(let anchor, let count): return feedMoved(anchor, count)
    case .present(let presentation): return present(presentation)
    case .dismiss: return dismiss()
    case .draft(let isDirty): return markDraft(isDirty)
    case .resolve(let choice): return resolve(choice)
    case .saved: return saved()
    case .added(let result, let book): return added(result, book)
    case .failed(let code, let retry): return failed(code, retry)
    case .openLink(let link, let isCold, let lib):
      return openLink(link, isCold: isCold, lib: lib, environment)
    case .traverse(let entry, let direction, let lib):
      return traverse(entry, direction, lib: lib, environment)
    case .libraryChanged(let isRemote, let lib):
      return libraryChanged(isRemote: isRemote, lib: lib, environment)
    case .restore(let nav, let link, let lib):
      return restore(nav, link: link, lib: lib, environment)
    case .adopt(let nav, let lib): return adopt(nav, lib: lib, environment)
    case .undoAdopt: return undoAdopt(environment)
    case .followStart(let source, let following, let nav, let lib):
      return followStart(source, following, nav, lib: lib, environment)
    case .followUpdate(let source, let nav, let lib):
      return followUpdate(source, nav, lib: lib, environment)
    case .followStop(let reason): return followStop(reason)
    case .incoming(let message, let policy, let isIdle):
      return receive(message, policy, isIdle: isIdle, environment)
    case .answer(let id, let choice): return answer(id, choice, environment)
    }
  }
}

extension Action {
  /// Whether whoever did this has taken the wheel, so that following stops: the actions marked † in
  /// NAVIGATION §3.3, and opening an editor.
  fileprivate func takesTheWheel(_ after: LocalScene, _ outputs: [Output]) -> Bool {
    switch self {
    case .selectTab, .selectList, .openItem, .push, .back, .popTo, .popToRoot, .setQuery,
      .setFilter, .setSort, .scrolled, .feedMoved, .traverse, .adopt, .undoAdopt:
      true
    case .present: after.nav.present.topEditor != nil
    case .answer(_, let choice): choice == .open
    // A link that leads nowhere moves nothing, so it stops nothing.
    case .openLink: !outputs.contains { $0.isLinkRefusal }
    default: false
    }
  }
}

extension Output {
  fileprivate var isLinkRefusal: Bool {
    if case .notice("link_invalid", _) = self { true } else { false }
  }
}
