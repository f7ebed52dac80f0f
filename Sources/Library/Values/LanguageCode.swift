/// The code of a language as programs write it, of three letters (ISO 639-2 and 639-3) or two.
package enum LanguageCode {
  /// The tag of the language (BCP 47), which is the two letters wherever there are two (RFC 5646 §2.2.1);
  /// nil for no code, and for the one of a language that nobody knows.
  package static func tag(_ code: String) -> String? {
    let code = code.lowercased()
    if let short = short[code] { return short }
    return (2...3).contains(code.utf8.count) && code != "und" && LanguageTag.isValid(code)
      ? code : nil
  }

  /// The tag of the language that is called so in English, of those that most books are in.
  package static func named(_ name: String) -> String? { names[name.lowercased()] }

  private static let names: [String: String] = [
    "arabic": "ar", "catalan": "ca", "chinese": "zh", "czech": "cs", "danish": "da", "dutch": "nl",
    "english": "en", "finnish": "fi", "french": "fr", "german": "de", "greek": "el", "hebrew": "he",
    "hindi": "hi", "hungarian": "hu", "indonesian": "id", "irish": "ga", "italian": "it",
    "japanese": "ja", "korean": "ko", "latin": "la", "norwegian": "no", "persian": "fa",
    "polish": "pl", "portuguese": "pt", "romanian": "ro", "russian": "ru", "spanish": "es",
    "swedish": "sv", "turkish": "tr", "ukrainian": "uk", "vietnamese": "vi", "welsh": "cy",
  ]

  /// Of the languages that most books are in; the codes of libraries beside those of linguists.
  private static let short: [String: String] = [
    "afr": "af", "alb": "sq", "ara": "ar", "arm": "hy", "baq": "eu", "ben": "bn", "bul": "bg",
    "cat": "ca", "ces": "cs", "chi": "zh", "cym": "cy", "cze": "cs", "dan": "da", "deu": "de",
    "dut": "nl", "ell": "el", "eng": "en", "epo": "eo", "est": "et", "eus": "eu", "fas": "fa",
    "fin": "fi", "fra": "fr", "fre": "fr", "geo": "ka", "ger": "de", "gle": "ga", "glg": "gl",
    "gre": "el", "heb": "he", "hin": "hi", "hrv": "hr", "hun": "hu", "hye": "hy", "ice": "is",
    "ind": "id", "isl": "is", "ita": "it", "jpn": "ja", "kat": "ka", "kor": "ko", "lat": "la",
    "lav": "lv", "lit": "lt", "mac": "mk", "may": "ms", "mkd": "mk", "msa": "ms", "nld": "nl",
    "nno": "nn", "nob": "nb", "nor": "no", "per": "fa", "pol": "pl", "por": "pt", "ron": "ro",
    "rum": "ro", "rus": "ru", "slk": "sk", "slo": "sk", "slv": "sl", "spa": "es", "sqi": "sq",
    "srp": "sr", "swe": "sv", "tam": "ta", "tel": "te", "tha": "th", "tur": "tr", "ukr": "uk",
    "urd": "ur", "vie": "vi", "wel": "cy", "zho": "zh",
  ]
}
