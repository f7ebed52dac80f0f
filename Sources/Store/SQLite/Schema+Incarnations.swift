import GRDB

extension Schema {
  /// Each commit writes a row of `incarnations` for everybody who sent something, and a trigger would
  /// write each once more for its checksum. So the writer computes it, as it does for what they sent.
  static func sealIncarnations(_ database: Database) throws {
    try database.execute(
      sql: """
        DROP TRIGGER IF EXISTS incarnations_added;
        DROP TRIGGER IF EXISTS incarnations_changed;
        """)
  }
}
