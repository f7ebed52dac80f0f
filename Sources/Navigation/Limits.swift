/// Every bound of the navigation model, with its reason (NAVIGATION §3.1). A decoder cuts what
/// exceeds one; nothing here ever throws. `Web/navigation/limits.js` holds the same figures.
package enum Limits {
  /// Routes in one tab: deeper than anyone walks back, small enough for a 16 KiB scene.
  package static let pathLength = 16
  /// Lists whose query and position a window remembers; beyond, the least recently used goes.
  package static let listCount = 64
  /// Levels of presentations: an editor, a sheet above it, and one question.
  package static let presentationLevels = 3
  /// Values of one filter facet.
  package static let filterValues = 16
  /// Scalars of a search text.
  package static let queryLength = 200
  /// Scalars of an author's name, as a list spells it.
  package static let authorLength = 200
  /// Scalars of a tag or format in a filter: the library's own bound for a tag.
  package static let filterValueLength = 100
  /// Scalars of a person, a series, a publisher in a filter: as of an author whose list it is.
  package static let filterNameLength = 200
  /// The seed of a random order: more orders than anyone looks at, in six digits of a link.
  package static let sortSeed = 999_999
  /// Scalars of a feed's seed, and of an error's code.
  package static let codeLength = 64
  /// Scalars of a window's name.
  package static let sceneNameLength = 60
  /// Scalars of a link: what every browser and proxy carries.
  package static let linkLength = 2048
  /// Neighbours an anchor remembers, for when its own row has died.
  package static let anchorNeighbours = 4
  /// Thousandths of the anchor's row that are scrolled past.
  package static let anchorOffset = 999
  /// The row's place in the list when the anchor was taken.
  package static let anchorIndex = 999_999
  /// Links waiting in a window's inbox; one more expires the oldest.
  package static let inboxLength = 10
  /// The greatest integer both languages hold exactly: 2⁵³−1.
  package static let integer = 9_007_199_254_740_991
  /// Covers in one page of the feed.
  package static let feedPage = 20
  /// How near the end of the loaded covers the next page is asked for.
  package static let feedAhead = 5
  /// Two deliveries of one link from one sender within this many milliseconds are one.
  package static let incomingRepeatMilliseconds = 5000
  /// Bytes of a published scene; lists are dropped, least recently used first, until it fits.
  package static let publishedBytes = 16_384
  /// Pixels from which `automatic` shows three columns.
  package static let threeColumnsWidth = 1080
}
