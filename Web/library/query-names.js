/**
 * Sort forms of titles and names, where a book does not bring its own.
 */

/** Articles that a title is not filed under, by language; "the" is one in any. */
const articles = {
  en: ["the", "a", "an"],
  de: ["der", "die", "das", "ein", "eine"],
  fr: ["le", "la", "les", "un", "une"],
  es: ["el", "la", "los", "las", "un", "una"],
  it: ["il", "lo", "la", "i", "gli", "le", "un", "una"],
  pt: ["o", "a", "os", "as", "um", "uma"],
  nl: ["de", "het", "een"],
  sv: ["en", "ett", "den", "det", "de"],
};
const elided = /^(?:l|un)['’](?=\p{L})/iu;
/** In a book of another language the title may be English still; "a" alone is a word of many. */
const english = / (?:of|the|and|in|to|with|for|is|on) /i;
const opening = /^[\s"'“”‘’«»„([{¡¿]+/u;

/**
 * The title as it is filed: without quotes before it and without its leading article. The
 * article is looked up in the book's first language, in English where that has none here or the
 * title itself is English.
 * @param {string} title
 * @param {string} [language] BCP 47
 */
export function titleKey(title, language = "en") {
  const bare = title.replace(opening, "");
  const code = language.slice(0, 2).toLowerCase();
  const own = articles[/** @type {keyof typeof articles} */ (code)] ?? articles.en;
  if (code === "fr" || code === "it") {
    const rest = bare.replace(elided, "");
    if (rest !== bare) return rest;
  }
  const space = bare.indexOf(" ");
  const head = space > 0 ? bare.slice(0, space).toLowerCase() : "";
  const isArticle = own.includes(head) || (articles.en.includes(head) && english.test(bare));
  return head === "the" || isArticle ? bare.slice(space + 1).trimStart() : bare;
}

const suffixes = /^(?:jr|sr|ii|iii|iv|ph\.?d|md|esq)\.?$/i;
const particles = /^(?:van|von|de|del|della|der|den|di|da|du|la|le|ten|ter|bin|ibn|al|af|zu)$/i;

/**
 * "Surname, Given names" of a name written in reading order. A name with a comma is taken to be
 * in that form already, a name of one word stays as it is. Capitalised particles file with the
 * surname (Le Guin), small ones do not (Beethoven, Ludwig van), which is how libraries of most
 * countries do it.
 * @param {string} name
 */
export function nameKey(name) {
  if (name.includes(",")) return name;
  const words = name.split(/\s+/).filter(Boolean);
  let end = words.length - 1;
  while (end > 0 && suffixes.test(words[end])) end -= 1;
  if (end <= 0) return name;
  let start = end;
  while (start > 1 && isSurnameParticle(words[start - 1])) start -= 1;
  const surname = words.slice(start, end + 1).join(" ");
  const given = [...words.slice(0, start), ...words.slice(end + 1)].join(" ");
  return `${surname}, ${given}`;
}

/** @param {string} word */
function isSurnameParticle(word) {
  return particles.test(word) && word[0] !== word[0].toLowerCase();
}
