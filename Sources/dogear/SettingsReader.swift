import Configuration
import Foundation
import Server

/// Puts the settings together from where people write them: flags first, then the environment, then
/// the YAML file, then the defaults.
enum SettingsReader {
  /// Reads all settings. `file` is the flag's; the variable `DOGEAR_CONFIG` stands in for it.
  /// - Throws: `SettingsError`.
  static func read(
    flags: [SettingKey: String], file: String?, environment: [String: String]
  ) throws -> Settings {
    var providers: [any ConfigProvider] = [
      provider(of: flags),
      EnvironmentVariablesProvider(environmentVariables: environment.filter(isSetting))
        .prefixKeys(with: ["dogear"]),
    ]
    if let file = file ?? environment["DOGEAR_CONFIG"], !file.isEmpty {
      providers.append(try yaml(file))
    }
    let reader = ConfigReader(providers: providers)
    return try Settings(environment: environment) { key throws(SettingsError) in
      reader.string(forKey: ConfigKey([key.rawValue]))
    }
  }

  /// What to tell of each variable that looks like a setting and is none, beside those of Kubernetes.
  static func warnings(about environment: [String: String]) -> [String] {
    let known = SettingKey.allCases.map(\.variable) + ["DOGEAR_CONFIG", "DOGEAR_TOKEN"]
    return environment.keys.sorted().compactMap { name in
      guard name.hasPrefix("DOGEAR_"), !known.contains(name),
        !name.hasPrefix("DOGEAR_PORT_"), !name.hasPrefix("DOGEAR_SERVICE_")
      else { return nil }
      let distance = { (other: String) in other.difference(from: name).count }
      let nearest = known.min { distance($0) < distance($1) } ?? ""
      return
        "The variable \(name) is no setting, and does nothing; the one most like it is \(nearest)."
    }
  }

  /// Set but empty is as good as not set, as shells and unit files write it. And Kubernetes has a variable
  /// like that for the port of every service: of one called dogear it is no setting of ours.
  private static func isSetting(_ variable: (key: String, value: String)) -> Bool {
    !variable.value.isEmpty
      && !(variable.key == "DOGEAR_PORT" && variable.value.contains("://"))
  }

  private static func yaml(_ file: String) throws -> any ConfigProvider {
    guard let bytes = FileBytes.read(file, followsLinks: true) else {
      throw SettingsError.unreadable(file: file, .current)
    }
    return provider(of: try SettingsFile.values(in: bytes, of: file))
  }

  private static func provider(of values: [SettingKey: String]) -> any ConfigProvider {
    InMemoryProvider(
      values: Dictionary(
        uniqueKeysWithValues: values.map { key, text in
          (AbsoluteConfigKey([key.rawValue]), ConfigValue(.string(text), isSecret: false))
        }))
  }
}
