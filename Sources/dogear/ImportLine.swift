import Library

/// An import's report as people read it.
enum ImportLine {
  /// One row, where something is to be said about it; nil for those that went well.
  static func text(_ row: JSONValue) -> String? {
    let outcome = row["outcome"]?.string ?? ""
    guard let message = row["message"]?.string else { return nil }
    let title = row["title"]?.string ?? "?"
    return Terminal.plain("Row \(row["row"]?.int ?? 0), \(title): \(outcome). \(message)")
  }

  /// A status of the file that Dogear lacks, and how to say what it stands for; nil once that was said.
  static func question(_ question: JSONValue) -> String? {
    guard question["answer"] == nil, let name = question["status"]?.string else { return nil }
    return Terminal.plain(
      "“\(name)” is no status of Dogear’s, and becomes a shelf (rows: \(question["count"]?.int ?? 0)). "
        + "Where it stands for one, import again with, say, --status \"\(name)=paused\".")
  }

  /// What happened to how many.
  static func summary(_ report: JSONValue) -> String {
    let names = ["added", "updated", "unchanged", "review", "failed"]
    let counts = names.map { "\(report["counts"]?[$0]?.int ?? 0) \($0)" }
    let source = report["source"]?.string ?? "The file"
    let mood = report["dry"]?.bool == true ? " would give" : ""
    return "\(source)\(mood): \(counts.joined(separator: ", "))."
  }
}
