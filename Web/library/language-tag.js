import * as limits from "./limits.js";

/** RFC 5646 §2.1, `langtag` and `privateuse`; the groups are variants and extensions. */
const grammar = new RegExp(
  "^(?:(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{4,8})" +
    "(?:-[a-z]{4})?" +
    "(?:-(?:[a-z]{2}|[0-9]{3}))?" +
    "((?:-(?:[a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*)" +
    "((?:-[a-wy-z0-9](?:-[a-z0-9]{2,8})+)*)" +
    "(?:-x(?:-[a-z0-9]{1,8})+)?" +
    "|x(?:-[a-z0-9]{1,8})+)$",
);

/** The grandfathered tags that the grammar does not give (RFC 5646 §2.1, `irregular`). */
const irregular = new Set([
  "en-gb-oed", "i-ami", "i-bnn", "i-default", "i-enochian", "i-hak", "i-klingon", "i-lux",
  "i-mingo", "i-navajo", "i-pwn", "i-tao", "i-tay", "i-tsu", "sgn-be-fr", "sgn-be-nl", "sgn-ch-de",
]);

/**
 * Whether `text` is a well-formed language tag of BCP 47 (RFC 5646 §2.2.9), such as `en`, `pt-BR`
 * or `zh-Hant`. Whether its subtags are registered is not asked.
 * @param {string} text
 */
export function isLanguageTag(text) {
  // Only ASCII: the Kelvin sign is a k in lower case.
  if (text.length > limits.languageTagLengthMax || !/^[A-Za-z0-9-]+$/.test(text)) return false;
  const tag = text.toLowerCase();
  if (irregular.has(tag)) return true;
  const match = grammar.exec(tag);
  if (!match) return false;
  const variants = (match[1] ?? "").split("-").slice(1);
  const singletons = (match[2] ?? "").split("-").filter((subtag) => subtag.length === 1);
  return isWithoutRepeats(variants) && isWithoutRepeats(singletons);
}

/** @param {string[]} subtags */
const isWithoutRepeats = (subtags) => new Set(subtags).size === subtags.length;
