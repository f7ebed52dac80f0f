import HTTPTypes

/// What tells a phone how to trust the server's own authority, and gives it that to keep. The page
/// stands by itself: whoever reads it has no client yet, and a browser that warns.
struct TrustPage {
  private let page: StaticFile
  private let certificate: StaticFile

  /// The page about this authority.
  init(_ authority: LocalCertificates.Trusted) {
    certificate = StaticFile(type: "application/x-x509-ca-cert", bytes: authority.certificate)
    page = StaticFile(
      type: "text/html; charset=utf-8", bytes: Array(Self.html(authority.fingerprint).utf8))
  }

  /// Answers the page, or the certificate.
  func answer(_ part: Route.Trust, to request: HTTPRequest) -> Reply {
    switch part {
    case .page: return page.reply(to: request)
    case .certificate:
      var reply = certificate.reply(to: request)
      reply.head.headerFields[.contentDisposition] = "attachment; filename=\"dogear.crt\""
      return reply
    }
  }

  private static func html(_ fingerprint: String) -> String {
    """
    <!doctype html>
    <html lang="en">
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Trust this server – Dogear</title>
    <link rel="stylesheet" href="/styles/tokens.css">
    <link rel="stylesheet" href="/styles/base.css">
    <main>
    <h1>Trust this server</h1>
    <p>This Dogear made its own certificate. Your device does not know it yet, which is why the browser
    warned you. Do this once on each device, and it will not warn you again.</p>
    <p><a href="/tls/authority.crt">Download the certificate</a></p>
    <p>Compare its SHA-256 fingerprint with the one that <code>dogear tls init</code> printed. If they
    differ, somebody stands between you and your server: stop here.</p>
    <p><code>\(fingerprint.replacing(":", with: ":<wbr>"))</code></p>
    <h2>iPhone and iPad</h2>
    <ol>
    <li>Download the certificate and allow the profile.</li>
    <li>Open Settings, tap <em>Profile downloaded</em> and install it.</li>
    <li>In Settings, General, About, Certificate trust settings, switch Dogear on.</li>
    </ol>
    <h2>Android</h2>
    <ol>
    <li>Download the certificate.</li>
    <li>In Settings, search for <em>CA certificate</em>, and install the file from there.</li>
    </ol>
    <h2>Mac</h2>
    <ol>
    <li>Open the file; Keychain Access adds it.</li>
    <li>Open the certificate Dogear there, and under Trust choose <em>Always trust</em>.</li>
    </ol>
    <h2>Windows</h2>
    <ol>
    <li>Open the file and choose <em>Install certificate</em>.</li>
    <li>Put it in <em>Trusted Root Certification Authorities</em>.</li>
    </ol>
    <h2>Firefox, and Chrome on Linux</h2>
    <ol>
    <li>In the settings, search for certificates, and open the authorities.</li>
    <li>Import the file and trust it to identify websites.</li>
    </ol>
    <p>The certificate can vouch for machines in your home and for this server, and for nothing else.</p>
    <p><a href="/">Open the library</a></p>
    </main>
    </html>

    """
  }
}
