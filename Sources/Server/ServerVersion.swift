/// Which Dogear this is.
package enum ServerVersion {
  /// The version, as `dogear --version` and `/healthz` give it.
  package static let text = "0.1.0"
}
