/// The order in which canonical JSON writes the members of an object: by UTF-8 bytes, which is by
/// scalars. (`<` on strings would order by what is left after normalisation.)
///
/// Sorting is the most of encoding, so what is sorted are plain numbers: the first eight bytes of each
/// name and its place. Names are looked at again only where those are equal.
struct MemberOrder {
  private let prefix: UInt64
  private let place: Int

  /// The places of `members` in canonical order.
  static func sorted(_ members: [(key: String, value: JSONValue)]) -> [Int] {
    var order: [MemberOrder] = []
    order.reserveCapacity(members.count)
    for place in members.indices {
      order.append(MemberOrder(prefix: prefix(of: members[place].key), place: place))
    }
    order.sort { left, right in
      left.prefix != right.prefix
        ? left.prefix < right.prefix
        : members[left.place].key.utf8.lexicographicallyPrecedes(members[right.place].key.utf8)
    }
    return order.map(\.place)
  }

  /// The first eight bytes of `name` as one number, the first byte in front; zeros where it is
  /// shorter.
  private static func prefix(of name: String) -> UInt64 {
    let bytes = name.utf8Span.span
    var prefix: UInt64 = 0
    for index in 0..<8 {
      prefix = prefix << 8 | (index < bytes.count ? UInt64(bytes[index]) : 0)
    }
    return prefix
  }
}
