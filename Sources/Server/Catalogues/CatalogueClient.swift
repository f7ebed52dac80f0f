import CCurl
import Catalog

/// Asks one host over HTTPS by GET, and nobody else: at most so many bytes, in at most so much time.
///
/// By libcurl, which Debian keeps and which brings nothing that is not there already but itself:
/// URLSession wraps the same library in a hundred times the code, and a client on SwiftNIO would bring a
/// second event loop. It blocks, so it belongs to one worker, on whose queue alone it is used.
@safe final class CatalogueClient {
  /// What came of a question.
  typealias Answer = Result<OpenLibraryLookup.Answer, CatalogueFault>

  private let origin: String
  private let transfer: UnsafeMutableRawPointer
  private let fields: UnsafeMutablePointer<curl_slist>?

  /// A client of the host that `settings` name.
  init(_ settings: OpenLibrarySettings) {
    precondition(Self.isReady, "libcurl does not start.")
    guard let transfer = unsafe curl_easy_init() else {
      preconditionFailure("libcurl makes a transfer while there is memory")
    }
    origin = settings.origin
    unsafe self.transfer = transfer
    unsafe fields = curl_slist_append(nil, "Accept: application/json")
    unsafe curl_set_list(transfer, CURLOPT_HTTPHEADER, fields)
    setText(CURLOPT_USERAGENT, "Dogear/\(ServerVersion.text) (\(settings.contact))")
    // Certificates are verified unless somebody says otherwise, which nobody does here.
    setText(CURLOPT_PROTOCOLS_STR, settings.isHere ? "http" : "https")
    // A proxy is found where the environment names one, but on the way to this machine.
    if settings.isHere { setText(CURLOPT_NOPROXY, "*") }
    // Whatever coding the library knows; bytes are counted when they are decoded.
    setText(CURLOPT_ACCEPT_ENCODING, "")
    setNumber(CURLOPT_CONNECTTIMEOUT_MS, Limits.catalogueConnectMilliseconds)
    setNumber(CURLOPT_NOSIGNAL, 1)
    // A name that no resolver answers for is looked up by a thread that ends when it gives up, which may be
    // long after the time that there is.
    setNumber(CURLOPT_QUICK_EXIT, 1)
    setNumber(CURLOPT_NETRC, 0)
  }

  deinit {
    unsafe curl_easy_cleanup(transfer)
    unsafe curl_slist_free_all(fields)
  }

  /// Asks for `path`, and follows where the answer leads as long as that is on the same host.
  func ask(_ path: String) -> Answer {
    var address = origin + path
    let deadline = ContinuousClock.now + .milliseconds(Limits.catalogueMilliseconds)
    for _ in 0...Limits.catalogueRedirectionsMax {
      switch get(address, by: deadline) {
      case .failure(let fault): return .failure(fault)
      case .success((let status, let body)):
        switch status {
        case 200: return .success(.bytes(body))
        case 404, 410: return .success(.nothing)
        case 301, 302, 303, 307, 308:
          guard let next = unsafe curl_redirection(transfer).map({ unsafe String(cString: $0) }),
            next.hasPrefix(origin + "/")
          else { return .failure(.leadsElsewhere) }
          address = next
        case 429, 503: return .failure(.asksToWait(waitMilliseconds))
        default: return .failure(.refused(status))
        }
      }
    }
    return .failure(.leadsElsewhere)
  }

  private func get(
    _ address: String, by deadline: ContinuousClock.Instant
  ) -> Result<(status: Int, body: [UInt8]), CatalogueFault> {
    setText(CURLOPT_URL, address)
    let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
    // To libcurl none at all is as long as it takes.
    setNumber(CURLOPT_TIMEOUT_MS, max(1, Int(left)))
    let taken = Taken()
    let code = withExtendedLifetime(taken) {
      unsafe curl_set_taker(
        transfer, Taken.take, Unmanaged.passUnretained(taken).toOpaque())
      return unsafe curl_easy_perform(transfer)
    }
    if taken.isTooLong { return .failure(.tooLong) }
    if code == CURLE_OPERATION_TIMEDOUT { return .failure(.late) }
    guard code == CURLE_OK else {
      return .failure(.unreachable(unsafe String(cString: curl_easy_strerror(code))))
    }
    return .success((Int(unsafe curl_status(transfer)), taken.bytes))
  }

  /// How long the last answer asks to wait, within reason.
  private var waitMilliseconds: Int {
    let seconds = Int(unsafe curl_retry_seconds(transfer))
    return seconds <= 0
      ? Limits.catalogueRestMilliseconds
      : min(seconds, Limits.catalogueRestMillisecondsMax / 1_000) * 1_000
  }

  private func setText(_ option: CURLoption, _ text: String) {
    let code = unsafe curl_set_text(transfer, option, text)
    precondition(code == CURLE_OK, "libcurl knows the options that are set.")
  }

  private func setNumber(_ option: CURLoption, _ number: Int) {
    let code = unsafe curl_set_number(transfer, option, number)
    precondition(code == CURLE_OK, "libcurl knows the options that are set.")
  }

  /// Once for the process.
  private static let isReady = curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK
}

/// What has come of one answer.
private final class Taken {
  private(set) var bytes: [UInt8] = []
  private(set) var isTooLong = false

  /// What libcurl calls with each piece: who takes less than there is ends the transfer.
  static let take:
    @convention(c) (
      UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?
    ) -> Int = { piece, size, count, context in
      guard let piece = unsafe piece, let context = unsafe context else { return 0 }
      let taken = unsafe Unmanaged<Taken>.fromOpaque(context).takeUnretainedValue()
      let raw = unsafe UnsafeRawBufferPointer(start: piece, count: size * count)
      guard taken.bytes.count + raw.count <= Limits.catalogueByteCountMax else {
        taken.isTooLong = true
        return 0
      }
      unsafe taken.bytes.append(contentsOf: raw)
      return raw.count
    }
}
