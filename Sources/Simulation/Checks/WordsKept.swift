import Library

/// §4.8 for texts: every word that somebody wrote is in place, or in a conflict record, or was taken out
/// by somebody who had it in front of them.
func checkWords(_ evidence: Evidence) -> [String] {
  var sentences: [String] = []
  let removed = evidence.removedWords()
  for (place, writes) in evidence.log.writes where isText(place) {
    guard !evidence.isPurged(place.entity) else { continue }
    var kept: Set<String> = []
    for value in evidence.kept(place) { kept.formUnion(Words.of(value)) }
    // Taken out by one who saw it; also by one whose edit was lost with a server and a device at once,
    // for others had seen that.
    for key in evidence.family(of: place.entity) {
      kept.formUnion(removed[Place(key, place.field)] ?? [])
    }
    for write in writes
    where !evidence.isLost(write, at: place)
      && !evidence.isOverwrittenUnknowing(write, at: place)
      && !evidence.isWrittenAnew(write, at: place)
    {
      let before = evidence.authored.words(
        before: write.entry.operation.id, place.entity, place.field)
      for word in Set(Words.of(write.value)).subtracting(before).subtracting(kept).sorted() {
        sentences.append("The word \(word) at \(place), written as \(write.entry.seq), is nowhere.")
      }
    }
  }
  return sentences
}

extension Evidence {
  /// Whether the words of `write` may be in the history alone, because the server rightly took a later
  /// author to have seen them, though they had another text in front of them. That is so
  /// - of an edit from before a restore. The record of the conflict that this write had lost went with
  ///   the restore; when both edits come again, the later has seen the earlier, and no more is known;
  /// - of an edit that an older client, which knows no aliases, made of one of two books that are one:
  ///   it shows the two, and of the alias not what was written since.
  fileprivate func isOverwrittenUnknowing(_ write: Log.Write, at place: Place) -> Bool {
    places(place).contains { other in
      (log.writes[other] ?? []).contains { later in
        later.entry.seq > write.entry.seq && later.hasSeen(write)
          && (later.entry.isReturning || later.entry.isOlder && !isSingle(place.entity))
      }
    }
  }

  /// Whether somebody deleted the book with the words of `write` in front of them, and then wrote the
  /// same book anew: what they say of it now takes the place of what they threw away, though another's
  /// edit has kept the first one from Trash.
  fileprivate func isWrittenAnew(_ write: Log.Write, at place: Place) -> Bool {
    (log.changes[place.entity] ?? []).contains { deletion, change in
      change.life == .delete && deletion.hasSeen(write.entry)
        && places(place).contains { other in
          other.entity != place.entity
            && (log.writes[other] ?? []).contains {
              $0.entry.author.device == deletion.author.device && $0.entry.hasSeen(deletion)
            }
        }
    }
  }

  /// The words that people took out, by place; of edits that were refused only where another was made on
  /// what they left, before that was known.
  fileprivate func removedWords() -> [Place: Set<String>] {
    var removed: [Place: Set<String>] = [:]
    let taken = authored.edits.filter { !log.refused.contains($0.key) }.map(\.value.texts)
    for (id, edit) in authored.edits {
      for change in edit.operation.changes {
        for (field, value) in change.set {
          let place = Place(change.entity, field)
          guard let before = edit.texts[place],
            !log.refused.contains(id) || taken.contains(where: { $0[place] == Words.of(value) })
          else { continue }
          removed[place, default: []].formUnion(Set(before).subtracting(Words.of(value)))
        }
      }
    }
    for (place, writes) in log.writes where isText(place) {
      removed[place, default: []].formUnion(takenBack(in: writes))
    }
    return removed
  }

  /// Words that somebody had in their own text from before a restore, and not in a later one from
  /// before it: on their way back the texts of others, who come later, are not shown.
  private func takenBack(in writes: [Log.Write]) -> Set<String> {
    var words: Set<String> = []
    for later in writes where later.entry.isReturning {
      for own in writes
      where own.entry.seq < later.entry.seq
        && own.entry.author.device == later.entry.author.device
      {
        words.formUnion(Set(Words.of(own.value)).subtracting(Words.of(later.value)))
      }
    }
    return words
  }
}

private func isText(_ place: Place) -> Bool { Place.isText(place.field, of: place.entity.kind) }
