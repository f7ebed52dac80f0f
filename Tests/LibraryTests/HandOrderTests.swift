import Library
import TestSupport
import Testing

/// Orders that people make by hand.
struct HandOrderTests {
  @Test(arguments: try Vectors.cases("library", "hand-order.json"))
  func `books and shelves stand in the order of the vectors`(vector: Vectors.Case) throws {
    let given = try #require(vector.body["given"])
    let entities = try #require(given["entities"]?.array).map { try World.view($0) }
    for entities in [entities, entities.reversed()] {
      let order =
        given["shelf"]?.string.map { HandOrder.books(entities, on: $0) }
        ?? HandOrder.shelves(entities)
      #expect(order.map(\.entity.id) == vector.body["expect"]?.array?.compactMap(\.string))
    }
  }
}
