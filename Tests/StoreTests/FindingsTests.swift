import GRDB
import Library
import Store
import Testing

/// The check finds each kind of damage, named in a sentence, and nothing in a sound library.
@Suite struct FindingsTests {
  private let store: SQLiteStore

  /// Two devices, edits, a refusal, a deletion and a conflict record.
  init() throws {
    store = try SQLiteStore()
    try store.setUp()
    let scribe = Scribe(store)
    try scribe.write([[.book("emma")], [.edit("emma", "pages", -1)], [.edit("emma", "pages", 474)]])
    try scribe.write(.book("persuasion"), time: 3_000)
    try Scribe(store, device: "phone").write(
      Change(EntityKey(kind: "book", id: "persuasion"), life: .delete), time: 4_000)
  }

  @Test func `a sound library has no findings`() throws {
    #expect(try store.findings() == [])
  }

  @Test(arguments: [
    ("DELETE FROM operations WHERE place & 0xFF = 2", "should hold the sequences 1 to 4"),
    ("UPDATE libraries SET head = 9", "should hold the sequences 1 to 9"),
    ("UPDATE operations SET time = 1 WHERE place & 0xFF = 3", "server time of operation 3"),
    ("UPDATE libraries SET time = 1", "after the library's last time"),
    ("UPDATE incarnations SET n = n + 1 WHERE device = 'phone'", "The device phone"),
    ("UPDATE operations SET n = 1 WHERE place & 0xFF = 2", "The device laptop"),
    ("UPDATE operations SET outcome = 'lost' WHERE place & 0xFF = 1", "laptop-1"),
    ("UPDATE operations SET conflict = 'none' WHERE place & 0xFF = 1", "left the conflict none"),
    ("INSERT INTO history VALUES (1 << 32 | 9, '[1,[\"title\",0]]', 0)", "is not in the log"),
    (
      "INSERT INTO history VALUES (7 << 32 | 1, '[1,[\"title\",0]]', 0)",
      "entity that does not exist"
    ),
    ("INSERT INTO history VALUES (1 << 32 | 4, '[1]', 0)", "cannot be read"),
    ("INSERT INTO mentions VALUES (1, 7, 1, 0)", "is not listed under the ISBNs"),
    ("DELETE FROM trash", "is not listed in Trash"),
    ("INSERT INTO restores VALUES (1, 1, 'epoch-1', 0, 0)", "had an epoch twice"),
    ("UPDATE entities SET state = '{' WHERE id = 'emma'", "book emma cannot be read"),
    ("UPDATE entities SET id = 'sanditon' WHERE id = 'emma'", "holds the state of book emma"),
    ("DELETE FROM writes WHERE seq = 1", "book emma is not listed"),
    ("INSERT INTO writes SELECT 1, 3, key, 0 FROM entities WHERE id = 'emma'", "is not listed"),
    ("DELETE FROM accounts", "A row of devices refers to a row of accounts"),
    ("DELETE FROM devices WHERE id = 'phone'", "device phone, which does not exist"),
    ("UPDATE incarnations SET device = 'ghost' WHERE device = 'phone'", "device ghost"),
  ])
  func `damage is found and named`(sql: String, sentence: String) throws {
    try store.writer.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA foreign_keys = OFF")
      try database.execute(sql: sql)
    }
    try store.seal()
    let findings = try store.findings()
    #expect(findings.contains { $0.contains(sentence) }, "\(findings)")
  }

  /// Any device may make one: were it taken for damage, there would be no backup from then on.
  @Test func `a conflict about what is not there is no damage`() throws {
    let key = EntityKey(kind: "conflict", id: "c-1")
    let version = Version(stamp: 1, seq: 1, device: "laptop", incarnation: "first", n: 1)
    let text = EntityState(key, created: version).storedText
    try store.writer.write { database in
      try database.execute(
        sql: "INSERT INTO entities (key, library, kind, id, state) VALUES (99, 1, ?, ?, ?)",
        arguments: [key.kind, key.id, text])
      try database.execute(sql: "INSERT INTO writes VALUES (1, 1, 99, 0)")
    }
    try store.seal()
    #expect(try store.findings() == [])
  }

  @Test func `a check stops at a hundred findings`() throws {
    try Scribe(store).write((1...150).map { [.book("book-\($0)")] }, time: 5_000)
    try store.writer.write { try $0.execute(sql: "UPDATE entities SET state = ''") }
    #expect(try store.findings().count == 100)
    try store.seal()
    #expect(try store.findings().count == 100)
  }
}
