import { h, setAttribute, setChildren, setText, show } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import { languageOf } from "./book-words.js";
import { filterLink } from "./filter-link.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */

/**
 * What is printed in the book and known about the copy: description, edition, numbers, links.
 * @param {Context} context
 * @param {() => Entity|undefined} [current] the book, where it is in the library: others like it are, too
 */
export function createFacts(context, current) {
  const { messages } = context;
  const { t } = messages;
  const description = h("p", { class: "book-description", dir: "auto" });
  const more = h(
    "button",
    { type: "button", class: "text-button", onclick: () => fold(!isOpen()) },
    t("book.more"),
  );
  const about = h(
    "section",
    { class: "book-about" },
    h("h2", null, t("book.description")),
    description,
    more,
  );
  const table = h("dl", { class: "facts" });
  const links = h("div", { class: "fact-links" });
  const added = h("p", { class: "quiet book-added" });
  let shown = "";

  const isOpen = () => description.classList.contains("open");
  // How much of it is cut off, the letters and the width decide, and not their number.
  const size = new ResizeObserver(() =>
    show(more, isOpen() || description.scrollHeight > description.clientHeight));

  /** @param {boolean} open */
  function fold(open) {
    description.classList.toggle("open", open);
    setText(more, t(open ? "book.less" : "book.more"));
    setAttribute(more, "aria-expanded", open);
    // Observed anew it is measured, also where another text is as high.
    size.observe(description);
  }

  return {
    node: h(
      "div",
      null,
      about,
      h("section", { class: "book-facts" }, h("h2", null, t("book.edition")), table, links, added),
    ),
    /** @param {Entity} book */
    render(book) {
      const text = book.fields.description ?? "";
      setAttribute(description, "lang", languageOf(book));
      if (setText(description, text)) fold(false);
      show(about, text !== "");
      const moments = { added: book.fields.added, changed: book.at };
      setText(added, Object.entries(moments)
        .filter(([, moment]) => moment)
        .map(([name, moment]) => t(`book.${name}`, { day: messages.day(moment) })).join(" · "));
      const rows = factsOf(book, messages);
      const written = JSON.stringify([rows, Object.keys(book.fields.identifiers ?? {})]);
      if (written === shown) return;
      shown = written;
      setChildren(
        table,
        rows.flatMap(([key, value]) => [
          h("dt", null, t(key)),
          h("dd", { dir: "auto" },
            current && key === "fieldName.publisher" ? filterLink(context, current, "publisher", value) : value),
        ]),
      );
      setChildren(links, linksOf(book).map(([name, href]) => link(name, href)));
    },
  };
}

/**
 * @param {Entity} book
 * @param {Context["messages"]} messages
 * @returns {[string, string][]} the label's key and the words
 */
function factsOf({ fields }, messages) {
  const { t, number, date, list, languageName } = messages;
  const acquired = fields.acquired ?? {};
  const files = identifiers(fields, "koreader").length;
  /** @type {[string, string|null|undefined|false][]} */
  const rows = [
    ["fieldName.originalTitle", fields.originalTitle],
    [
      "fieldName.format",
      fields.format && [t(`format.${fields.format}`), fields.formatNote].filter(Boolean).join(", "),
    ],
    ["fieldName.pages", fields.pages && number(fields.pages)],
    ["fieldName.seconds", fields.seconds && duration(fields.seconds, messages)],
    ["fieldName.publisher", fields.publisher],
    ["fact.published", typeof fields.published === "string" && date(fields.published)],
    ["fact.languages", fields.languages?.length > 0 && list(fields.languages.map(languageName))],
    ["fact.isbn", identifiers(fields, "isbn").map(spacedIsbn).join(", ")],
    ["fact.files", files > 0 && t("fact.koreader", { count: files })],
    ["fieldName.subjects", fields.subjects?.length > 0 && list(fields.subjects)],
    ["fact.owned", fields.owned > 0 && t("fact.copies", { count: fields.owned })],
    [
      "fieldName.acquired",
      [acquired.date && date(acquired.date), acquired.place, priceWords(acquired, messages)]
        .filter(Boolean).join(", "),
    ],
    ["fact.condition", acquired.condition],
  ];
  return rows.flatMap(
    ([key, value]) => (value ? [/** @type {[string, string]} */ ([key, value])] : []),
  );
}

/**
 * "€12.50", or as it was written where that is no currency.
 * @param {{price?: any, currency?: string}} acquired
 * @param {Pick<Context["messages"], "language">} messages
 */
export function priceWords({ price, currency }, { language }) {
  if ((price ?? "") === "") return "";
  try {
    return new Intl.NumberFormat(language, { style: "currency", currency }).format(price);
  } catch {
    return [price, currency].join(" ").trim();
  }
}

/**
 * @param {number} seconds
 * @param {Context["messages"]} messages
 */
function duration(seconds, { t }) {
  const minutes = Math.round(seconds / 60);
  return t("fact.hoursMinutes", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

/**
 * @param {Record<string, any>} fields
 * @param {string} scheme
 * @returns {string[]}
 */
function identifiers(fields, scheme) {
  return Object.keys(fields.identifiers ?? {})
    .filter((id) => id.startsWith(`${scheme}:`))
    .map((id) => id.slice(scheme.length + 1));
}

/** @param {string} isbn */
function spacedIsbn(isbn) {
  return isbn.length === 13 ? `${isbn.slice(0, 3)}-${isbn.slice(3)}` : isbn;
}

/**
 * Where a book's identifiers lead.
 * @type {[string, string, (value: string) => string][]}
 */
const places = [
  [
    "olid",
    "Open Library",
    (value) => `https://openlibrary.org/${value.endsWith("W") ? "works" : "books"}/${value}`,
  ],
  ["isbn", "Open Library", (value) => `https://openlibrary.org/isbn/${value}`],
  ["goodreads", "Goodreads", (value) => `https://www.goodreads.com/book/show/${value}`],
  ["gutenberg", "Project Gutenberg", (value) => `https://www.gutenberg.org/ebooks/${value}`],
  ["isbn", "WorldCat", (value) => `https://search.worldcat.org/search?q=bn:${value}`],
];

/**
 * @param {Entity} book
 * @returns {[string, string][]}
 */
function linksOf({ fields }) {
  /** @type {Map<string, string>} */
  const links = new Map();
  for (const [scheme, name, href] of places) {
    const [value] = identifiers(fields, scheme);
    if (value && /^[\w-]+$/.test(value) && !links.has(name)) links.set(name, href(value));
  }
  return [...links];
}

/**
 * @param {string} name
 * @param {string} href
 */
function link(name, href) {
  return h(
    "a",
    { class: "fact-link", href, target: "_blank", rel: "noopener noreferrer" },
    icon("link"),
    name,
  );
}
