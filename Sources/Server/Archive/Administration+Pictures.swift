import Library
import Store

extension Administration {
  /// The pictures `ids` of the owner's library, in their order: none of those that it has not, or not as
  /// they were written.
  func pictures(_ ids: [String]) throws -> [[UInt8]] {
    let library = try owner().library.id
    return try ids.map { id in
      do {
        return try picture(id, of: library).bytes
      } catch AdministrationError.noSuchBlob {
        return []
      } catch let error as StoreError {
        guard case .damaged = error else { throw error }
        return []
      }
    }
  }

  /// Keeps pictures for the owner's library, and says of how many it was the first to, how many were here,
  /// and why it did not keep the others.
  func keepPictures(_ pictures: [[UInt8]]) throws -> JSONValue {
    let library = try owner().library.id
    var (addedCount, knownCount) = (0, 0)
    var refused: [JSONValue] = []
    for bytes in pictures {
      do {
        let isNew = try keepPicture(BlobName.of(bytes), bytes, of: library).isNew
        if isNew { addedCount += 1 } else { knownCount += 1 }
      } catch let error as AdministrationError {
        refused.append(.string(error.description))
      }
    }
    return ["added": .int(addedCount), "known": .int(knownCount), "refused": .array(refused)]
  }
}
