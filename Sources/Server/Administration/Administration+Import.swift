import Hub
import Interchange
import Library
import Store
import Wire

// MARK: In

extension Administration {
  /// Brings an export of this or another program into the owner's library, or only says what that
  /// would do. Returns the report. It ends early when `device`, which asked for it, is taken away.
  /// - Throws: `AdministrationError.notImportable`, `.cutShort` where the server stops meanwhile,
  ///   `StoreError`.
  func importFile(_ bytes: [UInt8], isDry: Bool, by device: String? = nil) throws -> JSONValue {
    let file = try Self.file(bytes)
    let library = try owner().library.id
    let (head, snapshot) = try entities(of: library)
    let options = ImportOptions(batch: SecureRandom.identifier(), now: clock())
    let plan = file.plan(into: snapshot, options: options)
    let report = plan.report.json(dry: isDry)
    guard !isDry else { return report }
    let refused = try carryOut(plan.operations, in: library, base: head, by: device)
    guard !refused.isEmpty, var members = report.object else { return report }
    members["refused"] = .array(refused.map(JSONValue.string))
    return .object(members)
  }

  /// The report of what an import would do where there is no library yet, and none is made for it.
  /// - Throws: `AdministrationError.notImportable`.
  static func dryRun(_ bytes: [UInt8], now: Int) throws(AdministrationError) -> JSONValue {
    let options = ImportOptions(batch: SecureRandom.identifier(), now: now)
    return try file(bytes).plan(into: Interchange.LibrarySnapshot([]), options: options)
      .report.json(dry: true)
  }

  private static func file(_ bytes: [UInt8]) throws(AdministrationError) -> ImportFile {
    do {
      return try ImportFile(bytes)
    } catch {
      throw .notImportable(error.message)
    }
  }

  /// Applies groups of changes as the server itself, a commit's worth at a time, so that devices
  /// have their turn in between, as long as `device` has access. Returns why some were refused, if any.
  /// - Throws: `AdministrationError.cutShort` where the server stops meanwhile, `StoreError`.
  func carryOut(
    _ operations: [[Change]], in library: String, base: Int, by device: String? = nil
  ) throws -> [String] {
    var refused: [String] = []
    var rest = operations[...]
    while !rest.isEmpty {
      guard !readiness.isStopping else {
        throw AdministrationError.cutShort(hasBegun: rest.count < operations.count)
      }
      if let device, try store.device(device)?.revoked != nil {
        refused.append(
          "The device was taken away while it imported; what had come by then is in the library.")
        break
      }
      let items = rest.prefix(Limits.importOperationsPerCommit).map { changes in
        ServerEdit.Item(id: SecureRandom.identifier(), changes: changes)
      }
      rest = rest.dropFirst(items.count)
      let results: [Ack.Result]
      do {
        results = try hub.sync { hub throws(StoreError) in
          try hub.edit(library, base: base, items)
        }
      } catch {
        guard error == .busy, readiness.isStopping else { throw error }
        throw AdministrationError.cutShort(hasBegun: rest.count + items.count < operations.count)
      }
      refused += results.compactMap { $0.problem?.message }
    }
    return refused
  }

  /// Everything in a library as one moment has it, with the head of that moment.
  private func entities(
    of library: String
  ) throws(StoreError) -> (head: Int, snapshot: Interchange.LibrarySnapshot) {
    try store.read(library) { snapshot throws(StoreError) in
      var entities: [LibraryEntity] = []
      try snapshot.forEachState(of: nil) { state in entities.append(LibraryEntity(state)) }
      return (snapshot.library.head, Interchange.LibrarySnapshot(entities))
    }
  }
}

// MARK: Out

extension Administration {
  /// The owner's whole library as one moment has it.
  func export(_ format: ExportFormat) throws(StoreError) -> [UInt8] {
    format.bytes(of: try entities(of: try owner().library.id).snapshot)
  }
}
