import Library
import Replica

/// What people do: edits that a person at this device could make now, of what the device shows them.
/// Every value and every word is new, so that it can be told where each went.
struct Workload {
  private let idCount: Int
  /// Whether what is made takes one of few ids, as adversaries do, or a fresh one, as programs do.
  private let usesFewIds: Bool
  private var valueCount = 0

  init(idCount: Int, usesFewIds: Bool) {
    self.idCount = idCount
    self.usesFewIds = usesFewIds
  }

  /// The changes of one edit; none where there is nothing to do it to.
  mutating func changes(
    _ act: Act, on device: SimulatedDevice, _ chance: inout SeededRandom
  ) -> [Change] {
    let view = device.replica.view
    switch act {
    case .createBook, .createSameBook, .createShelf, .createReading, .createUnknown:
      return create(act, view, &chance)
    case .shelve, .unshelve, .reorder, .squeeze: return arrange(act, view, &chance)
    case .renameShelf, .deleteShelf:
      guard let shelf = pick("shelf", view, &chance) else {
        return create(.createShelf, view, &chance)
      }
      return [
        act == .deleteShelf
          ? Change(shelf.entity, life: .delete) : Change(shelf.entity, set: ["name": value()])
      ]
    case .progress, .span: return read(act, on: device, &chance)
    case .quote:
      guard let note = pick("note", view, &chance) else {
        guard let book = pick("book", view, &chance) else { return [] }
        return make(
          "note", view, &chance,
          set: ["book": .string(book.entity.id), "text": .string(words(3))])
      }
      return [Change(note.entity, set: ["text": rewritten("text", of: note, &chance)])]
    case .delete: return delete(view, &chance)
    case .restore:
      let gone = view.entities.filter { $0.isDeleted && !$0.fields.isEmpty && $0.alias == nil }
        .filter { ["book", "shelf", "reading", "note"].contains($0.entity.kind) }
      guard let entity = choose(gone, &chance) else { return [] }
      // Who edits what they see in Trash is refused, and asked whether to restore it.
      if entity.entity.kind == "book", chance.isOne(in: 4) {
        return [Change(entity.entity, set: ["title": value()])]
      }
      return [Change(entity.entity, life: .restore)]
    case .settle, .keepBoth, .clearNotice: return settle(act, view, &chance)
    case .undo: return device.lastEdit
    case .title, .rating, .custom, .publisher, .status, .review, .note, .describe, .tag, .untag:
      guard let book = pick("book", view, &chance) else {
        return create(.createBook, view, &chance)
      }
      return [edit(act, book, &chance)]
    }
  }

  // MARK: Books

  private mutating func edit(
    _ act: Act, _ book: EntityView, _ chance: inout SeededRandom
  ) -> Change {
    let key = book.entity
    switch act {
    case .rating: return Change(key, set: ["rating": .int(Int.random(in: 1...500, using: &chance))])
    case .custom: return Change(key, set: ["custom.mood": value(), "title": value()])
    case .publisher:
      return Change(key, set: ["publisher": chance.isOne(in: 4) ? .null : value()])
    case .status:
      let status = ["toRead", "reading", "read"].randomElement(using: &chance) ?? "read"
      return Change(key, set: ["status": .string(status)])
    case .review: return Change(key, set: ["review": rewritten("review", of: book, &chance)])
    case .note: return Change(key, set: ["note": rewritten("note", of: book, &chance)])
    case .describe:
      return Change(key, set: ["description": rewritten("description", of: book, &chance)])
    case .tag:
      let tag =
        ["red", "Green", "green", "blue", "ÉTÉ", "été"].randomElement(using: &chance) ?? "red"
      return Change(key, add: ["tags": [tag: .null]])
    case .untag:
      let there = book.fields["tags"]?.object?.keys.sorted() ?? []
      guard let tag = there.randomElement(using: &chance) else {
        return Change(key, add: ["tags": ["red": .null]])
      }
      return Change(key, del: ["tags": [tag]])
    default: return Change(key, set: ["title": value()])
    }
  }

