import Library

/// The cell that lists a book's shelves: `cosy (#1), gifts (#7)`, or the names alone.
enum ShelfList {
  /// The shelves in the cell's order, each once, with the book's place where the cell has it.
  static func parse(_ text: String) -> [Draft.Place] {
    var places: [Draft.Place] = []
    for part in text.split(separator: ",") {
      let place = place(part.tidied)
      guard !place.shelf.isEmpty, !places.contains(where: { $0.shelf == place.shelf }) else {
        continue
      }
      places.append(place)
    }
    return places
  }

  private static func place(_ text: String) -> Draft.Place {
    let whole = Draft.Place(shelf: text.shortened(to: Library.Limits.nameLengthMax))
    guard text.hasSuffix(")"), let mark = text.lastIndex(of: "(") else { return whole }
    let inside = text[text.index(after: mark)...].dropLast()
    guard inside.first == "#", let number = Int(inside.dropFirst()), number >= 0 else {
      return whole
    }
    let name = text[..<mark].tidied
    return Draft.Place(shelf: name.shortened(to: Library.Limits.nameLengthMax), number: number)
  }
}
