import Foundation
package import GRDB

extension SecretHash: DatabaseValueConvertible {
  /// A blob of 32 bytes.
  package var databaseValue: DatabaseValue { Data(bytes).databaseValue }

  /// Nil where the value is no blob of 32 bytes.
  package static func fromDatabaseValue(_ value: DatabaseValue) -> SecretHash? {
    guard let data = Data.fromDatabaseValue(value), data.count == Limits.secretHashByteCount else {
      return nil
    }
    return SecretHash(Array(data))
  }
}
