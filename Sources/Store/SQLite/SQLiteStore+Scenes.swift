import Foundation
import GRDB

extension SQLiteStore: SceneStore {
  /// Three reads of one moment.
  package func scenes(of account: String) throws(StoreError) -> SceneHoldings {
    try reading { database in
      let devices = "IN (SELECT id FROM devices WHERE account = ? AND revoked IS NULL)"
      var holdings = SceneHoldings()
      holdings.scenes = try Row.fetchAll(
        database,
        sql: """
          SELECT device, scene, name, epoch, rev, lib, layout, following, seen, closed, nav
          FROM scenes WHERE device \(devices) ORDER BY device, scene
          """, arguments: [account]
      ).map(SceneRecord.init)
      holdings.shares = try Row.fetchAll(
        database,
        sql: "SELECT device, share, spent FROM shares WHERE device \(devices) ORDER BY device",
        arguments: [account]
      ).map { row in ShareRecord(device: row[0], share: row[1], spentEpoch: row[2]) }
      holdings.links = try Row.fetchAll(
        database,
        sql: """
          SELECT sender, id, repeats, device, link, lib, at, state
          FROM links WHERE device \(devices) ORDER BY at, sender, id
          """, arguments: [account]
      ).map(LinkRecord.init)
      return holdings
    }
  }

  /// All in one transaction, which is one fsync.
  package func save(_ changes: SceneChanges) throws(StoreError) {
    guard !changes.isEmpty else { return }
    try writing { database in
      for key in changes.forgottenScenes {
        try database.execute(
          sql: "DELETE FROM scenes WHERE device = ? AND scene = ?",
          arguments: [key.device, key.scene])
      }
      for key in changes.forgottenLinks {
        try database.execute(
          sql: "DELETE FROM links WHERE sender = ? AND id = ?", arguments: [key.from, key.id])
      }
      for scene in changes.scenes { try scene.write(to: database) }
      for link in changes.links { try link.write(to: database) }
      for share in changes.shares {
        try database.execute(
          sql: """
            INSERT INTO shares (device, share, spent) VALUES (?, ?, ?)
            ON CONFLICT DO UPDATE SET share = excluded.share, spent = excluded.spent
            """, arguments: [share.device, share.share, share.spentEpoch])
      }
    }
  }

  /// Deletes all that is kept of a device that is revoked, within the transaction that does it.
  static func forgetScenes(of device: String, in database: Database) throws {
    for sql in [
      "DELETE FROM scenes WHERE device = ?", "DELETE FROM shares WHERE device = ?",
      "DELETE FROM links WHERE device = ?1 OR sender = ?1",
    ] {
      try database.execute(sql: sql, arguments: [device])
    }
  }
}

extension SceneRecord {
  fileprivate init(_ row: Row) {
    let following: String? = row[7]
    self.init(
      SceneKey(device: row[0], scene: row[1]), name: row[2], epoch: row[3], rev: row[4],
      lib: row[5], layout: row[6], following: following.flatMap(SceneKey.init(stored:)),
      seen: row[8], closed: row[9], nav: (row[10] as Data?).map { Array($0) })
  }

  fileprivate func write(to database: Database) throws {
    let statement = try database.cachedStatement(
      sql: """
        INSERT INTO scenes
          (device, scene, name, epoch, rev, lib, layout, following, seen, closed, nav)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET name = excluded.name, epoch = excluded.epoch,
          rev = excluded.rev, lib = excluded.lib, layout = excluded.layout,
          following = excluded.following, seen = excluded.seen, closed = excluded.closed,
          nav = excluded.nav
        """)
    try statement.execute(arguments: [
      key.device, key.scene, name, epoch, rev, lib, layout, following?.stored, seen, closed,
      nav.map { Data($0) },
    ])
  }
}

extension SceneKey {
  fileprivate init?(stored text: String) {
    let parts = text.split(separator: "/")
    guard parts.count == 2 else { return nil }
    self.init(device: String(parts[0]), scene: String(parts[1]))
  }

  fileprivate var stored: String { "\(device)/\(scene)" }
}

extension LinkRecord {
  fileprivate init(_ row: Row) {
    let repeats: String = row[2]
    self.init(
      LinkKey(from: row[0], id: row[1]), repeats: repeats.split(separator: " ").map(String.init),
      to: row[3], link: row[4], lib: row[5], at: row[6], state: row[7])
  }

  fileprivate func write(to database: Database) throws {
    try database.execute(
      sql: """
        INSERT INTO links (sender, id, repeats, device, link, lib, at, state)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET repeats = excluded.repeats, device = excluded.device,
          link = excluded.link, lib = excluded.lib, at = excluded.at, state = excluded.state
        """,
      arguments: [
        key.from, key.id, repeats.joined(separator: " "), to, link, lib, at, state,
      ])
  }
}
