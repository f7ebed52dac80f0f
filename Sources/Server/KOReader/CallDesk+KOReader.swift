import Framing
import HTTPTypes
import Hub
import Library
import Logging
import Store

extension CallDesk {
  /// Answers an e-reader, in the words of the server that its plugin was made for (`koreader-sync-server`,
  /// `app/controllers/1/syncs_controller.lua`).
  func answer(_ call: Route.KOReaderCall, _ request: Request, from address: String) -> Reply {
    do {
      switch call {
      case .health: return Reply(json: ["state": "OK"])
      case .register: return try register(request.body, from: address)
      case .authorize:
        _ = try whoAsks(request)
        return Reply(json: ["authorized": "OK"])
      case .put: return try put(request)
      case .get(let document):
        let library = try whoAsks(request).identity.library
        let mark = try administration.koreaderMark(of: document, in: library.id)
        // Nothing known is an answer, too: to 404 the plugin says that something went wrong.
        return Reply(json: mark?.answer ?? [:])
      }
    } catch let fault as KOReaderFault {
      return fault.reply
    } catch {
      requestLogger.warning("A place of an e-reader could not be kept: \(error)")
      return KOReaderFault.notSaved("\(error)").reply
    }
  }

  /// Who asks, and the secret that they are known by; they are counted, and taken note of.
  private func whoAsks(
    _ request: Request
  ) throws -> (identity: SyncHub.Identity, secret: SecretHash) {
    guard let secret = KOReaderKey(request.head)?.secret,
      let identity = try administration.identify(secret)
    else { throw KOReaderFault.notPaired }
    let device = identity.device.id
    if let wait = koreaderCalls.attempt(by: device, now: administration.clock()) {
      throw KOReaderFault.tooOften(wait: wait)
    }
    administration.heard(of: device)
    return (identity, secret)
  }

  /// `PUT syncs/progress`: where an e-reader is.
  private func put(_ request: Request) throws -> Reply {
    let (identity, secret) = try whoAsks(request)
    let update = try KOReaderUpdate(try Self.object(request.body))
    let at = try administration.keep(update, by: secret, of: identity, among: &authors)
    return Reply(
      json: ["document": .string(update.place.document), "timestamp": .int(at / 1_000)])
  }

  /// `POST users/create`: makes a device of a pairing code, which stands in place of a user's name. It counts
  /// as any other attempt to pair; and whoever registers again, because the answer was lost, is that device.
  private func register(_ body: [UInt8], from address: String) throws -> Reply {
    if let wait = tooManyAttempts(by: address) {
      throw KOReaderFault.tooManyTries(.register, wait: wait)
    }
    let object = try Self.object(body)
    guard let user = object["username"]?.string, let password = object["password"]?.string,
      !user.isEmpty, !password.isEmpty, password.utf8.count <= Limits.koreaderKeyByteCountMax
    else { throw KOReaderFault.invalidFields }
    guard let key = KOReaderKey(user: user, key: password), try isDevice(key) else {
      noteWrongCode(from: address)
      throw KOReaderFault.wrongCode
    }
    return Reply(.created, json: ["username": .string(user)])
  }

  /// Whether the key is a device's, or its code makes it one.
  private func isDevice(_ key: KOReaderKey) throws -> Bool {
    if try administration.identify(key.secret) != nil { return true }
    // Its id says what it is: nothing can be opened there (`Web/views/device-directory.js`).
    let identity = try administration.redeem(
      key.code, device: "koreader-\(SecureRandom.identifier())", name: DeviceName.koreader,
      secret: key.secret)
    guard let identity else { return false }
    notePaired(identity.device.id)
    return true
  }

  private static func object(_ body: [UInt8]) throws(KOReaderFault) -> JSONValue {
    guard let value = try? JSONValue(parsing: body) else { throw .noJSON }
    guard value.object != nil else { throw .noObject }
    return value
  }
}
