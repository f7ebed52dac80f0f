/// What the library knows of one field.
public struct FieldSpec: Hashable, Sendable {
  /// The values it takes.
  public let type: FieldType
  /// How concurrent writes meet.
  public let mergeClass: MergeClass
  /// Whether a person wrote it (a title, a rating) rather than a program (a cover, progress): an
  /// authored write brings back what a concurrent deletion took.
  public let isAuthored: Bool
  /// Whether the entity cannot be without it.
  public let isRequired: Bool

  /// An authored field, unless `isAuthored` says otherwise.
  init(
    _ type: FieldType, _ mergeClass: MergeClass = .register, isAuthored: Bool = true,
    isRequired: Bool = false
  ) {
    self.type = type
    self.mergeClass = mergeClass
    self.isAuthored = isAuthored
    self.isRequired = isRequired
  }
}

/// What the library knows of one kind.
public struct KindSpec: Hashable, Sendable {
  /// The known fields; others pass as they are.
  public let fields: ByName<FieldSpec>
  /// Whether its ids are two identifiers joined by `~`, the second being the only device that may
  /// write the entity.
  public let isNamedByPair: Bool
  /// Whether only the server writes entities of this kind.
  public let isServers: Bool

  init(_ fields: ByName<FieldSpec>, isNamedByPair: Bool = false, isServers: Bool = false) {
    self.fields = fields
    self.isNamedByPair = isNamedByPair
    self.isServers = isServers
  }
}
