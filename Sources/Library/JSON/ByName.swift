/// Values by name, in the order of the names' UTF-8 bytes: the order in which canonical JSON has them
/// (NAVIGATION §3.11).
///
/// What one object of JSON holds is little. A sorted array of it takes less room than a dictionary, is
/// made without hashing, and is written and compared as it stands; a name is found in log n steps, and
/// put in with what a move of those behind it takes. Names are told apart by their bytes, as
/// JavaScript does.
@frozen
public struct ByName<Value> {
  /// A value and its name.
  public typealias Element = (key: String, value: Value)

  /// The same as it stands here: an array copies structures for less than half of what it copies
  /// tuples for.
  @frozen @usableFromInline struct Member {
    @usableFromInline let key: String
    @usableFromInline var value: Value

    @inlinable
    init(_ key: String, _ value: Value) {
      self.key = key
      self.value = value
    }

    @inlinable var element: Element { (key, value) }
  }

  @usableFromInline var members: [Member]

  /// None at all.
  @inlinable
  public init() { members = [] }

  @inlinable
  init(ascending members: [Member]) { self.members = members }

  /// The pairs, in whatever order; `combine` makes one value of two that have the same name.
  @inlinable
  public init(
    _ pairs: some Sequence<(String, Value)>, uniquingKeysWith combine: (Value, Value) -> Value
  ) {
    self.init(pairs.map { Member($0.0, $0.1) }, uniquingKeysWith: combine)
  }

  @inlinable
  init(_ pairs: [Member], uniquingKeysWith combine: (Value, Value) -> Value) {
    members = pairs
    guard !isAscending else { return }
    // Stable, so that the first of a name is the first that came.
    let order = members.indices.sorted { left, right in
      let comparison = Self.compare(members[left].key, members[right].key)
      return comparison == 0 ? left < right : comparison < 0
    }
    var sorted: [Member] = []
    sorted.reserveCapacity(members.count)
    for place in order {
      if let last = sorted.last, Self.compare(last.key, members[place].key) == 0 {
        sorted[sorted.count - 1].value = combine(last.value, members[place].value)
      } else {
        sorted.append(members[place])
      }
    }
    members = sorted
  }

  /// The pairs, in whatever order. No name may come twice.
  @inlinable
  public init(uniqueKeysWithValues pairs: some Sequence<(String, Value)>) {
    self.init(pairs) { _, _ in preconditionFailure("a name comes once") }
  }

  @inlinable var isAscending: Bool {
    let members = members.span
    guard members.count > 1 else { return true }
    for place in 1..<members.count
    where Self.compare(members[place - 1].key, members[place].key) >= 0 { return false }
    return true
  }
}

extension ByName {
  /// The value of `key`, or nil when there is none; nil takes it away.
  @inlinable public subscript(key: String) -> Value? {
    get {
      let (place, isThere) = find(key)
      return isThere ? members[place].value : nil
    }
    set {
      let (place, isThere) = find(key)
      switch (newValue, isThere) {
      case (let value?, true): members[place].value = value
      case (let value?, false): insert(Member(key, value), at: place)
      case (nil, true): members.remove(at: place)
      case (nil, false): break
      }
    }
  }

  /// The value of `key`, which is `fallback` while there is none; it may be changed where it stands.
  @inlinable public subscript(key: String, default fallback: @autoclosure () -> Value) -> Value {
    get { self[key] ?? fallback() }
    _modify {
      let (place, isThere) = find(key)
      if !isThere { insert(Member(key, fallback()), at: place) }
      yield &members[place].value
    }
  }

  /// The names, in order.
  @inlinable public var keys: some RandomAccessCollection<String> { members.lazy.map { $0.key } }

  /// The values, in the order of their names.
  @inlinable public var values: some RandomAccessCollection<Value> { members.lazy.map { $0.value } }

  /// Takes the value of `key` away.
  /// - Returns: What it was; nil when there was none.
  @discardableResult @inlinable
  public mutating func removeValue(forKey key: String) -> Value? {
    let (place, isThere) = find(key)
    return isThere ? members.remove(at: place).value : nil
  }

  /// These and `other`'s; `combine` makes one value of two that have the same name.
  @inlinable
  public func merging(_ other: Self, uniquingKeysWith combine: (Value, Value) -> Value) -> Self {
    guard !isEmpty else { return other }
    var merged: [Member] = []
    merged.reserveCapacity(count + other.count)
    var (left, right) = (members[...], other.members[...])
    while let mine = left.first, let theirs = right.first {
      let comparison = Self.compare(mine.key, theirs.key)
      if comparison == 0 {
        merged.append(Member(mine.key, combine(mine.value, theirs.value)))
      } else {
        merged.append(comparison < 0 ? mine : theirs)
      }
      if comparison <= 0 { left.removeFirst() }
      if comparison >= 0 { right.removeFirst() }
    }
    merged += left
    merged += right
    return Self(ascending: merged)
  }

