/// Orders that people make by hand: of shelves, and of the books on one (SYNC §2, *reorder*);
/// `Web/library/hand-order.js` is the same.
///
/// By position, then by id; what has no position comes last, shelves among that by their names: many are
/// brought in from elsewhere and were never put in an order. So the order is total, and the same for
/// everybody, also where two devices chose one position or nobody chose any.
public enum HandOrder {
  /// The shelves that are on show: living, and none that stands for another.
  public static func shelves(_ shelves: [EntityView]) -> [EntityView] {
    inOrder(shelves) {
      $0.fields["position"]
    } name: {
      $0.fields["name"]
    }
  }

  /// The books that stand on a shelf and are on show.
  public static func books(_ books: [EntityView], on shelf: String) -> [EntityView] {
    inOrder(books.filter { $0.fields["shelves"]?[shelf] != nil }) {
      $0.fields["shelves"]?[shelf]?["position"]
    }
  }

  private static func inOrder(
    _ entities: [EntityView], by position: (EntityView) -> JSONValue?,
    name: (EntityView) -> JSONValue? = { _ in nil }
  ) -> [EntityView] {
    entities.filter { !$0.isDeleted && $0.alias == nil }
      .map { entity in
        let position = position(entity)?.string ?? ""
        let name = position.isEmpty ? name(entity)?.string ?? "" : ""
        return (entity: entity, position: position, name: Text.folded(name))
      }
      .sorted { left, right in
        if left.position.isEmpty != right.position.isEmpty { return right.position.isEmpty }
        if left.position != right.position {
          return EntityView.precedes(left.position, right.position)
        }
        // A string is less than another by its scalars in NFC.
        if left.name != right.name { return left.name < right.name }
        return EntityView.precedes(left.entity.entity.id, right.entity.entity.id)
      }
      .map(\.entity)
  }
}
