import Library
import Navigation
import Testing

/// Presentations and what comes of the work in them, in both layouts (NAVIGATION §3.3).
@Suite struct ModalTests {
  private let editor = Presentation.editBook(id: "b1", draft: "d1", isDirty: true)

  @Test(arguments: Layout.allCases)
  func `a sheet makes history, a question does not, and nothing stands above a question`(
    _ layout: Layout
  ) {
    var window = TestScene("S-book", layout)
    window.send(
      .present(editor), outputs: [.history(.push), .focus("inside"), .track("present")]
    ) { $0.nav.present = [editor] }
    window.sendRefused(.present(.filters))
    window.send(.present(.discard), outputs: [.focus("inside"), .track("present")]) {
      $0.nav.present = [editor, .discard]
    }
    window.sendRefused(.present(.sendTo))
  }

  @Test(arguments: Layout.allCases)
  func `dismissing keeps the draft, saving ends it, discarding erases it`(_ layout: Layout) {
    var dismissed = TestScene("S-edit", layout)
    dismissed.send(.dismiss, outputs: [.focus("opener"), .stash("d1")]) { $0.nav.present = [] }
    dismissed.sendRefused(.dismiss)
    var saved = TestScene("S-edit", layout)
    saved.send(.saved, outputs: [.notice("saved", nil)]) { $0.nav.present = [] }
    saved.sendRefused(.saved)
    var discarded = TestScene("S-discard", layout)
    discarded.send(.resolve(.discard), outputs: [.discard("d1")]) { $0.nav.present = [] }
  }

  @Test(arguments: Layout.allCases)
  func `an editor says whether it has edits, whatever stands above it`(_ layout: Layout) {
    var window = TestScene("S-discard", layout)
    window.send(.draft(isDirty: false)) {
      $0.nav.present[0] = .editBook(id: "b1", draft: "d1", isDirty: false)
    }
    var plain = TestScene("S-book", layout)
    plain.sendRefused(.draft(isDirty: true))
  }

  @Test(arguments: Layout.allCases)
  func `confirming a delete closes everything and leaves the rest to the library`(
    _ layout: Layout
  ) {
    var window = TestScene("S-confirm", layout)
    window.sendRefused(.resolve(.retry))
    window.send(.resolve(.delete), outputs: [.delegate("deleteBook", "b1")]) {
      $0.nav.present = []
    }
    window.sendRefused(.resolve(.delete))
  }

  @Test(arguments: Layout.allCases)
  func `a failure offers Retry once, and Cancel changes nothing else`(_ layout: Layout) {
    var window = TestScene("S-book", layout)
    window.send(.failed(code: "deleteFailed", retry: "deleteBook")) {
      $0.nav.present = [.error(code: "deleteFailed", retry: "deleteBook")]
    }
    // No second question above the first: the person hears of it all the same.
    window.send(.failed(code: "saveFailed", retry: nil), outputs: [.notice("failed", "saveFailed")])
    var cancelled = window
    window.send(.resolve(.retry), outputs: [.delegate("retry", "deleteBook")]) {
      $0.nav.present = []
    }
    cancelled.send(.resolve(.cancel)) { $0.nav.present = [] }
  }

  @Test(arguments: Layout.allCases)
  func `an added result is gone to only while it is looked at`(_ layout: Layout) {
    var watching = TestScene("S-search", layout)
    watching.send(.added(result: "r1", book: "b5"), outputs: [.history(.push)]) {
      $0.nav.tab = .library
      $0.nav.tabs[.search]?.path = []
      $0.nav.showLibrary(.all, [.book("b5")])
    }
    var elsewhere = TestScene("S-feed", layout)
    elsewhere.send(.added(result: "r1", book: "b5"), outputs: [.notice("added", "b5")])
  }
}
