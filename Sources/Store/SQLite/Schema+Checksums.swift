import GRDB

extension Schema {
  /// A table whose rows carry a checksum.
  struct SealedTable: Sendable {
    let name: String
    /// The columns that it covers, in their order; the first few name the row.
    let columns: [String]
    /// Whether triggers keep the checksum, since statements write single columns. Where rows are
    /// written by the thousand, the writer computes it.
    let isSealedByTrigger: Bool
    /// How many of the columns, from the first on, are the primary key.
    var keyCount = 1
    /// Whether its rows are so long that a start does not wait for their checksums; whoever reads one looks
    /// whether it is as it was written.
    var isLong = false

    /// Computes all checksums anew.
    func seal(_ database: Database) throws {
      try database.execute(sql: "UPDATE \(name) SET crc = \(expression)")
    }

    var expression: String { "checksum(\(columns.joined(separator: ", ")))" }

    /// The triggers that keep the checksum. A changed `crc` alone sets off neither.
    var triggers: String {
      """
      CREATE TRIGGER \(name)_added AFTER INSERT ON \(name) BEGIN
        UPDATE \(name) SET crc = \(expression) WHERE \(identity);
      END;
      CREATE TRIGGER \(name)_changed AFTER UPDATE OF \(columns.joined(separator: ", ")) ON \(name)
      BEGIN
        UPDATE \(name) SET crc = \(expression) WHERE \(identity);
      END;
      """
    }

    private var identity: String {
      columns.prefix(keyCount).map { "\($0) = new.\($0)" }.joined(separator: " AND ")
    }
  }

  /// Every table of ours.
  static let sealedTables = historyTables + sceneTables + timeTables + blobTables

  /// The tables there were when rows began to carry checksums.
  static let historyTables = [
    SealedTable(
      name: "accounts", columns: ["id", "name", "created"], isSealedByTrigger: true),
    SealedTable(
      name: "devices",
      columns: ["id", "account", "name", "secret", "created", "seen", "revoked"],
      isSealedByTrigger: true),
    SealedTable(
      name: "pairings", columns: ["code", "account", "expires"], isSealedByTrigger: true),
    SealedTable(
      name: "libraries",
      columns: ["key", "id", "account", "name", "epoch", "created", "head", "time", "watermark"],
      isSealedByTrigger: true),
    SealedTable(
      name: "restores", columns: ["library", "number", "epoch", "head"], isSealedByTrigger: true,
      keyCount: 2),
    SealedTable(
      name: "incarnations",
      columns: ["key", "library", "device", "incarnation", "n", "unlogged"],
      isSealedByTrigger: false),
    SealedTable(
      name: "operations",
      columns: [
        "place", "library", "op", "author", "n", "time", "outcome", "conflict", "problem",
      ], isSealedByTrigger: false),
    SealedTable(
      name: "entities", columns: ["key", "library", "kind", "id", "state"],
      isSealedByTrigger: false),
    SealedTable(name: "writes", columns: ["library", "seq", "entity"], isSealedByTrigger: false),
    SealedTable(name: "history", columns: ["place", "body"], isSealedByTrigger: false),
    SealedTable(
      name: "mentions", columns: ["library", "term", "entity"], isSealedByTrigger: false),
    SealedTable(name: "trash", columns: ["library", "seq", "entity"], isSealedByTrigger: false),
  ]
}
