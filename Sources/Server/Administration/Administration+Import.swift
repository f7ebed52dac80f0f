import Hub
import Interchange
import Library
import Store
import Wire

// MARK: In

extension Administration {
  /// Brings an export of this or another program into the owner's library, or only says what that
  /// would do, with what the person answers to an earlier report's questions. Returns the report. It ends
  /// early when `device`, which asked for it, is taken away.
  /// - Throws: `AdministrationError.notImportable`, `.cutShort` where the server stops meanwhile,
  ///   `StoreError`.
  func importFile(
    _ bytes: [UInt8], isDry: Bool, answers: StatusAnswers = .none, by device: String? = nil
  ) throws -> JSONValue {
    let file = try Self.file(bytes)
    let library = try owner().library.id
    let (head, snapshot) = try entities(of: library)
    let options = ImportOptions(
      batch: SecureRandom.identifier(), now: clock(), answers: answers)
    let plan = file.plan(into: snapshot, options: options)
    guard !isDry else { return plan.report.json(dry: true) }
    var report = plan.report
    var refused: [JSONValue] = []
    for refusal in try carryOut(plan.operations, in: library, base: head, by: device) {
      if let row = refusal.row {
        report.fail(row, because: refusal.sentence)
      } else {
        refused.append(.string(refusal.sentence))
      }
    }
    let json = report.json(dry: false)
    guard !refused.isEmpty, var members = json.object else { return json }
    members["refused"] = .array(refused)
    return .object(members)
  }

  /// The report of what an import would do where there is no library yet, and none is made for it.
  /// - Throws: `AdministrationError.notImportable`.
  static func dryRun(
    _ bytes: [UInt8], now: Int, answers: StatusAnswers
  ) throws(AdministrationError) -> JSONValue {
    let options = ImportOptions(batch: SecureRandom.identifier(), now: now, answers: answers)
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

  /// What the library did not take, and why.
  struct Refusal {
    /// The place in the report of the row that it is of, if it is of one.
    var row: Int?
    var sentence: String
  }

  /// Applies operations as the server itself, a commit's worth at a time, so that devices have their
  /// turn in between, as long as `device` has access. Of one that is refused the groups are tried each
  /// alone, before what comes after that commit. Returns what was refused, if anything.
  /// - Throws: `AdministrationError.cutShort` where the server stops meanwhile, `StoreError`.
  func carryOut(
    _ operations: [ImportPlan.Operation], in library: String, base: Int, by device: String? = nil
  ) throws -> [Refusal] {
    var refused: [Refusal] = []
    var rest = operations[...]
    var hasBegun = false
    while let next = rest.first {
      guard !readiness.isStopping else { throw AdministrationError.cutShort(hasBegun: hasBegun) }
      if let device, try store.device(device)?.revoked != nil {
        refused.append(
          Refusal(
            sentence:
              "The device was taken away while it imported; what had come by then is in the library."
          ))
        break
      }
      let batch = rest.prefix(Limits.importOperationsPerCommit).prefix {
        $0.isJoining == next.isJoining
      }
      let results = try results(of: batch.map(\.changes), in: library, base, hasBegun: hasBegun)
      hasBegun = true
      var parts: [ImportPlan.Operation] = []
      for (operation, result) in zip(batch, results) {
        guard let problem = result.problem else { continue }
        if operation.groups.count > 1 {
          parts += operation.parts
        } else {
          refused.append(Refusal(row: operation.groups.first?.row, sentence: problem.message))
        }
      }
      rest = rest.dropFirst(batch.count)
      rest.insert(contentsOf: parts, at: rest.startIndex)
    }
    return refused
  }

  /// What came of each of `operations`, which one commit holds.
  private func results(
    of operations: [[Change]], in library: String, _ base: Int, hasBegun: Bool
  ) throws -> [Ack.Result] {
    let items = operations.map { ServerEdit.Item(id: SecureRandom.identifier(), changes: $0) }
    do {
      return try hub.sync { hub throws(StoreError) in try hub.edit(library, base: base, items) }
    } catch {
      guard error == .busy, readiness.isStopping else { throw error }
      throw AdministrationError.cutShort(hasBegun: hasBegun)
    }
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
