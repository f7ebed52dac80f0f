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
      body["questions"] = .array(questions.map(\.json))
    }
    return .object(body)
  }
}

extension ImportReport.Question {
  fileprivate var json: JSONValue {
    var body: JSONObject = ["status": .string(status), "count": .int(count)]
    if let answer { body["answer"] = answer }
    return .object(body)
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
