import Library
import Testing

@testable import Interchange

@Suite struct `A report` {
  private let report = ImportReport(
    source: .goodreads,
    rows: [
      ImportReport.Row(row: 2, outcome: .added, title: "Fen"),
      ImportReport.Row(
        row: 3, outcome: .failed, title: "=1+1", message: "Line 3 is \"odd\".",
        raw: "=1+1,\n\"x"),
    ],
    questions: [ImportReport.Question(status: "leseliste", count: 2)])

  @Test func `counts every outcome, those that did not happen too`() {
    #expect(
      report.json(dry: true) == [
        "source": "goodreads", "dry": true,
        "counts": ["added": 1, "updated": 0, "unchanged": 0, "review": 0, "failed": 1],
        "rows": [
          ["row": 2, "outcome": "added", "title": "Fen"],
          [
            "row": 3, "outcome": "failed", "title": "=1+1", "message": "Line 3 is \"odd\".",
            "raw": "=1+1,\n\"x",
          ],
        ],
        "questions": [["status": "leseliste", "count": 2]],
      ])
  }
}
