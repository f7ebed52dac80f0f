import GRDB

extension SQLiteStore {
  /// SQLite's own `integrity_check`, the checksum of every row, and every rule that the tables cannot
  /// state.
  package func findings() throws(StoreError) -> [String] {
    try inspecting { inspection throws in
      try inspection.inspectFile()
      try inspection.inspectChecksums()
      // What was damaged is not read any further: nothing that it says can be relied on.
      guard inspection.findings.isEmpty else { return }
      try inspection.inspectReferences()
      for library in try StoredLibrary.fetch(inspection.database, where: "true", []) {
        try inspection.inspect(library)
      }
    }
  }

  /// SQLite's `quick_check` and the checksum of every row that is not long.
  package func verify() throws(StoreError) -> [String] {
    try inspecting { inspection throws in
      try inspection.inspectFile(quickly: true)
      try inspection.inspectChecksums(quickly: true)
    }
  }

  /// Runs `body` on one moment. A file so broken that SQLite gives up on it has that for a finding.
  private func inspecting(
    _ body: (inout Inspection) throws -> Void
  ) throws(StoreError) -> [String] {
    do throws(StoreError) {
      return try reading { database in
        var inspection = Inspection(database: database)
        try body(&inspection)
        return inspection.findings
      }
    } catch {
      guard case .damaged = error else { throw error }
      return [error.description]
    }
  }
}
