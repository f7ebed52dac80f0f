import Library
import Store

/// Everything that the checks look at when all is quiet.
struct Evidence {
  let log: Log
  let chronicle: Chronicle
  let authored: Authored
  /// What the database shows.
  let shapes: [EntityKey: Chronicle.Shape]
  /// What conflict records keep, settled ones included, by place; elements under their field.
  private(set) var conflicts: [Place: [ConflictRecord]] = [:]
  /// For every entity that is or was an alias, or has one: all that belong together.
  private(set) var families: [EntityKey: Set<EntityKey>] = [:]

  /// What the history knows beside, by place; looked at where records of conflicts were settled so
  /// long ago that they are purged.
  private(set) var past: [Place: [JSONValue]] = [:]

  struct ConflictRecord {
    let id: String
    /// The id of the operation that met the other, as far as the record's id has it.
    var operation: Substring { id[..<(id.lastIndex(of: "-") ?? id.endIndex)] }
    let element: String?
    let kept: JSONValue
    let lost: JSONValue
  }

  init(_ states: [EntityState], _ chronicle: Chronicle, _ authored: Authored) {
    log = Log(chronicle, authored)
    self.chronicle = chronicle
    self.authored = authored
    shapes = Dictionary(uniqueKeysWithValues: states.map { ($0.entity, Chronicle.Shape($0)) })
    for (key, shape) in shapes where key.kind == "conflict" {
      note(conflict: key.id, shape.fields)
    }
    // Books that were one stay each other's kin, however long ago that ended.
    for key in chronicle.entities where key.kind == "alias" {
      note(alias: chronicle.lastShown(of: key)?.fields ?? [:])
    }
  }

  private mutating func note(conflict id: String, _ fields: JSONObject) {
    guard let kind = fields["entity"]?["e"]?.string, let entity = fields["entity"]?["id"]?.string,
      let field = fields["field"]?.string, let kept = fields["kept"]?["value"],
      let lost = fields["lost"]?["value"]
    else { return }
    conflicts[Place(EntityKey(kind: kind, id: entity), field), default: []].append(
      ConflictRecord(id: id, element: fields["element"]?.string, kept: kept, lost: lost))
  }

  /// Whether anything went from Trash for good.
  var hasPurges: Bool { chronicle.entities.contains { chronicle.purge(of: $0) != nil } }

  /// Takes in what the history says.
  mutating func note(past entry: HistoryEntry) {
    guard case .field(let field) = entry.subject else { return }
    past[Place(entry.entity, field), default: []] += [entry.from, entry.to, entry.written]
      .compactMap(\.self)
  }

  private mutating func note(alias fields: JSONObject) {
    guard let from = fields["from"]?.string, let to = fields["to"]?.string else { return }
    let pair = [EntityKey(kind: "book", id: from), EntityKey(kind: "book", id: to)]
    var family: Set<EntityKey> = []
    for key in pair { family.formUnion(families[key] ?? [key]) }
    for key in family { families[key] = family }
  }

  /// The entity and those it was ever one with.
  func family(of key: EntityKey) -> Set<EntityKey> { families[key] ?? [key] }

  /// The same field of all that an entity was ever one with.
  func places(_ place: Place) -> [Place] {
    family(of: place.entity).map { Place($0, place.field) }
  }

  /// Whether an entity stands for itself alone, and always did.
  func isSingle(_ key: EntityKey) -> Bool { families[key] == nil }

  /// Whether the values of an entity went from Trash for good.
  func isPurged(_ key: EntityKey) -> Bool {
    guard let shape = shapes[key] else { return true }
    return shape.isDeleted && shape.fields.isEmpty
  }

  /// Whether nothing needs to be left of `write`: what programs wrote goes with a purge, does not come
  /// back with what people wrote, and finds no place in a skeleton.
  func isLost(_ write: Log.Write, at place: Place) -> Bool {
    guard Schema.field(place.field, of: place.entity.kind)?.isAuthored == false else {
      return false
    }
    return family(of: place.entity).contains {
      chronicle.purge(of: $0) ?? 0 >= write.entry.seq
        || chronicle.isSkeleton($0, at: write.entry.seq)
    }
  }

  /// The values in place, and in conflict records, of a field of an entity or of one it is one with.
  func kept(_ place: Place) -> [JSONValue] {
    family(of: place.entity).flatMap { key -> [JSONValue] in
      let here = Place(key, place.field)
      let records = conflicts[here] ?? []
      return (shapes[key]?.fields[place.field].map { [$0] } ?? [])
        + records.flatMap { [$0.kept, $0.lost] } + (past[here] ?? [])
    }
  }
}
