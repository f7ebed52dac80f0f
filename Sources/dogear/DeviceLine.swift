import Foundation
import Library

/// One device as `dogear device list` shows it.
enum DeviceLine {
  /// Id, name and state of `device`, between tabs.
  static func text(_ device: JSONValue) -> String {
    let state: String
    if let revoked = device["revoked"]?.int {
      state = "revoked \(date(revoked))"
    } else if let seen = device["seen"]?.int {
      state = "last seen \(date(seen))"
    } else {
      state = "never seen"
    }
    return [device["id"]?.string ?? "", device["name"]?.string ?? "", state]
      .joined(separator: "\t")
  }

  private static func date(_ milliseconds: Int) -> String {
    Date(timeIntervalSince1970: Double(milliseconds) / 1000).formatted(.iso8601)
  }
}