  /// Takes `other`'s in; `combine` makes one value of two that have the same name.
  @inlinable
  public mutating func merge(_ other: Self, uniquingKeysWith combine: (Value, Value) -> Value) {
    guard other.count <= Limits.membersPutInMax else {
      self = merging(other, uniquingKeysWith: combine)
      return
    }
    for (key, value) in other {
      let (place, isThere) = find(key)
      if isThere {
        members[place].value = combine(members[place].value, value)
      } else {
        insert(Member(key, value), at: place)
      }
    }
  }

  /// Those that `isIncluded` wants.
  @inlinable
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
    Self(ascending: try members.filter { try isIncluded($0.element) })
  }

  /// The same names with what `transform` makes of their values.
  @inlinable
  public func mapValues<Other, Failure: Error>(
    _ transform: (Value) throws(Failure) -> Other
  ) throws(Failure) -> ByName<Other> {
    var mapped: [ByName<Other>.Member] = []
    mapped.reserveCapacity(count)
    for member in members { mapped.append(.init(member.key, try transform(member.value))) }
    return ByName<Other>(ascending: mapped)
  }

  /// The same, without those of which it makes nil.
  @inlinable
  public func compactMapValues<Other>(
    _ transform: (Value) throws -> Other?
  ) rethrows -> ByName<Other> {
    ByName<Other>(
      ascending: try members.compactMap { member in
        try transform(member.value).map { .init(member.key, $0) }
      })
  }

  /// Hands each name and value to `body`, in order, where it stands: nothing is copied.
  @inlinable
  public func forEachMember(_ body: (String, Value) throws -> Void) rethrows {
    let members = members.span
    for place in 0..<members.count { try body(members[place].key, members[place].value) }
  }

  /// Most come in the order of their names, and to put one at the end of an array moves and copies nothing.
  @inlinable
  mutating func insert(_ member: Member, at place: Int) {
    if place == members.count { members.append(member) } else { members.insert(member, at: place) }
  }

  /// Where `key` stands, or would stand.
  @inlinable
  func find(_ key: String) -> (place: Int, isThere: Bool) {
    let members = members.span
    var (low, high) = (0, members.count)
    while low < high {
      let middle = (low + high) / 2
      let comparison = Self.compare(members[middle].key, key)
      if comparison == 0 { return (middle, true) }
      if comparison < 0 { low = middle + 1 } else { high = middle }
    }
    return (low, false)
  }

  /// Below zero when `left` comes first, above when `right` does, zero when they are the same bytes.
  @inlinable
  static func compare(_ left: String, _ right: String) -> Int {
    // Not by utf8Span, which the standard library does not inline: names are short, and compared often.
    let comparison = unsafe left.utf8.withContiguousStorageIfAvailable { left in
      unsafe right.utf8.withContiguousStorageIfAvailable { right in
        unsafe compare(left.span, right.span)
      }
    }
    return comparison.flatMap(\.self) ?? compare(left.utf8Span.span, right.utf8Span.span)
  }

  @inlinable
  static func compare(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Int {
    for index in 0..<Swift.min(left.count, right.count) where left[index] != right[index] {
      return left[index] < right[index] ? -1 : 1
    }
    return left.count - right.count
  }
}

extension ByName: RandomAccessCollection {
  /// Zero.
  @inlinable public var startIndex: Int { 0 }
  /// How many there are.
  @inlinable public var endIndex: Int { members.count }
  /// The value at `position` in the order of the names, and its name.
  @inlinable public subscript(position: Int) -> Element { members[position].element }
}

extension ByName: ExpressibleByDictionaryLiteral {
  /// A name given twice keeps its last value.
  @inlinable
  public init(dictionaryLiteral elements: (String, Value)...) {
    self.init(elements) { _, last in last }
  }
}

extension ByName.Member: Equatable where Value: Equatable {
  @inlinable
  static func == (left: Self, right: Self) -> Bool {
    ByName.compare(left.key, right.key) == 0 && left.value == right.value
  }
}

extension ByName: Equatable where Value: Equatable {
  /// Whether the names are the same bytes, and their values equal. Copies of one are at once seen to be.
  @inlinable
  public static func == (left: Self, right: Self) -> Bool { left.members == right.members }
}

extension ByName: Hashable where Value: Hashable {
  /// Feeds names and values to `hasher`.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(members.count)
    for member in members {
      hasher.combine(member.key)
      hasher.combine(member.value)
    }
  }
}

extension ByName: Sendable where Value: Sendable {}
extension ByName.Member: Sendable where Value: Sendable {}
