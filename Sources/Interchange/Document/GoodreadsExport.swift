import Library

/// Writes a library's books as Goodreads writes its own export: the 24 columns of today, in order.
///
/// What that format has no place for is lost in it: half stars are rounded, a book's languages,
/// tags, quotes and progress stay behind, dates without a day are left out, and of several
/// read-throughs only the count and the last day remain. Dogear's own document keeps everything.
package struct GoodreadsExport {
  private let library: LibrarySnapshot
  private var readings: [String: [LibraryEntity]] = [:]
  private var shelfNames: [String: String] = [:]
  /// A book's place on a shelf, counted from 1 in the order of the positions.
  private var ranks: [String: [String: Int]] = [:]

  /// The living books of `library`, in the order in which they were added.
  package static func csv(of library: LibrarySnapshot) -> [UInt8] {
    let export = GoodreadsExport(library)
    var writer = CSVWriter()
    writer.append(columns.map(\.rawValue))
    for book in export.books {
      writer.append(columns.map { export.cell($0, of: book) })
    }
    return writer.bytes
  }

  private static let columns: [GoodreadsColumn] = [
    .bookId, .title, .author, .authorLastFirst, .additionalAuthors, .isbn, .isbn13, .rating,
    .averageRating, .publisher, .binding, .pages, .yearPublished, .originalYear, .dateRead,
    .dateAdded, .bookshelves, .bookshelvesWithPositions, .exclusiveShelf, .review, .spoiler,
    .privateNotes, .readCount, .ownedCopies,
  ]

  private init(_ library: LibrarySnapshot) {
    self.library = library
    let living = library.entities.values.filter { !$0.isDeleted }
    for entity in living {
      if entity.key.kind == "shelf" { shelfNames[entity.key.id] = entity.fields["name"]?.string }
      if entity.key.kind == "reading", let book = entity.fields["book"]?.string {
        readings[library.standing(forBook: book), default: []].append(entity)
      }
    }
    var members: [String: [(position: String, book: String)]] = [:]
    for entity in living
    where entity.key.kind == "book" && library.root(ofBook: entity.key.id) == entity.key.id {
      for (shelf, value) in entity.sets["shelves"] ?? [:] {
        guard let position = value["position"]?.string else { continue }
        members[shelf, default: []].append((position, entity.key.id))
      }
    }
    for (shelf, books) in members {
      for (rank, member) in books.sorted(by: <).enumerated() {
        ranks[shelf, default: [:]][member.book] = rank + 1
      }
    }
  }

  private var books: [LibraryEntity] {
    let living = library.entities.values.filter { entity in
      entity.key.kind == "book" && !entity.isDeleted
        && library.root(ofBook: entity.key.id) == entity.key.id
    }
    return living.sorted {
      ($0.fields["added"]?.int ?? 0, $0.key.id) < ($1.fields["added"]?.int ?? 0, $1.key.id)
    }
  }
}

// MARK: - Cells

extension GoodreadsExport {
  private func cell(_ column: GoodreadsColumn, of book: LibraryEntity) -> String {
    switch column {
    case .bookId: identifier("goodreads", of: book) ?? ""
    case .title: title(of: book)
    case .author: contributor(0, of: book) ?? ""
    case .authorLastFirst: lastFirst(of: book)
    case .additionalAuthors: additionalAuthors(of: book)
    case .isbn: "=\"\(identifier("isbn", of: book).flatMap(Self.tenDigits) ?? "")\""
    case .isbn13: "=\"\(identifier("isbn", of: book) ?? "")\""
    case .rating: String(((book.fields["rating"]?.int ?? 0) + 50) / 100)
    case .publisher: book.fields["publisher"]?.string ?? ""
    case .binding: binding(of: book)
    case .pages: book.fields["pages"]?.int.map(String.init) ?? ""
    case .yearPublished: yearPublished(of: book)
    case .originalYear: book.fields["originalYear"]?.int.map(String.init) ?? ""
    case .dateRead: dateRead(of: book)
    case .dateAdded: book.fields["added"]?.int.map(CalendarDate.slashed) ?? ""
    case .bookshelves: shelves(of: book, ranked: false)
    case .bookshelvesWithPositions: shelves(of: book, ranked: true)
    case .exclusiveShelf: status(of: book) ?? ""
    case .review: Self.html(book.fields["review"]?.string ?? "")
    case .spoiler: book.fields["spoiler"]?.bool == true ? "true" : ""
    case .privateNotes: Self.html(book.fields["note"]?.string ?? "")
    case .readCount: String(readCount(of: book))
    case .ownedCopies: book.fields["owned"]?.int.map(String.init) ?? "0"
    case .averageRating, .purchaseDate, .purchaseLocation, .condition: ""
    }
  }

