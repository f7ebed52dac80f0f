/** Books that try the drawing: long titles, other scripts, no author, everything filled in. */
export const special = [
  book("x1", "The Left Hand of Darkness", ["Ursula K. Le Guin"], {
    subtitle: "A novel of Gethen",
    series: [{ name: "Hainish Cycle", index: "4" }],
    contributors: [
      { name: "Ursula K. Le Guin", role: "author" },
      { name: "David Mitchell", role: "contributor" },
    ],
    status: "reading",
    rating: 475,
    favourite: true,
    originalYear: 1969,
    published: "2017-05-25",
    publisher: "Gollancz",
    pages: 304,
    format: "paperback",
    languages: ["en"],
    identifiers: { "isbn:9781473221628": null, "goodreads:18423": null },
    tags: { "science fiction": null, "book club": null },
    shelves: { s1: { position: "a" } },
    description:
      "An envoy comes alone to a world of winter, to ask its people to join the others. To win " +
      "them he must first understand them, and he does not. ".repeat(6),
    review: "Colder and kinder than I remembered. The crossing of the ice is the best part.",
    note: "Lent to Bo until May.",
  }),
  book(
    "x2",
    "One Hundred Years of Solitude and Other Very Long Titles That Nobody Would Ever Print on a " +
      "Cover Without an Ellipsis Somewhere Near the End",
    ["Gabriel García Márquez"],
  ),
  book("x3", "源氏物語", ["紫式部"], { originalYear: 1008, languages: ["ja"] }),
  book("x4", "ألف ليلة وليلة", [], { languages: ["ar"] }),
  book("x5", "Поднятая целина", ["Михаил Шолохов"], { languages: ["ru"] }),
  book("x6", "Beowulf", [], { originalYear: 1000 }),
  book("x7", "It", ["Stephen King"]),
  book("x8", "Donaudampfschifffahrtsgesellschaftskapitän", ["Anonym"], { languages: ["de"] }),
  book("x9", "The Iliad", ["Homer"], { originalYear: -750, status: "read", rating: 500 }),
  {
    kind: "reading",
    id: "r1",
    fields: { book: "x1", span: { started: "2011-07", finished: "2011-08-02", outcome: "read" } },
  },
];

export const conflicts = [
  {
    kind: "conflict",
    id: "op1-1",
    fields: {
      entity: { e: "book", id: "x1" },
      field: "rating",
      kept: { value: 475, by: "d1", at: Date.UTC(2026, 3, 2, 19, 40) },
      lost: { value: 350, by: "d2", at: Date.UTC(2026, 3, 2, 18, 5) },
    },
  },
  {
    kind: "conflict",
    id: "op2-1",
    fields: {
      entity: { e: "book", id: "x9" },
      field: "title",
      kept: { value: "The Iliad", by: "d2", at: Date.UTC(2026, 3, 3, 8, 0) },
      lost: { value: "The Iliad of Homer", by: "d1", at: Date.UTC(2026, 3, 3, 7, 59) },
    },
  },
];

function book(id, title, authors, fields = {}) {
  const contributors = authors.map((name) => ({ name, role: "author" }));
  return {
    kind: "book",
    id,
    fields: { title, contributors, added: Date.UTC(2026, 2, 1), ...fields },
  };
}
