package import Library

/// What stands above the place: one destination on each level.
package enum Presentation: Hashable, Sendable {
  /// How a destination is presented.
  package enum Style: String, CaseIterable, Sendable {
    case sheet, cover, popover, alert, dialog
  }

  case editBook(id: String, draft: String, isDirty: Bool)
  case newBook(draft: String, isDirty: Bool)
  case addToShelf(id: String)
  case sendTo
  case cover(id: String)
  case onboarding
  case filters
  case sort
  case devices
  case deleteBook(id: String)
  case deleteShelf(id: String)
  case error(code: String, retry: String?)
  case discard
}

extension Presentation {
  /// How this is presented.
  package var style: Style {
    switch self {
    case .editBook, .newBook, .addToShelf, .sendTo: .sheet
    case .cover, .onboarding: .cover
    case .filters, .sort, .devices: .popover
    case .deleteBook, .deleteShelf, .error: .alert
    case .discard: .dialog
    }
  }

  /// Whether this asks a question that must be answered before anything else.
  package var isLeaf: Bool { style == .alert || style == .dialog }

  /// The draft this holds, or nil when it is no editor.
  package var draft: String? {
    switch self {
    case .editBook(_, let draft, _), .newBook(let draft, _): draft
    default: nil
    }
  }

  /// The draft, when it has edits that are not saved.
  package var dirtyDraft: String? {
    switch self {
    case .editBook(_, let draft, true), .newBook(let draft, true): draft
    default: nil
    }
  }

  /// The book this is about, or nil.
  package var book: String? {
    switch self {
    case .editBook(let id, _, _), .addToShelf(let id), .cover(let id), .deleteBook(let id): id
    default: nil
    }
  }

  /// The same, about another book.
  package func about(book id: String) -> Presentation {
    switch self {
    case .editBook(_, let draft, let isDirty): .editBook(id: id, draft: draft, isDirty: isDirty)
    case .addToShelf: .addToShelf(id: id)
    case .cover: .cover(id: id)
    case .deleteBook: .deleteBook(id: id)
    default: self
    }
  }

  /// The same editor with or without unsaved edits.
  package func marked(dirty isDirty: Bool) -> Presentation {
    switch self {
    case .editBook(let id, let draft, _): .editBook(id: id, draft: draft, isDirty: isDirty)
    case .newBook(let draft, _): .newBook(draft: draft, isDirty: isDirty)
    default: self
    }
  }

  /// How a style is drawn in a layout (NAVIGATION §3.2).
  package enum Drawing: String, Sendable {
    case centredSheet, bottomSheet, window, anchoredPopover, buttonPopover, actionSheet, modal
  }

  /// How this is drawn in `layout`.
  package func drawn(in layout: Layout) -> Drawing {
    switch (style, layout) {
    case (.sheet, .wide): .centredSheet
    case (.sheet, .narrow), (.popover, .narrow): .bottomSheet
    case (.cover, _): .window
    case (.popover, .wide): .anchoredPopover
    case (.dialog, .wide): .buttonPopover
    case (.dialog, .narrow): .actionSheet
    case (.alert, _): .modal
    }
  }
}

extension [Presentation] {
  /// Whether `presentation` may open above these: cover and popover only at the bottom, nothing
  /// above an alert or a dialog, three levels in all.
  package func allows(_ presentation: Presentation) -> Bool {
    guard count < Limits.presentationLevels else { return false }
    guard let top = last else { return true }
    return !top.isLeaf && presentation.style != .cover && presentation.style != .popover
  }

  /// The level of the topmost editor, or nil.
  package var topEditor: Int? { lastIndex { $0.draft != nil } }

  /// Drafts with unsaved edits from `level` up, lowest first: what a cut there must stash.
  package func dirtyDrafts(from level: Int = 0) -> [String] {
    dropFirst(level).compactMap(\.dirtyDraft)
  }

  /// The legal presentations nearest to `json`: they end before the first that is none or may not
  /// stand there.
  package init(json: JSONValue?) {
    self = []
    for element in json?.array ?? [] {
      guard let presentation = Presentation(json: element), allows(presentation) else { break }
      append(presentation)
    }
  }
}
