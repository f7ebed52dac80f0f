package import Library

extension LibraryEntity {
  /// What `state` shows of an entity; null registers and elements that left are nothing.
  package init(_ state: EntityState) {
    var sets: ByName<JSONObject> = [:]
    for (field, elements) in state.sets {
      for element in elements.values {
        if let shown = element.shown { sets[field, default: [:]][element.name] = shown.value }
      }
    }
    let fields = state.registers.mapValues(\.value).filter { !$0.value.isNull }
    self.init(state.entity, fields: fields, sets: sets, isDeleted: state.isDeleted)
  }
}
