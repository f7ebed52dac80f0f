/// The version table of a stored entity, read back.
struct StoredVersions {
  private let versions: [Version]

  init?(json: JSONValue?) {
    guard let rows = json?.array else { return nil }
    var versions: [Version] = []
    versions.reserveCapacity(rows.count)
    for row in rows {
      guard let parts = row.array, parts.count == 5, let stamp = parts[0].int,
        let seq = parts[1].int, let device = parts[2].string, let incarnation = parts[3].string,
        let n = parts[4].int
      else { return nil }
      versions.append(
        Version(stamp: stamp, seq: seq, device: device, incarnation: incarnation, n: n))
    }
    self.versions = versions
  }

  subscript(index: JSONValue?) -> Version? {
    guard let index = index?.int, versions.indices.contains(index) else { return nil }
    return versions[index]
  }

  func pair(_ json: JSONValue) throws(Problem) -> VersionedValue {
    guard let parts = json.array, parts.count >= 2, let version = self[parts[1]] else {
      throw EntityState.broken
    }
    return VersionedValue(
      parts[0], version, echoes: parts.dropFirst(2).compactMap { self[$0] },
      seq: parts.last?.array?.first?.int)
  }

  func trace(_ json: JSONValue?) -> AuthoredTrace? {
    guard let parts = json?.array, let last = self[parts.first] else { return nil }
    return AuthoredTrace(last, other: parts.count > 1 ? self[parts[1]] : nil)
  }

  func element(_ json: JSONValue) throws(Problem) -> ElementState {
    guard let parts = json.array, parts.count >= 3, let name = parts[0].string,
      let seq = parts[1].int, parts[2].isNull || self[parts[2]] != nil
    else { throw EntityState.broken }
    var adds: [VersionedValue] = []
    for add in parts.dropFirst(3) { adds.append(try pair(add)) }
    return ElementState(name: name, adds: adds, removed: self[parts[2]], seq: seq)
  }
}
