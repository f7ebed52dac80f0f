import Interchange
import Library
import Testing

/// A title and an author find the book that has them, however they are spelled (BOOKS §5, rule 4).
@Suite struct TitleMatchTests {
  private func book(_ title: String, _ author: String?) -> JSONObject {
    var fields: JSONObject = ["title": .string(title)]
    if let author { fields["contributors"] = [["name": .string(author)]] }
    return fields
  }

  @Test(arguments: [
    ("The Left Hand of Darkness", "Ursula K. Le Guin", true),
    ("left hand of darkness (Hainish Cycle, #4)", "Ursula Le Guin", true),
    ("The Left Hand of Darkness", "Le Guin, Ursula K.", true),
    ("The Left Hand of Darkness", "Ursula K. Le Guin, Jr.", true),
    ("The Left Hand of Darkness", "Ursula Vernon", false),
    ("The Left Hand of Darkness", nil, false), ("The Left Hand", "Ursula K. Le Guin", false),
    ("The Left Hand of Darkness 2", "Ursula K. Le Guin", false),
  ])
  func `the title and the first author decide`(title: String, author: String?, isFound: Bool) throws
  {
    let match = try #require(
      TitleMatch(title: "The Left Hand of Darkness", author: "Ursula K. Le Guin"))
    #expect((TitleMatch(of: book(title, author)) == match) == isFound)
  }

  @Test func `without both nothing can be found`() {
    #expect(TitleMatch(title: "Emma", author: nil) == nil)
    #expect(TitleMatch(title: "Emma", author: " ") == nil)
    #expect(TitleMatch(title: "…", author: "Jane Austen") == nil)
  }
}
