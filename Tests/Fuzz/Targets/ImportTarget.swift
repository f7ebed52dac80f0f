import Interchange

/// Files are read or refused, and what can be read can be planned, the same each time.
enum ImportTarget: FuzzTarget {
  static let name = "imports"

  static let seeds = [
    "Book Id,Title,Author,ISBN,ISBN13,My Rating,Exclusive Shelf,Bookshelves,Date Read,Date Added\r\n"
      + "1,Emma,Jane Austen,\"=\"\"0141439580\"\"\",\"=\"\"9780141439587\"\"\",5,read,\"a, b\","
      + "2024/01/02,2023/12/31\r\n",
    "\u{FEFF}Book Id;Title;Author\n2;\"A \"\"quoted\"\"\ntitle\";B\n",
    #"{"format":"dogear","version":1,"books":[{"id":"b1","title":"Emma","authors":["Jane Austen"]}]}"#,
  ].map { Array($0.utf8) }

  static func run(_ input: [UInt8]) {
    guard let file = try? ImportFile(input) else { return }
    let options = ImportOptions(batch: "fuzz", now: 1_760_000_000_000)
    let library = LibrarySnapshot([])
    let plan = file.plan(into: library, options: options)
    precondition(plan.report == file.plan(into: library, options: options).report, "plans differ")
  }
}
