/// Orders that people make by hand: of shelves, and of the books on one (SYNC §2, *reorder*);
/// `Web/library/hand-order.js` is the same.
///
/// By position, then by id; what has no position comes last. So the order is total, and the same for
/// everybody, also where two devices chose one position or nobody chose any.
public enum HandOrder {
  /// The shelves that are on show: living, and none that stands for another.
  public static func shelves(_ shelves: [EntityView]) -> [EntityView] {
    inOrder(shelves) { $0.fields["position"] }
  }

  /// The books that stand on a shelf and are on show.
  public static func books(_ books: [EntityView], on shelf: String) -> [EntityView] {
    inOrder(books.filter { $0.fields["shelves"]?[shelf] != nil }) {
      $0.fields["shelves"]?[shelf]?["position"]
    }
  }

  private static func inOrder(
    _ entities: [EntityView], by position: (EntityView) -> JSONValue?
  ) -> [EntityView] {
    entities.filter { !$0.isDeleted && $0.alias == nil }
      .map { (entity: $0, position: position($0)?.string ?? "") }
      .sorted { left, right in
        if left.position.isEmpty != right.position.isEmpty { return right.position.isEmpty }
        if left.position != right.position {
          return EntityView.precedes(left.position, right.position)
        }
        return EntityView.precedes(left.entity.entity.id, right.entity.entity.id)
      }
      .map(\.entity)
  }
}
