/// The sets of an entity by name, and the elements of each by `Schema.elementKey`. A set is read from the
/// stored text once somebody asks for it.
public struct ElementSets: Hashable, Sendable {
  private var fields: LazyFields<[String: ElementState]>

  init(_ fields: LazyFields<[String: ElementState]>) { self.fields = fields }

  init(_ sets: ByName<[String: ElementState]> = [:]) { self.init(LazyFields(sets)) }

  /// How many sets there are.
  public var count: Int { fields.count }

  /// Whether there are none.
  public var isEmpty: Bool { fields.count == 0 }

  /// The elements of `field`, those that left it included; nil where it never had any.
  public internal(set) subscript(field: String) -> [String: ElementState]? {
    get { fields[field] }
    set { fields[field] = newValue }
  }

  /// The same, to be changed where they stand.
  subscript(
    field: String, default fallback: @autoclosure () -> [String: ElementState]
  ) -> [String: ElementState] {
    get { fields[field, default: fallback()] }
    _modify { yield &fields[field, default: fallback()] }
  }

  /// Whether `field` ever had elements.
  func contains(_ field: String) -> Bool { fields.contains(field) }

  /// Reads a set whose elements will be asked for one by one.
  mutating func load(_ field: String) { fields.load(field) }

  /// All of them, read.
  public var all: ByName<[String: ElementState]> { fields.all }

  /// The elements of each, in the order of the sets' names.
  public var values: some RandomAccessCollection<[String: ElementState]> { all.values }

  /// Whether an element stands by an add that is `wanted`; no set is read for that.
  func containsAdd(where wanted: (Version) -> Bool) -> Bool {
    var isThere = false
    fields.forEach { set, stored in
      isThere =
        isThere
        || stored.elements(of: set).contains { element in
          element.add.map { wanted(stored.versions[$0.version]) } ?? false
        }
    } orKnown: { _, elements in
      isThere =
        isThere || elements.values.contains { $0.adds.contains { wanted($0.version) } }
    }
    return isThere
  }

  /// What the names of all sets and elements, those that left included, and the values of all adds take as
  /// canonical JSON, in bytes.
  var byteCount: Int {
    var count = 0
    fields.forEach { set, stored in
      count += set.name.count + memberByteCount + set.count * memberByteCount
      for element in stored.elements(of: set) {
        count += element.name.count + (element.add?.value.count ?? 0)
      }
    } orKnown: { name, elements in
      count += name.utf8.count + memberByteCount
      for element in elements.values { count += element.byteCount }
    }
    return count
  }

  /// Whether `field` has in `other` what it has here; of other sets nothing is looked at.
  package func isSame(_ field: String, as other: ElementSets) -> Bool {
    fields.isSame(field, as: other.fields)
  }

  /// The names of the elements that are in `field`, without their values.
  public func names(in field: String) -> [String] {
    if let elements = fields.known[field] {
      return elements.values.filter { !$0.adds.isEmpty }.map(\.name)
    }
    guard let (place, stored) = fields.place(of: field) else { return [] }
    return stored.elements(of: place).filter { $0.add != nil }.map { stored.string($0.name) }
  }

  /// Hands the sequence of every element to `body`.
  public func forEachSeq(_ body: (Int) -> Void) {
    fields.forEach { set, stored in
      for element in stored.elements(of: set) { body(element.seq) }
    } orKnown: { _, elements in
      for element in elements.values { body(element.seq) }
    }
  }

  /// Hands over every element that changed after `cursor`, and the name of its set.
  func forEachChanged(after cursor: Int, _ body: (String, ElementState) -> Void) {
    fields.forEach { set, stored in
      for element in stored.elements(of: set) where element.seq > cursor {
        body(stored.string(set.name), stored.state(of: element))
      }
    } orKnown: { field, elements in
      for element in elements.values where element.seq > cursor { body(field, element) }
    }
  }

  /// Hands over every element of `field` that changed after `cursor`; of other sets nothing is looked at.
  func forEachChanged(in field: String, after cursor: Int, _ body: (ElementState) -> Void) {
    if let elements = fields.known[field] {
      for element in elements.values where element.seq > cursor { body(element) }
    } else if let (set, stored) = fields.place(of: field) {
      for element in stored.elements(of: set) where element.seq > cursor {
        body(stored.state(of: element))
      }
    }
  }

  /// Writes them as an object of objects.
  func write(to writer: inout StoredWriter) {
    writer.object { writer in
      fields.forEach { set, stored in
        writer.set(set, in: stored)
      } orKnown: { field, elements in
        writer.name(field)
        // By name, so that versions are numbered alike whenever it is written.
        writer.members(ByName(uniqueKeysWithValues: elements.map { ($0, $1) })) { $0.element($1) }
      }
    }
  }
}

extension ElementSets: Sequence {
  /// All of them by name, read.
  public func makeIterator() -> ByName<[String: ElementState]>.Iterator { all.makeIterator() }
}
