/// A certificate for `one.test` and 127.0.0.1, good for a hundred years, and keys.
enum TestIdentity {
  static let certificate = Array(
    """
    -----BEGIN CERTIFICATE-----
    MIIBlzCCAT6gAwIBAgIUcrEmqDvqEsi5tYLGx3lPQfhw6NswCgYIKoZIzj0EAwIw
    EzERMA8GA1UEAwwIb25lLnRlc3QwIBcNMjYxMTIyMDMyMzM0WhgPMjEyNjEwMjkw
    MzIzMzRaMBMxETAPBgNVBAMMCG9uZS50ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0D
    AQcDQgAEnKs2s4yLm2czho3400sxQSByTbeL0vCBpuFe7KZhlYUy46dNZ5+5tXdi
    rMKJdAgXGXWXWHulG6Izl4HDVD3fhaNuMGwwHQYDVR0OBBYEFFD6CaSHHa1XfaNj
    WvxWUSpJBEMdMB8GA1UdIwQYMBaAFFD6CaSHHa1XfaNjWvxWUSpJBEMdMA8GA1Ud
    EwEB/wQFMAMBAf8wGQYDVR0RBBIwEIIIb25lLnRlc3SHBH8AAAEwCgYIKoZIzj0E
    AwIDRwAwRAIgClmGu5Rnds4DkDVZcfIhELmWSZ9F52UzRfDPSNoCVOYCIFPpIfvH
    l3b1E3nnT86rtn5o9Di7osBhEDTM6pPp2WLb
    -----END CERTIFICATE-----
    """.utf8)

  static let key = Array(
    """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgG2aZ132xLVx058tO
    y1A4ver3jVIVMTN/QSY4NMW4HT6hRANCAAScqzazjIubZzOGjfjTSzFBIHJNt4vS
    8IGm4V7spmGVhTLjp01nn7m1d2Kswol0CBcZdZdYe6UbojOXgcNUPd+F
    -----END PRIVATE KEY-----
    """.utf8)

  static let otherKey = Array(
    """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg2iaw4ut9KHdxe/oG
    s4yUXQ3Jq9mIFEKff4gYjE1s8OGhRANCAASzZibdrCygcPj6eMUxU+oCkalYPDsJ
    UYYjH7ClGN/eKMIvF245IXjs3B3LFfmQwtjAzaSnD01ITBdlnkz/+WTJ
    -----END PRIVATE KEY-----
    """.utf8)
}
