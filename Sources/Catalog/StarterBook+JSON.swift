import Library

extension StarterBook {
  /// Reads one entry of `starter.json`; nil when a member is missing or of another type.
  init?(json: JSONValue) {
    guard let id = json["id"]?.string, let title = json["title"]?.string,
      let language = json["language"]?.string,
      let subjects = Self.all(json["subjects"], \.string),
      let contributors = Self.all(json["contributors"], Contributor.init(json:)),
      let series = Self.all(json["series"], Series.init(json:)),
      let isbns = Self.all(json["isbns"], \.string)
    else { return nil }
    self.init(
      id: id, title: title, subtitle: json["subtitle"]?.string,
      originalTitle: json["originalTitle"]?.string, contributors: contributors,
      originalYear: json["originalYear"]?.int, language: language, subjects: subjects,
      series: series, pages: json["pages"]?.int, isbns: isbns)
  }

  /// Every element read, none for a missing list, nil when one cannot be read.
  private static func all<Element>(
    _ list: JSONValue?, _ read: (JSONValue) -> Element?
  ) -> [Element]? {
    guard let list else { return [] }
    guard let values = list.array else { return nil }
    let elements = values.compactMap(read)
    return elements.count == values.count ? elements : nil
  }
}

extension StarterBook.Contributor {
  fileprivate init?(json: JSONValue) {
    guard let name = json["name"]?.string, let role = json["role"]?.string else { return nil }
    self.init(name: name, sort: json["sort"]?.string, role: role)
  }
}

extension StarterBook.Series {
  fileprivate init?(json: JSONValue) {
    guard let name = json["name"]?.string else { return nil }
    self.init(name: name, number: json["number"]?.int)
  }
}
