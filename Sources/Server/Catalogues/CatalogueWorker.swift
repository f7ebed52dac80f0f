import Transport

/// Asks another catalogue one thing at a time, and waits for the answer on a thread of its own.
actor CatalogueWorker: QueueActor {
  nonisolated let executor: QueueExecutor
  private let settings: OpenLibrarySettings
  /// Made when something is asked first: most servers never do.
  private lazy var client = CatalogueClient(settings)

  init(_ number: Int, _ settings: OpenLibrarySettings) {
    executor = .dedicated(label: "dogear.catalogues.\(number)")
    self.settings = settings
  }

  /// Asks for `path`; `then` is told what came of it, and how long it took.
  nonisolated func ask(
    _ path: String, then: @escaping @Sendable (CatalogueClient.Answer, Duration) -> Void
  ) {
    post { worker in
      let start = ContinuousClock.now
      let answer = worker.client.ask(path)
      then(answer, start.duration(to: .now))
    }
  }
}
