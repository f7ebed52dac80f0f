package import Library

extension ImportReport {
  /// The report as `POST /v1/import` answers it; `dry` says that nothing was carried out.
  package func json(dry: Bool) -> JSONValue {
    var counts: JSONObject = [:]
    for outcome in Outcome.allCases { counts[outcome.rawValue] = .int(count(outcome)) }
    var body: JSONObject = [
      "source": .string(source.rawValue), "dry": .bool(dry), "counts": .object(counts),
      "rows": .array(rows.map(\.json)),
    ]
    if !questions.isEmpty {
      body["questions"] = .array(
        questions.map { ["status": .string($0.status), "count": .int($0.count)] })
    }
    return .object(body)
  }

  /// The report as a table to download: one line per row of the file, with the text of those that
  /// could not be read.
  ///
  /// Every cell is quoted and none is altered, so that a failed row can be mended and brought in
  /// again; a spreadsheet may take a text that begins with `=` for a formula, as with any CSV.
  package var csv: [UInt8] {
    var writer = CSVWriter(quoting: .always)
    writer.append(["Row", "Outcome", "Title", "Message", "Text"])
    for row in rows {
      writer.append([
        String(row.row), row.outcome.rawValue, row.title, row.message ?? "", row.raw ?? "",
      ])
    }
    return writer.bytes
  }
}

extension ImportReport.Row {
  fileprivate var json: JSONValue {
    var body: JSONObject = [
      "row": .int(row), "outcome": .string(outcome.rawValue), "title": .string(title),
    ]
    if let message { body["message"] = .string(message) }
    if let raw { body["raw"] = .string(raw) }
    return .object(body)
  }
}
