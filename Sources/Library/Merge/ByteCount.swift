extension Change {
  /// About what its values take, in bytes.
  var approximateByteCount: Int {
    self.set.approximateByteCount + add.values.reduce(0) { $0 + $1.approximateByteCount }
  }
}

extension EntityState {
  /// About what its values take, in bytes: all that it holds, shown or not.
  var approximateByteCount: Int {
    var count = 0
    for (field, register) in registers {
      count += field.utf8.count + register.value.approximateByteCount
    }
    for elements in sets.values {
      for element in elements.values {
        count += element.name.utf8.count
        for add in element.adds { count += add.value.approximateByteCount }
      }
    }
    return count
  }
}

extension JSONObject {
  fileprivate var approximateByteCount: Int {
    reduce(0) { $0 + $1.key.utf8.count + $1.value.approximateByteCount }
  }
}

extension JSONValue {
  /// Never fewer than its texts have.
  fileprivate var approximateByteCount: Int {
    switch self {
    case .string(let text): text.utf8.count
    case .array(let values): values.reduce(0) { $0 + $1.approximateByteCount }
    case .object(let members): members.approximateByteCount
    default: 8
    }
  }
}