  private func title(of book: LibraryEntity) -> String {
    let title = book.fields["title"]?.string ?? ""
    let series = (book.fields["series"]?.array ?? []).compactMap { entry -> String? in
      guard let name = entry["name"]?.string else { return nil }
      let number = entry["number"]?.number.map { JSONValue(number: $0).canonicalText }
      return (entry["index"]?.string ?? number).map { "\(name), #\($0)" } ?? name
    }
    // Without a number sign a parenthesis would be read as part of the title.
    guard series.contains(where: { $0.contains("#") }) else { return title }
    return "\(title) (\(series.joined(separator: "; ")))"
  }

  private func contributor(_ position: Int, of book: LibraryEntity) -> String? {
    let contributors = book.fields["contributors"]?.array ?? []
    guard position < contributors.count else { return nil }
    return contributors[position]["name"]?.string
  }

  private func lastFirst(of book: LibraryEntity) -> String {
    if let sort = book.fields["contributors"]?.array?.first?["sort"]?.string { return sort }
    let words = (contributor(0, of: book) ?? "").split(separator: " ")
    guard let last = words.last, words.count > 1 else { return words.joined() }
    return "\(last), \(words.dropLast().joined(separator: " "))"
  }

  private func additionalAuthors(of book: LibraryEntity) -> String {
    let others = book.fields["contributors"]?.array?.dropFirst() ?? []
    return others.compactMap { $0["name"]?.string }.joined(separator: ", ")
  }

  private func identifier(_ scheme: String, of book: LibraryEntity) -> String? {
    let names = (book.sets["identifiers"] ?? [:]).keys.sorted()
    return names.first { $0.hasPrefix("\(scheme):") }.map { String($0.dropFirst(scheme.count + 1)) }
  }

  /// The ISBN-10 of an ISBN-13; only numbers under 978 have one.
  static func tenDigits(_ thirteen: String) -> String? {
    guard thirteen.hasPrefix("978"), thirteen.utf8.count == 13 else { return nil }
    let body = thirteen.utf8.dropFirst(3).dropLast()
    var sum = 0
    for (position, byte) in body.enumerated() { sum += (10 - position) * (Int(byte) - 0x30) }
    let check = (11 - sum % 11) % 11
    return String(decoding: body, as: UTF8.self) + (check == 10 ? "X" : String(check))
  }

  private func binding(of book: LibraryEntity) -> String {
    if let note = book.fields["formatNote"]?.string { return note }
    return switch book.fields["format"]?.string {
    case "hardcover": "Hardcover"
    case "paperback": "Paperback"
    case "ebook": "ebook"
    case "audiobook": "Audiobook"
    case "other": "Other"
    default: ""
    }
  }

  private func yearPublished(of book: LibraryEntity) -> String {
    let published = book.fields["published"]?.string.flatMap(PartialDate.init)
    return published.map { String($0.year) } ?? ""
  }

  private func dateRead(of book: LibraryEntity) -> String {
    let days = (readings[book.key.id] ?? []).compactMap {
      $0.fields["span"]?["finished"]?.string
    }
    let last = days.filter { $0.utf8.count == 10 }.max() ?? ""
    return String(last.map { $0 == "-" ? "/" : $0 })
  }

  private func readCount(of book: LibraryEntity) -> Int {
    (readings[book.key.id] ?? []).count {
      $0.fields["span"]?["outcome"]?.string != "reading"
    }
  }

  private func status(of book: LibraryEntity) -> String? {
    switch book.fields["status"]?.string {
    case "toRead": "to-read"
    case "reading": "currently-reading"
    case "read": "read"
    case "paused": "on-hold"
    case "abandoned": "did-not-finish"
    default: nil
    }
  }

  private func shelves(of book: LibraryEntity, ranked: Bool) -> String {
    var names: [String] = []
    for shelf in (book.sets["shelves"] ?? [:]).keys {
      // A comma would make two shelves of one.
      guard let name = shelfNames[shelf] else { continue }
      let safe = String(name.map { $0 == "," ? "-" : $0 })
      let rank = ranked ? ranks[shelf]?[book.key.id] : nil
      names.append(rank.map { "\(safe) (#\($0))" } ?? safe)
    }
    names.sort()
    if let status = status(of: book), status != "read" { names.append(status) }
    return names.joined(separator: ", ")
  }

  private static func html(_ text: String) -> String {
    var html = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": html += "&amp;"
      case "<": html += "&lt;"
      case ">": html += "&gt;"
      case "\n": html += "<br/>"
      case "\r": continue
      default: html.unicodeScalars.append(scalar)
      }
    }
    return html
  }
}
