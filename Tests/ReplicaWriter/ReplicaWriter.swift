import Glibc
import Library
import Replica

/// A program that edits as fast as its disk lets it, until it is killed: for the tests of what a kill
/// leaves.
///
///     ReplicaWriter FILE URL TOKEN PREFIX
///
/// Prints the name of each book once it was told that the edit is safe.
@main
struct ReplicaWriter {
  static func main() async throws {
    let arguments = CommandLine.arguments
    let library = try await LocalLibrary.open(
      at: arguments[1], server: try ServerAddress(arguments[2]), access: .token(arguments[3]),
      client: "writer")
    var number = 0
    while true {
      number += 1
      let id = "\(arguments[4])-\(number)"
      let key = EntityKey(kind: "book", id: id)
      try await library.edit(Change(key, life: .create, set: ["title": .string(id)]))
      print(id)
      fflush(nil)
    }
  }
}
