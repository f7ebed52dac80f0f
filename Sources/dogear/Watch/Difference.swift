import Library

/// One value of an entity that shows otherwise than before.
struct Difference: Hashable {
  enum Subject: Hashable {
    case field(String)
    case element(field: String, name: String)
    /// `to` is “created”, “deleted” or “restored”.
    case life
  }

  var subject: Subject
  var from: JSONValue?
  var to: JSONValue?
}

extension Difference {
  /// What changed from `before` to `after`: life first, then fields and elements by name.
  static func between(_ before: EntityView?, _ after: EntityView) -> [Difference] {
    var differences: [Difference] = []
    if before == nil {
      differences.append(Difference(subject: .life, to: "created"))
    }
    if (before?.isDeleted ?? false) != after.isDeleted {
      differences.append(
        Difference(subject: .life, to: after.isDeleted ? "deleted" : "restored"))
    }
    let old = before?.fields ?? [:]
    for field in Set(old.keys).union(after.fields.keys).sorted() {
      differences += between(old[field], after.fields[field], field, after.entity.kind)
    }
    return differences
  }

  private static func between(
    _ before: JSONValue?, _ after: JSONValue?, _ field: String, _ kind: String
  ) -> [Difference] {
    guard before != after else { return [] }
    guard Schema.field(field, of: kind)?.mergeClass == .set else {
      return [Difference(subject: .field(field), from: before, to: after)]
    }
    let (old, new) = (before?.object ?? [:], after?.object ?? [:])
    return Set(old.keys).union(new.keys).sorted().filter { old[$0] != new[$0] }.map { name in
      Difference(
        subject: .element(field: field, name: name), from: old[name], to: new[name])
    }
  }

  /// `{field, element?, from?, to?}` or `{life: true, to}`, as in a history.
  var json: JSONValue {
    var members: JSONObject = [:]
    switch subject {
    case .field(let field): members["field"] = .string(field)
    case .element(let field, let name):
      members["field"] = .string(field)
      members["element"] = .string(name)
    case .life: members["life"] = true
    }
    members["from"] = from
    members["to"] = to
    return .object(members)
  }
}
