/// Hand-made orders whose keys have grown long, and how the server shortens them (SYNC §2,
/// *reorder*).
///
/// What the server writes here is no move: every place keeps its author and stays what it was among
/// the others, so a device that moves something meanwhile meets whoever moved it before, not the
/// server.
public enum Rebalance {
  /// An order that people make by hand.
  public enum Order: Hashable, Sendable {
    /// The shelves, by their `position`.
    case shelves
    /// The books on the shelf with this id, by their `position` there.
    case books(onShelf: String)
  }

  /// One member of an order, those in Trash included.
  public struct Member: Hashable, Sendable {
    /// The id of the shelf or the book.
    public let id: String
    /// Its position as it is stored.
    public let position: String

    /// Makes a member from its parts.
    public init(id: String, position: String) {
      self.id = id
      self.position = position
    }

    /// The place of `state` in `order`; nil where it has none.
    public init?(_ state: EntityState, in order: Order) {
      let position: JSONValue?
      switch order {
      case .shelves where state.entity.kind == Schema.shelfKind:
        position = state.registers[Schema.positionField]?.value
      case .books(let shelf) where state.entity.kind == Schema.bookKind:
        position = state.sets[Schema.shelvesField]?[shelf]?.shown?.value[Schema.positionField]
      default: return nil
      }
      guard let position = position?.string else { return nil }
      self.init(id: state.entity.id, position: position)
    }
  }

  /// The orders in which the operation put a key that is too long to stay, in a fixed order.
  public static func needed(after applied: Applied) -> [Order] {
    var needed: [Order] = []
    for state in applied.states {
      switch state.entity.kind {
      case Schema.shelfKind:
        guard let position = state.registers[Schema.positionField], position.seq == state.seq,
          isLong(position.value), !needed.contains(.shelves)
        else { continue }
        needed.append(.shelves)
      case Schema.bookKind:
        state.sets.forEachChanged(in: Schema.shelvesField, after: state.seq - 1) { element in
          let order = Order.books(onShelf: element.name)
          guard let shown = element.shown, isLong(shown.value[Schema.positionField]),
            !needed.contains(order)
          else { return }
          needed.append(order)
        }
      default: continue
      }
    }
    return needed.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// What the server does to an order, at most so much as its caller allowed.
  public struct Step: Hashable, Sendable {
    /// New keys for members whose order stays what it was. They go into operations of
    /// `Limits.changesPerOperationMax` each, all in one transaction.
    public let changes: [Change]
    /// Whether no long key is left for another step.
    public let isLast: Bool
  }

  /// The next step of shortening the long keys of `members`, which stand by position, ties by id:
  /// whoever stands far from a long key keeps theirs. Steps that follow each other come to an end.
  public static func step(for order: Order, members: [Member], changesMax: Int) -> Step {
    let sorted = members.sorted { left, right in
      let (a, b) = (left.position.utf8, right.position.utf8)
      if a.elementsEqual(b) { return left.id.utf8.lexicographicallyPrecedes(right.id.utf8) }
      return a.lexicographicallyPrecedes(b)
    }
    var keys = OrderedKeys(sorted.map(\.position))
    keys.shorten(movesMax: changesMax)
    let changes = zip(sorted, keys.keys).compactMap { member, key in
      member.position == key ? nil : change(of: member.id, to: key, in: order)
    }
    return Step(changes: changes, isLast: !keys.hasLong)
  }

  private static func change(of id: String, to key: String, in order: Order) -> Change {
    switch order {
    case .shelves:
      Change(
        EntityKey(kind: Schema.shelfKind, id: id), set: [Schema.positionField: .string(key)])
    case .books(let shelf):
      Change(
        EntityKey(kind: Schema.bookKind, id: id),
        add: [Schema.shelvesField: [shelf: [Schema.positionField: .string(key)]]])
    }
  }

  private static func isLong(_ position: JSONValue?) -> Bool {
    OrderedKeys.isLong(position?.string ?? "")
  }
}

extension Rebalance.Order {
  /// What orders are sorted by, so that the same events give the same log.
  public var name: String {
    switch self {
    case .shelves: ""
    case .books(let shelf): shelf
    }
  }
}
