import Interchange

/// Files are read or refused, and what can be read can be planned, the same each time.
enum ImportTarget: FuzzTarget {
  static let name = "imports"

  static func run(_ input: [UInt8]) {
    guard let file = try? ImportFile(input) else { return }
    precondition(plan(of: file).report == plan(of: file).report, "plans differ")
  }

  static func accepts(_ input: [UInt8]) -> Bool {
    guard let file = try? ImportFile(input) else { return false }
    return !plan(of: file).operations.isEmpty
  }

  private static func plan(of file: ImportFile) -> ImportPlan {
    file.plan(
      into: LibrarySnapshot([]), options: ImportOptions(batch: "fuzz", now: 1_760_000_000_000))
  }
}
