import Library
import Navigation
import NavigationWalk
import TestSupport
import Testing

/// The vectors satisfy the minimum of NAVIGATION §3.11: each action in both layouts, each repair
/// rule, each error of a link, and each form of a list, a route and a link both ways.
@Suite(.enabled(if: Walk.isPossible)) struct VectorCoverageTests {
  @Test(arguments: Layout.allCases)
  func `every action has a vector that does something`(_ layout: Layout) throws {
    let done = try NavigationCase.all(in: "reduce.json").filter {
      $0.layout == layout && ($0.then != $0.given || $0.outputs != [])
    }
    let named = Set(done.compactMap { $0.action["t"]?.string })
    let missing = Self.actions.filter { !named.contains($0) }
    #expect(missing.isEmpty)
  }

  @Test func `every refusable action has a vector that is refused`() throws {
    let refused = try NavigationCase.all(in: "reduce.json").filter {
      $0.then == $0.given && $0.outputs == []
    }
    let named = Set(refused.compactMap { $0.action["t"]?.string })
    let missing = Self.refusable.filter { !named.contains($0) }
    #expect(missing.isEmpty)
  }

  @Test func `every repair rule has a vector`() throws {
    let counted = try NavigationCase.all(in: "repair.json").flatMap { $0.outputs.array ?? [] }
      .compactMap { $0.array?.last?["rule"]?.string }
    #expect(Set(counted) == Set((0...7).map { "R\($0)" }))
  }

  @Test func `every error of a link has a vector, alone and in a window`() throws {
    let errors: Set = ["form", "encoding", "tab", "list", "route", "order"]
    let parsed = try NavigationCase.all(in: "parse.json").compactMap {
      $0.outputs.array?.first?.array?.last?.string
    }
    #expect(Set(parsed) == errors)
    let opened = try NavigationCase.all(in: "reduce.json").flatMap { $0.outputs.array ?? [] }
      .filter { $0.array?.first == "notice" && $0.array?[1] == "link_invalid" }
      .compactMap { $0.array?.last?.string }
    #expect(Set(opened).isSuperset(of: errors))
  }

  @Test func `every link, tab-level and route-level, is read and printed by a vector`() throws {
    let printed = Set(try NavigationCase.all(in: "print.json").flatMap { Self.forms(of: $0.given) })
    let cases = try NavigationCase.all(in: "parse.json")
    let read = Set(cases.flatMap { Self.forms(ofLink: $0.then) })
    #expect(Self.forms.subtracting(read).isEmpty, "to be read")
    #expect(Self.forms.subtracting(printed).isEmpty, "to be printed")
    let tabs = Set(cases.filter { $0.then["level"] == "tab" }.compactMap { $0.then["tab"]?.string })
    #expect(tabs == Set(Tab.allCases.map(\.rawValue)), "tab-level links")
  }

  @Test func `every key of a list state is decoded by a vector`() throws {
    let kept = try NavigationCase.all(in: "decode.json").flatMap { vector in
      (vector.then["lists"]?.object ?? [:]).keys.compactMap { ListRef(key: $0)?.kind }
    }
    #expect(
      Set(kept).isSuperset(of: ["all", "shelf", "status", "author", "search", "settings"]))
  }

  /// Every root list and every route in every tab where it may stand: `library: shelf`,
  /// `settings/device`, `library/list author`.
  private static let forms: Set<String> = {
    var forms: Set<String> = []
    for configuration in TabConfiguration.all {
      let tab = configuration.tab.rawValue
      forms.formUnion(configuration.lists.map { "\(tab): \($0)" })
      for kind in configuration.routes.keys {
        switch kind {
        case "list":
          forms.formUnion(
            ["all", "shelf", "status", "author"].map { "\(tab)/list \($0)" })
        case "page": forms.formUnion(Route.Page.allCases.map { "\(tab)/page \($0.rawValue)" })
        default: forms.insert("\(tab)/\(kind)")
        }
      }
    }
    return forms
  }()

  private static func forms(of state: JSONValue) -> [String] {
    let nav = NavState(json: state)
    return forms(tab: nav.tab, list: nav.active.list, path: nav.active.path)
  }

  private static func forms(ofLink link: JSONValue) -> [String] {
    guard let tab = link["tab"]?.string.flatMap(Tab.init(rawValue:)) else { return [] }
    return forms(
      tab: tab, list: ListRef(json: link["list"]), path: [Route](json: link["path"], in: tab))
  }

  private static func forms(tab: Tab, list: ListRef?, path: [Route]) -> [String] {
    let root = list.map { ["\(tab.rawValue): \($0.kind)"] } ?? []
    return root
      + path.map { route in
        switch route {
        case .list(let list): "\(tab.rawValue)/list \(list.kind)"
        case .page(let page): "\(tab.rawValue)/page \(page.rawValue)"
        default: "\(tab.rawValue)/\(route.kind)"
        }
      }
  }

  private static let actions = [
    "selectTab", "selectList", "openItem", "push", "back", "popTo", "popToRoot", "showSidebar",
    "setColumns", "layoutChanged", "setQuery", "setFilter", "setSort", "scrolled", "feedMoved",
    "present", "dismiss", "draft", "resolve", "saved", "added", "failed", "openLink", "traverse",
    "libraryChanged", "restore", "adopt", "undoAdopt", "followStart", "followUpdate", "followStop",
    "incoming", "answer",
  ]
  private static let refusable = [
    "selectTab", "selectList", "openItem", "push", "popTo", "popToRoot", "setColumns", "setQuery",
    "setFilter", "setSort", "present", "dismiss", "draft", "resolve", "saved", "failed",
    "undoAdopt", "followStart", "followUpdate", "followStop", "incoming", "answer",
  ]
}
