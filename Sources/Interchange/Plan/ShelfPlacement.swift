import Library

/// Puts books on shelves by the shelves' names, making those that the library lacks.
struct ShelfPlacement {
  /// The changes that make or restore the shelves, and the elements to add to the book's `shelves`.
  struct Result {
    var changes: [Change] = []
    var elements: JSONObject = [:]
  }

  /// Where `places` are in `library`; `salt` tells books with the same number on a shelf apart.
  static func place(_ places: [Draft.Place], in library: LibraryIndex, salt: String) -> Result {
    var result = Result()
    for place in places {
      let id: String
      if let known = library.shelf(named: place.shelf) {
        id = known
      } else {
        let former = Self.former(place.shelf, in: library)
        id = former.id
        if let change = former.change,
          !result.changes.contains(where: { $0.entity == change.entity })
        {
          result.changes.append(change)
        }
      }
      if let number = place.number {
        result.elements[id] = ["position": .string(position(number, salt: salt))]
      } else {
        result.elements[id] = .null
      }
    }
    return result
  }

  /// The shelf that an import made of this name or would make, and what has to be done for it to be there:
  /// nothing where it goes by another name by now, which somebody gave it.
  private static func former(
    _ name: String, in library: LibraryIndex
  ) -> (id: String, change: Change?) {
    let stem = "shelf-" + StableID.digest(Folding.name(name))
    var id = stem
    var number = 1
    while let shelf = library["shelf", id] {
      // One that got a rule shows what meets it: nothing is put there.
      guard shelf.fields["rule"] ?? .null == .null else {
        number += 1
        id = "\(stem)-\(number)"
        continue
      }
      guard shelf.isDeleted else { return (id, nil) }
      // A shelf in Trash comes back: the person brings in a file that names it.
      let key = EntityKey(kind: "shelf", id: id)
      return (id, Change(key, life: .restore, set: ["name": .string(name)]))
    }
    let key = EntityKey(kind: "shelf", id: id)
    return (id, Change(key, life: .create, set: ["name": .string(name)]))
  }

  /// A fractional key that sorts as the number does (SYNC §2): the middle of the range, five digits
  /// of base 62, which hold 916 million, and 30 bits that differ from book to book.
  static func position(_ number: Int, salt: String) -> String {
    let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
    var digits: [UInt8] = []
    var rest = min(max(number, 0), 916_132_831)
    for _ in 0..<5 {
      digits.append(alphabet[rest % 62])
      rest /= 62
    }
    let place = String(decoding: digits.reversed(), as: UTF8.self)
    return "V" + place + StableID.digest(salt).prefix(6)
  }
}