  private mutating func create(
    _ act: Act, _ view: LibraryView, _ chance: inout SeededRandom
  ) -> [Change] {
    switch act {
    case .createShelf:
      return make(
        "shelf", view, &chance,
        set: ["name": value(), "position": .string(position(nil, nil, &chance))])
    case .createReading:
      guard let book = pick("book", view, &chance) else { return [] }
      return make("reading", view, &chance, set: ["book": .string(book.entity.id)])
    case .createUnknown:
      return make(
        "mood", view, &chance, set: ["colour": value()], add: ["places": [text(): .null]])
    default:
      var set: JSONObject = ["title": value(), "review": .string(words(3))]
      var add: ByName<JSONObject> = [:]
      if act == .createSameBook || chance.isOne(in: 3) {
        let number = Int.random(in: 0..<idCount, using: &chance)
        add["identifiers"] = ["isbn:\(isbn(number))": .null]
        if chance.isOne(in: 4) { set["format"] = "ebook" }
      }
      return make("book", view, &chance, set: set, add: add)
    }
  }

  private mutating func make(
    _ kind: String, _ view: LibraryView, _ chance: inout SeededRandom,
    set: JSONObject, add: ByName<JSONObject> = [:]
  ) -> [Change] {
    let key = key(kind, &chance)
    if let there = view[key] {
      // What stands for another book is in no list.
      guard there.alias == nil else { return [] }
      return [there.isDeleted ? Change(key, life: .restore) : Change(key, set: set, add: add)]
    }
    return [Change(key, life: .create, set: set, add: add)]
  }

  private mutating func delete(_ view: LibraryView, _ chance: inout SeededRandom) -> [Change] {
    let kind = ["book", "book", "reading", "note"].randomElement(using: &chance) ?? "book"
    guard let entity = pick(kind, view, &chance) else { return [] }
    return [Change(entity.entity, life: .delete)]
  }

  // MARK: Reading

  private mutating func read(
    _ act: Act, on device: SimulatedDevice, _ chance: inout SeededRandom
  ) -> [Change] {
    guard let reading = pick("reading", device.replica.view, &chance) else {
      return create(.createReading, device.replica.view, &chance)
    }
    valueCount += 1
    if act == .span {
      let year = JSONValue.string(String(1000 + valueCount % 1000))
      return [Change(reading.entity, set: ["span": ["started": year, "outcome": "reading"]])]
    }
    let id = "\(reading.entity.id)~\(SimulatedDevice.id(device.identity))"
    let key = EntityKey(kind: "progress", id: id)
    let isThere = device.replica.view[key] != nil
    return [
      Change(
        key, life: isThere ? .keep : .create,
        set: ["unit": "page", "value": .int(valueCount), "at": .int(valueCount)],
        // Of few days, so that some are noted again.
        add: ["days": ["2026-11-\(10 + valueCount % 20)": .null]])
    ]
  }

  // MARK: Shelves

  private mutating func arrange(
    _ act: Act, _ view: LibraryView, _ chance: inout SeededRandom
  ) -> [Change] {
    guard let shelf = pick("shelf", view, &chance) else {
      return create(.createShelf, view, &chance)
    }
    guard let book = pick("book", view, &chance) else { return create(.createBook, view, &chance) }
    let id = shelf.entity.id
    if act == .unshelve {
      let there = book.fields["shelves"]?.object?.keys.sorted() ?? []
      return choose(there, &chance).map { [Change(book.entity, del: ["shelves": [$0]])] } ?? []
    }
    let positions = view.list("book").compactMap {
      $0.fields["shelves"]?[id]?["position"]?.string
    }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let place = Int.random(in: 0...positions.count, using: &chance)
    var key = position(
      place > 0 ? positions[place - 1] : nil, place < positions.count ? positions[place] : nil,
      &chance)
    if act == .squeeze {
      // As if many had been put into the same gap before.
      while key.utf8.count < 44 { key += String(Int.random(in: 1...9, using: &chance)) }
      if chance.isOne(in: 4) { return [Change(shelf.entity, set: ["position": .string(key)])] }
    }
    return [Change(book.entity, add: ["shelves": [id: ["position": .string(key)]]])]
  }

