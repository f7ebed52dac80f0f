/// Why a part cannot go on measuring, in words for who reads the table.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
