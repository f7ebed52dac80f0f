/// Fields of an entity by name. Those that nobody asked for stay where they stand in its stored text.
struct LazyFields<Value: StoredField>: Sendable {
  /// Those that were read, or written since: in place of what is stored by their names.
  private(set) var known: ByName<Value>
  private var stored: StoredFields?
  /// How many there are.
  private(set) var count: Int
  /// What the text takes that they were read from, and what was written since, in bytes.
  var weight = 0

  /// Fields that are all known.
  init(_ known: ByName<Value>) {
    self.known = known
    count = known.count
  }

  /// The fields in `stored`, and those of `known` that are not among them.
  init(_ stored: StoredFields, and known: ByName<Value>) {
    self.known = known
    self.stored = stored
    weight = stored.text.count
    count = Value.places(in: stored).count + known.count
  }

  /// Where the field stands that is stored by that name, known or not.
  func place(of field: String) -> (place: Value.Place, stored: StoredFields)? {
    guard let stored, let place = stored.find(field, in: Value.places(in: stored)) else {
      return nil
    }
    return (place, stored)
  }

  /// Whether there is a field by that name.
  func contains(_ field: String) -> Bool { known.find(field).isThere || place(of: field) != nil }

  /// The field by that name; nil where there is none, and takes it away.
  subscript(field: String) -> Value? {
    get {
      if let value = known[field] { return value }
      return place(of: field).map { Value.read(at: $0.place, in: $0.stored) }
    }
    set {
      guard let newValue else {
        var rest = all
        rest[field] = nil
        let weight = weight
        self = Self(rest)
        self.weight = weight
        return
      }
      if !contains(field) { count += 1 }
      known[field] = newValue
    }
  }

  /// The same, which may be changed where it stands; `fallback` is put there while there is none.
  subscript(field: String, default fallback: @autoclosure () -> Value) -> Value {
    get { self[field] ?? fallback() }
    _modify {
      if !load(field) { count += 1 }
      yield &known[field, default: fallback()]
    }
  }

  /// Reads a field that will be asked for often.
  /// - Returns: Whether there is one.
  @discardableResult
  mutating func load(_ field: String) -> Bool {
    if known.find(field).isThere { return true }
    guard let (place, stored) = place(of: field) else { return false }
    known[field] = Value.read(at: place, in: stored)
    return true
  }

  /// Whether the field by that name is the same in `other`.
  func isSame(_ field: String, as other: Self) -> Bool {
    let isKnown = known.find(field).isThere || other.known.find(field).isThere
    return !isKnown && stored === other.stored || self[field] == other[field]
  }

  /// All of them, read.
  var all: ByName<Value> {
    guard stored != nil else { return known }
    var members: [ByName<Value>.Member] = []
    members.reserveCapacity(count)
    forEach { place, stored in
      members.append(.init(stored.string(place.name), Value.read(at: place, in: stored)))
    } orKnown: { name, value in
      members.append(.init(name, value))
    }
    return ByName(ascending: members)
  }

  /// Hands over all of them in the order of their names: where it stands, what is only stored, and what is
  /// known.
  func forEach(
    stored body: (Value.Place, StoredFields) -> Void, orKnown knownBody: (String, Value) -> Void
  ) {
    guard let stored else { return known.forEachMember(knownBody) }
    let others = known.members.span
    var next = 0
    for place in Value.places(in: stored) {
      var comparison = 1
      while next < others.count {
        comparison = stored.compare(others[next].key, place.name)
        guard comparison <= 0 else { break }
        knownBody(others[next].key, others[next].value)
        next += 1
        if comparison == 0 { break }
      }
      if comparison != 0 { body(place, stored) }
    }
    while next < others.count {
      knownBody(others[next].key, others[next].value)
      next += 1
    }
  }
}

extension LazyFields: Hashable {
  /// By what they hold, read or not.
  static func == (left: Self, right: Self) -> Bool {
    if left.stored === right.stored, left.known == right.known { return true }
    return left.count == right.count && left.all == right.all
  }

  func hash(into hasher: inout Hasher) { hasher.combine(all) }
}