  private func position(
    _ lower: String?, _ upper: String?, _ chance: inout SeededRandom
  ) -> String {
    let random = Int.random(in: FractionalKey.randomRange, using: &chance)
    return FractionalKey.between(lower, upper, random: random)
      ?? FractionalKey.between(nil, nil, random: random) ?? "V"
  }

  // MARK: Settling

  private mutating func settle(
    _ act: Act, _ view: LibraryView, _ chance: inout SeededRandom
  ) -> [Change] {
    switch act {
    case .keepBoth:
      return choose(view.list("alias"), &chance).map { [Change($0.entity, life: .delete)] } ?? []
    case .clearNotice:
      for field in ["revived", "recovered"] {
        let marked = view.entities.filter { $0.fields[field]?.isNull == false }
        if let entity = choose(marked, &chance) {
          return [Change(entity.entity, set: [field: .null])]
        }
      }
      return []
    default:
      guard let conflict = choose(view.list("conflict"), &chance) else { return [] }
      let done = Change(conflict.entity, life: .delete)
      guard chance.isOne(in: 2), conflict.fields["element"] == nil,
        let kind = conflict.fields["entity"]?["e"]?.string,
        let id = conflict.fields["entity"]?["id"]?.string,
        let field = conflict.fields["field"]?.string, let lost = conflict.fields["lost"]?["value"],
        let entity = view[EntityKey(kind: kind, id: id)], !entity.isDeleted
      else { return [done] }
      return [Change(entity.entity, set: [field: lost]), done]
    }
  }

  // MARK: Choosing

  private func key(_ kind: String, _ chance: inout SeededRandom) -> EntityKey {
    let id =
      usesFewIds
      ? "\(kind)-\(Int.random(in: 0..<idCount, using: &chance))" : chance.identifier()
    return EntityKey(kind: kind, id: id)
  }

  private func pick(
    _ kind: String, _ view: LibraryView, _ chance: inout SeededRandom
  ) -> EntityView? {
    choose(view.list(kind).filter { $0.alias == nil }, &chance)
  }

  /// In order of ids, since a view has none, and the same seed must make the same world.
  private func choose(_ entities: [EntityView], _ chance: inout SeededRandom) -> EntityView? {
    guard !entities.isEmpty else { return nil }
    // People return to what they had in hands lately: the few that were made first.
    let sorted = entities.sorted {
      ($0.entity.kind, $0.entity.id) < ($1.entity.kind, $1.entity.id)
    }
    return sorted[Int.random(in: 0..<min(sorted.count, idCount + 2), using: &chance)]
  }

  private func choose(_ names: [String], _ chance: inout SeededRandom) -> String? {
    names.randomElement(using: &chance)
  }

  // MARK: Values

  private mutating func text() -> String {
    valueCount += 1
    return "V\(valueCount)"
  }

  private mutating func value() -> JSONValue { .string(text()) }

  private mutating func words(_ count: Int) -> String {
    (0..<count).map { _ in text() }.joined(separator: " ")
  }

  /// The text with words put in, replaced or taken out; none left stands for null.
  private mutating func rewritten(
    _ field: String, of entity: EntityView, _ chance: inout SeededRandom
  ) -> JSONValue {
    var words = Words.of(entity.fields[field])
    guard !words.isEmpty else { return .string(self.words(4)) }
    let place = Int.random(in: words.indices, using: &chance)
    switch Int.random(in: 0..<6, using: &chance) {
    case 0: words[place] = text()
    case 1: words.remove(at: place)
    case 2: words.append(text())
    default: words.insert(text(), at: place)
    }
    return .string(words.joined(separator: " "))
  }

  private func isbn(_ number: Int) -> String {
    let head = "978000000000".dropLast(String(number).count) + String(number)
    var sum = 0
    for (place, digit) in head.enumerated() {
      sum += (digit.wholeNumberValue ?? 0) * (place.isMultiple(of: 2) ? 1 : 3)
    }
    return head + String((10 - sum % 10) % 10)
  }
}

/// The words of a text.
enum Words {
  static func of(_ text: JSONValue?) -> [String] {
    (text?.string ?? "").split { $0 == " " || $0 == "\n" }.map(String.init)
  }
}
