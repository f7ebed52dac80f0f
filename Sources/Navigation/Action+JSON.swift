package import Library

extension Action {
  /// The action that `json` spells, or nil when it spells none or lacks what it needs. Total; what
  /// comes out holds legal values only.
  package init?(json: JSONValue) {
    guard json.object != nil, let name = json["t"]?.string,
      let action = Self.place(name, json) ?? Self.list(name, json) ?? Self.modal(name, json)
        ?? Self.link(name, json) ?? Self.remote(name, json)
    else { return nil }
    self = action
  }

  private static func place(_ name: String, _ json: JSONValue) -> Action? {
    switch name {
    case "selectTab": json["tab"].choice().map { .selectTab($0) }
    case "selectList": ListRef(json: json["list"]).map { .selectList($0) }
    case "openItem": Route(json: json["route"]).map { .openItem($0) }
    case "push": Route(json: json["route"]).map { .push($0) }
    case "back": .back
    case "popTo": natural(json["n"]).map { .popTo($0) }
    case "popToRoot": .popToRoot
    case "showSidebar": .showSidebar
    case "setColumns": json["columns"].choice().map { .setColumns($0) }
    case "layoutChanged": .layoutChanged
    default: nil
    }
  }

  private static func list(_ name: String, _ json: JSONValue) -> Action? {
    if name == "feedMoved" {
      return .feedMoved(Anchor(json: json["anchor"]), count: natural(json["count"]))
    }
    guard let list = ListRef(json: json["list"]) else { return nil }
    switch name {
    case "setQuery":
      return typed(json["q"], Limits.queryLength).map { .setQuery(list, $0) }
    case "setFilter":
      guard let filters = json["filters"], filters.object != nil else { return nil }
      return .setFilter(list, Filters(json: filters))
    case "setSort": return Sort(json: json["sort"]).map { .setSort(list, $0) }
    case "scrolled": return .scrolled(list, Anchor(json: json["anchor"]))
    default: return nil
    }
  }

  private static func modal(_ name: String, _ json: JSONValue) -> Action? {
    switch name {
    case "present": return Presentation(json: json["presentation"]).map { .present($0) }
    case "dismiss": return .dismiss
    case "draft": return json["dirty"]?.bool.map { .draft(isDirty: $0) }
    case "resolve": return json["choice"].choice().map { .resolve($0) }
    case "saved": return .saved
    case "added":
      guard let result = Text.identifier(json["result"]), let book = Text.identifier(json["book"])
      else { return nil }
      return .added(result: result, book: book)
    case "failed":
      guard let code = typed(json["code"], Limits.codeLength), !code.isEmpty else { return nil }
      return .failed(code: code, retry: Text.identifier(json["retry"]))
    default: return nil
    }
  }

  private static func link(_ name: String, _ json: JSONValue) -> Action? {
    let lib = json["lib"].cleanInteger()
    switch name {
    case "openLink":
      return json["link"]?.string.map { .openLink($0, isCold: isTrue(json["cold"]), lib: lib) }
    case "traverse":
      let isStep = json["dir"] == .int(1) || json["dir"] == .int(-1)
      let direction = isStep ? json["dir"]?.int ?? 0 : 0
      return .traverse(NavState(json: json["nav"]), direction: direction, lib: lib)
    case "libraryChanged": return .libraryChanged(isRemote: isTrue(json["remote"]), lib: lib)
    case "restore":
      return .restore(NavState(json: json["nav"]), link: json["link"]?.string, lib: lib)
    default: return nil
    }
  }

  private static func remote(_ name: String, _ json: JSONValue) -> Action? {
    let lib = json["lib"].cleanInteger()
    switch name {
    case "adopt": return .adopt(NavState(json: json["nav"]), lib: lib)
    case "undoAdopt": return .undoAdopt
    case "followStart":
      let following = SceneRef(json: json["following"])
      return SceneRef(json: json["source"]).map {
        .followStart($0, following: following, nav: NavState(json: json["nav"]), lib: lib)
      }
    case "followUpdate":
      return SceneRef(json: json["source"]).map {
        .followUpdate($0, nav: NavState(json: json["nav"]), lib: lib)
      }
    case "followStop": return .followStop(json["reason"].choice() ?? .user)
    case "incoming":
      let policy: RemoteOpen = json["policy"].choice() ?? .ask
      return Incoming(json: json["incoming"]).map {
        .incoming($0, policy: policy, isIdle: isTrue(json["idle"]))
      }
    case "answer":
      guard let id = Text.identifier(json["id"]), let answer: Answer = json["answer"].choice()
      else { return nil }
      return .answer(id: id, answer)
    default: return nil
    }
  }

  private static func typed(_ json: JSONValue?, _ scalarCountMax: Int) -> String? {
    json?.string == nil ? nil : Text.cleaned(json, scalarCountMax)
  }

  private static func natural(_ json: JSONValue?) -> Int? {
    json?.int.flatMap { $0 >= 0 ? $0 : nil }
  }

  private static func isTrue(_ json: JSONValue?) -> Bool { json == .bool(true) }
}
