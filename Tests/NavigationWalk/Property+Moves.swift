import Library
import Navigation

/// What holds of every move from one state to another.
extension Property {
  static let topComesAcross = Property(
    name: "P4", claim: "what is on top comes across whole", isOfState: true
  ) { step in
    let library = step.otherLibrary
    let moved = step.elsewhere.nav.adopting(step.after.nav, library: library)
    let source = step.after.nav.repaired(against: library).nav
    return moved.stack.last == source.stack.last ? nil : "another top comes out"
  }

  static let linksReadBack = Property(
    name: "P5", claim: "a printed link is read back as the place it was printed of, from anywhere",
    isOfState: true
  ) { step in
    let nav = step.after.nav
    guard nav.link.utf8.count <= Limits.linkLength else { return "too long: \(nav.link)" }
    guard let link = try? Link(parsing: nav.link) else { return "unreadable: \(nav.link)" }
    guard case .place(let place) = link else { return nil }
    var landed = step.elsewhere
    _ = reduce(
      into: &landed, action: .openLink(nav.link, isCold: false, lib: 0), environment: boundless)
    guard landed.nav.link == nav.link else { return "\(nav.link) lands on \(landed.nav.link)" }
    // A place whose whole link would be too long prints a shorter one, which says less.
    let isWhole = Link.place(nav.core).json.canonicalText.utf8.count * 3 < Limits.linkLength
    guard isWhole else { return nil }
    return place == nav.core && landed.nav.core == nav.core ? nil : "\(nav.link) loses something"
  }

  static let touchesOneTab = Property(
    name: "P8", claim: "choosing lists, rows and columns touches one tab", isOfState: false
  ) { step in
    guard columnActions.contains(step.name) else { return nil }
    let (before, after) = (step.before.nav, step.after.nav)
    guard before.tab == after.tab else { return "the tab changed" }
    guard before.lists == after.lists else { return "what is remembered of lists changed" }
    let touched = Tab.allCases.filter { $0 != before.tab && before[$0] != after[$0] }
    return touched.isEmpty ? nil : "also \(touched)"
  }

  static let draftsEndKept = Property(
    name: "P10",
    claim: "edits end stashed, saved or discarded, and nothing from outside closes an editor",
    isOfState: false
  ) { step in
    var kept = Set(step.after.nav.present.dirtyDrafts())
    for output in step.outputs {
      switch output {
      case .stash(let draft), .discard(let draft): kept.insert(draft)
      default: break
      }
    }
    let isDone = step.name == "saved" || (step.name == "draft" && step.action["dirty"] == false)
    let lost = step.before.nav.present.dirtyDrafts().filter { !kept.contains($0) }
    guard isDone || lost.isEmpty else { return "lost \(lost)" }
    let isRestoredAsNew = step.outputs.contains(.track("repair", ["rule": "R2"]))
    guard remoteActions.contains(step.name), !isRestoredAsNew else { return nil }
    let editors = { (scene: LocalScene) in scene.nav.present.compactMap(\.draft) }
    return editors(step.before) == editors(step.after) ? nil : "an editor was closed from outside"
  }

  static let lastWriteWins = Property(
    name: "P9", claim: "the server keeps the greatest accepted stamp in whatever order writes come",
    isOfState: false
  ) { step in
    var generator = Mulberry32(seed: step.count)
    func stamp() -> Stamp {
      Stamp(epoch: generator.next(below: 3), rev: generator.next(below: 12))
    }
    let stored = stamp()
    let sent = (0..<5).map { _ in stamp() }
    var arrived: [Stamp] = []
    var waiting = sent
    while !waiting.isEmpty {
      arrived.append(waiting.remove(at: generator.next(below: waiting.count)))
    }
    let kept = arrived.reduce(stored) { $0.accepts($1) ? $1 : $0 }
    let greatest = sent.filter { $0.epoch == stored.epoch }.max() ?? stored
    guard kept == max(stored, greatest) else { return "\(stored) and \(arrived) end as \(kept)" }
    // Whoever attaches next is not overtaken by anything sent before.
    guard let attached = kept.attached(isHeld: false) else { return "a free scene was busy" }
    let late = sent.first { $0.epoch <= stored.epoch && attached.accepts($0) }
    return late.map { "\($0) came too late for \(attached)" }
  }

  private static let columnActions: Set = [
    "selectList", "openItem", "push", "popTo", "popToRoot", "showSidebar", "setColumns", "back",
  ]
  private static let remoteActions: Set = [
    "followStart", "followUpdate", "followStop", "incoming", "libraryChanged",
  ]
  /// Nothing is dead in a library that says nothing.
  private static var boundless: Environment<PlainLibrary> {
    Environment(layout: .wide, library: PlainLibrary(json: [:]))
  }
}
