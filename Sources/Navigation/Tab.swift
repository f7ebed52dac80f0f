/// A tab of the window. Settings is a tab; no route spells it.
package enum Tab: String, CaseIterable, Sendable {
  case library, search, feed, settings
}

/// How many columns a wide window shows.
package enum Columns: String, CaseIterable, Sendable {
  case automatic, all, doubleColumn, detailOnly
}

/// The two projections of one state. Never stored in it.
package enum Layout: String, CaseIterable, Sendable {
  case wide, narrow
}
