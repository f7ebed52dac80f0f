/// Something that takes bytes from strangers, and what it promises whatever they are.
package protocol FuzzTarget: SendableMetatype {
  /// What `make fuzz` calls it.
  static var name: String { get }
  /// Inputs to begin with: right ones, so that wrong ones are found near them.
  static var seeds: [[UInt8]] { get }
  /// Takes any bytes. Traps where a promise is broken.
  static func run(_ input: [UInt8])
}

/// Every target.
package enum FuzzTargets {
  /// A new target is one file, and its line here.
  package static var all: [any FuzzTarget.Type] {
    [
      FrameTarget.self, InflateTarget.self, RequestTarget.self, WireTarget.self, LinkTarget.self,
      ImportTarget.self,
    ]
  }

  /// The target of this name.
  package static func named(_ name: String) -> (any FuzzTarget.Type)? {
    all.first { $0.name == name }
  }
}
