import Library
import TestSupport
import Testing

/// What takes an operation back.
struct InverseTests {
  @Test(arguments: try Vectors.cases("library", "inverse.json"))
  func `operations are taken back as the vectors say`(vector: Vectors.Case) throws {
    let given = try #require(vector.body["given"])
    let before = try World(try #require(given["entities"]?.array))
    let changes = try World.changes(try #require(given["do"]))
    let now = try given["now"]?.array.map { try World($0) } ?? before.after(changes)
    let undoing = Inverse(of: changes, before: before.find).undoing(now.find)
    var expected = try #require(vector.body["expect"]?.object)
    let redo = expected.removeValue(forKey: "redo")
    #expect(json(undoing).canonicalBytes == JSONValue.object(expected).canonicalBytes)
    guard let redo else { return }
    let again = Inverse(of: undoing.changes, before: now.find)
      .undoing(now.after(undoing.changes).find)
    #expect(json(again)["do"]?.canonicalBytes == redo.canonicalBytes)
  }

  @Test(arguments: 0..<300)
  func `undone and done again, all is as it was`(seed: Int) {
    var edits = RandomEdits(seed: seed)
    let before = edits.world()
    let changes = edits.changes(in: before)
    let after = before.after(changes)
    let undoing = Inverse(of: changes, before: before.find).undoing(after.find)
    let undone = after.after(undoing.changes)
    #expect(undoing.left == [])
    for key in RandomEdits.keys {
      let (old, new) = (before.find(key), undone.find(key))
      // What was made stays in Trash.
      #expect(old?.isDeleted ?? true == new?.isDeleted ?? true, "\(changes)")
      if let old { #expect(shown(old) == new.map(shown), "\(changes)") }
    }
    let redoing = Inverse(of: undoing.changes, before: after.find).undoing(undone.find)
    let redone = undone.after(redoing.changes)
    #expect(redoing.left == [])
    for key in RandomEdits.keys {
      #expect(after.find(key)?.isDeleted == redone.find(key)?.isDeleted, "\(changes)")
      #expect(after.find(key).map(shown) == redone.find(key).map(shown), "\(changes)")
    }
  }

  @Test(arguments: 0..<300)
  func `what others wrote since is there after an undo`(seed: Int) throws {
    var edits = RandomEdits(seed: seed)
    let before = edits.world()
    let changes = edits.changes(in: before)
    let mine = before.after(changes)
    let word = "w\(seed)"
    let book = RandomEdits.keys[0]
    guard let shown = mine.find(book), !shown.isDeleted else { return }
    let review = shown.fields["review"]?.string ?? ""
    let theirs = mine.after([
      Change(
        book, set: ["review": .string(word + " " + review), "pages": .int(1000 + seed)],
        add: ["tags": [word: nil]])
    ])
    let undoing = Inverse(of: changes, before: before.find).undoing(theirs.find)
    let undone = try #require(theirs.after(undoing.changes).find(book))
    #expect(undone.fields["review"]?.string?.hasPrefix(word + " ") == true)
    #expect(undone.fields["pages"] == .int(1000 + seed))
    #expect(undone.fields["tags"]?[word] == .null)
  }

  /// Fields, but for those that say there is nothing.
  private func shown(_ view: EntityView) -> JSONObject {
    view.fields.filter { !$0.value.isNull }
  }

  private func json(_ undoing: Undoing) -> JSONValue {
    let was = undoing.was.map { ("\($0.kind)/\($0.id)", JSONValue.object($1)) }
    let left = undoing.left.map { left in
      var members: JSONObject = [
        "e": .string(left.entity.kind), "id": .string(left.entity.id),
      ]
      members["field"] = left.field.map(JSONValue.string)
      return JSONValue.object(members)
    }
    return [
      "do": .array(undoing.changes.map(\.json)),
      "was": .object(JSONObject(uniqueKeysWithValues: was)), "left": .array(left),
    ]
  }
}
