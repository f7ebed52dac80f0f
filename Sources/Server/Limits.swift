import Interchange
import Transport

/// Every bound of the server, with its reason and with what happens beyond it.
package enum Limits {
  // MARK: HTTP

  /// A JSON body of an HTTP request, in bytes: a report of use with every counter there is has 12 kB.
  /// Beyond it: 413.
  package static let jsonBodyByteCountMax = 16 * 1024

  /// A part of a file that is sent alone, in bytes: what a browser goes on with fits, and a copy of it is
  /// what each connection that reads nothing costs, for the next is made when it is taken. Beyond it: the
  /// whole file, which is sent as it lies in memory (RFC 9110 §14.2 lets a server ignore what is asked for).
  package static let rangeByteCountMax = 64 * 1024

  /// A file to import that comes over HTTP, in bytes: what another program's may have. Beyond it: 413.
  package static let importByteCountMax = Interchange.Limits.fileByteCountMax

  /// A picture, in bytes: of 800 × 1,200 points a good JPEG has some two hundred thousand, and each
  /// connection that reads nothing has one in memory. The browser's own is the same
  /// (`Web/covers/picture-limits.js`), and the Swift client's (`pictureByteCountMax`).
  /// Beyond it: 413.
  package static let blobByteCountMax = 256 * 1024

  /// Questions of one device that wait for their answer, whether or not it is still there to take them: a
  /// browser asks six at once, and each that is long may take a tenth of a second for which the others wait.
  /// Beyond it: 429.
  static let questionsUnderWayMax = 16

  /// When whoever was told so is to ask again, in milliseconds: most are answered within one.
  static let questionRetryMilliseconds = 1_000

  /// Exports and imports of one device, until each is answered and that is taken: both kinds of an export,
  /// and one tried again. Beyond it: 429.
  static let largeCallsUnderWayMax = 3

  /// When whoever was told so is to ask again, in milliseconds: a large one is taken by then at home.
  static let largeCallRetryMilliseconds = 10_000

  /// Files to import and pictures that one device sends at once, from the first byte to the answer: one, and
  /// one that is tried again. Beyond it: 429.
  static let uploadsUnderWayMax = 2

  /// When whoever was told so is to ask again, in milliseconds: a large one is read by then at home.
  static let uploadRetryMilliseconds = 10_000

  /// Codings that a client may read, of those it names, and what it says of each: browsers name five, and a
  /// weight. Of 16 KB of them a stranger had all others who ask for a file wait 4 ms. Beyond it: not read, and
  /// what they name not sent.
  static let codingsMax = 16

  /// Tags in a condition: browsers name one. Of 16 KB of them a stranger had all others who ask for a file wait
  /// 3 ms. Beyond it: not read, as if they were of other files.
  static let tagsMax = 64

  /// Members of a query: a link of the client has 38 at most. Of 8 KB of them a stranger had a loop busy for
  /// 2 ms. Beyond it: 404.
  static let queryMembersMax = 100

  /// A host's name, in bytes: 255 as DNS counts it (RFC 1035 §2.3.4), with the length of its first part and the
  /// end of the name, which nobody writes. Beyond it: no name.
  static let hostNameByteCountMax = 253

  /// A `Host` that may stand in a page's policy, in bytes: such a name, the dot of the root, and a port. Beyond
  /// it: the policy names none.
  static let hostByteCountMax = hostNameByteCountMax + 7

  /// How long a browser keeps its token, in seconds: 400 days, and none is kept for longer (RFC 6265bis §5.5).
  static let cookieSeconds = 400 * 86_400

  /// Cookies of one browser whose tokens are tried: as many servers as anybody has under one host name.
  static let cookiesMax = 4

  /// A device's name, in characters: one line on a phone. Beyond it: refused, and at pairing one is
  /// guessed instead.
  package static let deviceNameLengthMax = 80

  /// Changes in one answer of `GET /v1/history`: some screens full. More than that: 400.
  package static let historyEntriesMax = 200

  /// Changes in one answer of `GET /v1/history`, in bytes as they are stored: fifty drafts of a long review.
  /// What they took the place of may be as much again, and each connection that reads nothing has one.
  /// Beyond it the answer ends with the operation before, or the first, and says that there is more.
  static let historyByteCountMax = 256 * 1024

  /// Changes in one answer where nobody says how many.
  package static let historyEntriesDefault = 50

  // MARK: TLS

  /// How long the server's own authority is good for, in seconds: ten years, for every device has to be
  /// told of another.
  package static let authoritySeconds = 3_650 * 86_400

  /// How long the server's own certificate is good for, in seconds: 397 days, the longest that browsers
  /// take from any authority.
  package static let certificateSeconds = 397 * 86_400

  /// How long before its end a certificate is made anew, in seconds: a month.
  package static let certificateRenewalSeconds = 30 * 86_400

  /// How often it is seen whether the clock has been set past a certificate's time, in seconds.
  package static let certificateLookSeconds = 60

  /// How often the keys of session tickets are rotated, in seconds: as often as their tickets end.
  package static let ticketRotationSeconds = TransportLimits.ticketSeconds

  /// How long a browser that was here over TLS asks for nothing else, in seconds: 30 days from each
  /// visit. More would lock those out who give TLS up again.
  package static let strictTransportSeconds = 30 * 86_400

  // MARK: Sessions

  /// A WebSocket message before `hello` has come, in bytes: a hello has some hundred, and five hundred
  /// strangers of one address are kept within 8 MiB, however well their messages deflate. Beyond it:
  /// 4413.
  static let strangersMessageByteCountMax = 16 * 1024

  /// WebSocket messages of a connection that no device is known of: its hello, and some heartbeats before it.
  /// Beyond it: 4429.
  static let strangersMessagesMax = 8

  /// Messages of all connections that wait for the hub, in bytes: a second of its work. Beyond it who
  /// sends more is not read from for a while.
  static let inboxByteCountMax = 16 << 20

  /// What a waiting message counts beyond its bytes: a page costs the hub some 100 µs however small the
  /// question was, so that two thousand questions fill the inbox.
  static let inboxLetterByteCount = 8 << 10

  /// Messages that one connection adds to a full inbox, for one read may bring a thousand of them.
  /// Beyond it: 4429.
  static let heldMessagesMax = 256

  /// How long who was not read from waits before it is tried again: a tenth of what the hub has to do.
  static let inboxPause = Duration.milliseconds(50)

  // MARK: Usage

  /// What a usage counter stops at, as in the client (`Web/scene/limits.js`). Beyond it: 400.
  package static let usageCountMax = 1_000_000_000

  // MARK: Operation

  /// How long an answer of `GET /readyz` holds, in milliseconds: each look is a commit, and anybody
  /// may ask.
  package static let readinessMilliseconds = 1_000

  /// When whoever was told that the server cannot now is to ask again, in seconds: as long as a stop takes
  /// at most, and some looks of `GET /readyz`.
  static let soonSeconds = 5

  /// Sockets that a service manager may hand over; one for each address is two or three. Beyond it:
  /// not listened on.
  package static let inheritedSocketsMax = 16

  // MARK: Other catalogues

  /// How whoever runs the server can be reached, in bytes: as long as an e-mail address may be (RFC 5321
  /// §4.5.3.1.3, without the brackets around it). Beyond it: the server does not start.
  static let contactByteCountMax = 254

  /// An answer of another catalogue, in bytes as they are decoded: twenty works with all their numbers have
  /// 200 KB. Beyond it: `CatalogueFault.tooLong`.
  static let catalogueByteCountMax = 1 << 20

  /// How long another catalogue may take to answer, wherever on its host that leads, in milliseconds: searches
  /// there take a second or three, and nobody waits longer. Beyond it: `CatalogueFault.unreachable`.
  static let catalogueMilliseconds = 8_000

  /// How long it may take to be reached at all, in milliseconds.
  static let catalogueConnectMilliseconds = 4_000

  /// Redirections that are followed on the same host: a number leads to its edition by one. Beyond it:
  /// `CatalogueFault.leadsElsewhere`.
  static let catalogueRedirectionsMax = 3

  /// Questions that are asked at the same time: two, so that one slow answer holds up nobody else.
  static let catalogueWorkerCount = 2

  /// Calls that Open Library gets at once, and then one for each interval: who says who they are may make
  /// three a second there, and a server leaves some of them unused. Beyond it: they wait their turn.
  static let catalogueCallBurst = 4

  /// How often one more call may be made, in milliseconds.
  static let catalogueCallRefillMilliseconds = 500

  /// Questions of everybody that wait for their turn: at two calls a second they are through within half a
  /// minute. Beyond it: 429.
  static let catalogueQuestionsMax = 32

  /// When whoever was told so is to ask again, in milliseconds: some of those that waited are answered.
  static let catalogueRetryMilliseconds = 5_000

  /// How long Open Library is left alone where it asks for that and does not say how long, in milliseconds.
  static let catalogueRestMilliseconds = 60_000

  /// How long it is left alone at most, in milliseconds, whatever it says.
  static let catalogueRestMillisecondsMax = 3_600_000

  /// How long it is left alone where it could not be reached, in milliseconds: a list of two hundred numbers
  /// would else wait eight seconds for each.
  static let catalogueAwayMilliseconds = 10_000

  /// What is kept of its answers, in bytes: some thousand pages of a search.
  static let cataloguesKeptByteCountMax = 16 << 20

  /// What a kept answer counts beyond its bytes: as values it takes several times what it takes as text.
  static let cataloguesKeptEachByteCount = 4 << 10

  /// How long an answer is kept, in milliseconds: an evening of adding books. What was not found may be
  /// there tomorrow.
  static let cataloguesKeptMilliseconds = 6 * 3_600_000

  // MARK: Starting

  /// How long a server that starts, or a command, waits for another dogear that holds the data directory:
  /// most commands are done within a second, a server that stops is within five, and what took longer
  /// would pass for one that hangs. Beyond it: `DataDirectoryError.inUse`, or `AdministrationError.noAnswer`.
  package static let lockPatience = Duration.seconds(10)

  /// How long it waits for a server that answers commands: one that stops does so no more after
  /// `saveDuration`, and whoever started a second by mistake is told soon.
  static let servedPatience = Duration.seconds(3)

  /// How long a server may say nothing to a command before it is asked whether it still answers anything, and
  /// how long that may take: together as long as a command waits else. Beyond it:
  /// `AdministrationError.silent`.
  package static let silencePatience = lockPatience / 2

  /// How long it waits between two looks, in microseconds: a tenth of what a person notices, and each
  /// look is a few calls of the system.
  static let lockPauseMicroseconds: UInt32 = 20_000

  // MARK: Stopping

  /// How long what waits to be saved may take, after which only the commit under way is finished. What
  /// may wait is seconds of work for a slow disk; clients have it until it is acked. With `stopDuration`
  /// it leaves a second of the five that a stop may take.
  package static let saveDuration = Duration.seconds(2)

  /// How long peers have to take their last messages and answer the close frame. Programs and
  /// browsers that are there answer within milliseconds; the others are gone anyhow.
  package static let stopDuration = Duration.seconds(2)

  /// What of the log is folded into the database at a stop, in bytes: a slow disk writes as much in a
  /// second or two, and a stop has five. Where more is to be folded it stays beside the database until the next
  /// start.
  static let foldedLogByteCountMax = 16 << 20

  // MARK: Backups

  /// How long after a backup that failed the next try is made, in milliseconds: a disk that is full
  /// or away is seldom back sooner, and each try of a large library costs seconds of reading.
  package static let backupRetryMilliseconds = 15 * 60 * 1_000

  /// Hours between backups at most: a year, beyond which nobody means to have any.
  package static let backupHoursMax = 8_760

  /// Backups kept at most: three years of daily ones.
  package static let backupsKeptMax = 1_000

  // MARK: Files

  /// Links that are followed from one to the next to a file that is not there yet: as many as the system
  /// follows to one that is. Beyond it: `SystemError` ELOOP.
  static let linksMax = 40

  // MARK: Import

  /// A file to import that comes from the command line, in bytes: whoever may give one there may as well
  /// write the database, so what a Dogear export of 100,000 books takes is taken. Beyond it: refused.
  package static let commandImportByteCountMax = Interchange.Limits.documentByteCountMax

  /// Pictures of an export or an import that one command carries: at most 4 MiB. Whoever asks for more
  /// gets nothing.
  package static let picturesPerCommandMax = 16

  /// Reasons that a person is told why pictures were not kept: whoever reads more learns nothing.
  static let pictureReasonsMax = 10

  /// Operations of an import that are committed at once: some 10 ms, which is how long a device's
  /// edit may wait behind it.
  package static let importOperationsPerCommit = 128

  /// Starter books that an offer names, to give a taste: one row of covers.
  package static let starterSampleCount = 8

  // MARK: Pairing

  /// How long a pairing code lives, in milliseconds: long enough to walk to the other device, and
  /// short enough that one on a screen is worth little to who passes by later.
  package static let pairingCodeLifetimeMilliseconds = 10 * 60 * 1000

  /// A text to make a QR code of, in bytes: a pairing link under the longest name a host can have.
  /// Beyond it there is no code, only the link.
  package static let qrTextByteCountMax = 300

  /// Codes that a paired device can have made at once, and gets back one by one: somebody who sets up a
  /// whole family. Beyond it: 429.
  package static let invitationBurst = 10

  /// How often a device can have one more code made, in milliseconds.
  package static let invitationRefillMilliseconds = 30_000

  /// Pairing attempts that one address has at once, and gets back one by one. With codes of 50
  /// bits a guess at this rate needs 10⁸ years. Beyond it: 429.
  package static let pairingAttemptBurst = 10

  /// How often an address gets an attempt back, in milliseconds.
  package static let pairingAttemptRefillMilliseconds = 6_000

  /// Descriptors that no connection gets, however few there are: the database and what reads it, backups,
  /// commands, and files while they are read.
  package static let ownDescriptorCount = 64

  /// How often the log says of an address that it tries too much, or of a loop that the machine lets it take
  /// nobody more, in milliseconds: that may come thousands of times a second, and the log lies on the library's
  /// disk. The metrics count all.
  package static let complaintMilliseconds = 60_000

  /// Addresses whose attempts are remembered. Beyond it the fullest are forgotten first, so a
  /// flood of addresses costs memory for this many and no more.
  package static let pairingAddressesMax = 10_000

  // MARK: KOReader

  /// An e-reader's key, in bytes: the plugin's has 32, and other programs make longer ones. Beyond it: 403,
  /// or 401.
  static let koreaderKeyByteCountMax = 128

  /// The name of a file, in bytes: an MD5 in hexadecimal has 32, a SHA-256 64. Beyond it: 403, or 404.
  static let koreaderDocumentLengthMax = 64

  /// Authors that a file names and its book is given; more are let go.
  static let koreaderAuthorsMax = 20

  /// What of a file is its beginning: whoever is there again, after a read-through was over, reads it anew.
  /// Further on somebody only looks something up, or leafs through what comes after the end.
  static let koreaderBeginning = 0.1

  /// What one e-reader may ask at once: when it comes online it sends up to 200 places that it kept
  /// (`KOSyncQueue.lua`, `MAX_ENTRIES`), forgets each whatever is answered, and then asks where others are.
  /// Beyond it: 429.
  static let koreaderBurst = 300

  /// How often it gets one more question back, in milliseconds: the plugin waits 25 seconds between two.
  static let koreaderRefillMilliseconds = 2_000

  // MARK: Static files

  /// How long the packs of the client's modules hold before its files are looked at again: a look at
  /// three hundred takes 0.8 ms, and anybody may ask for a pack.
  package static let packsHold = Duration.seconds(1)

  /// Files of `Web/` that are served: more than four times what the client has. Beyond it: the server does
  /// not start.
  package static let staticFileCountMax = 2_000

  /// One file of `Web/`, in bytes. Beyond it: the server does not start.
  package static let staticFileByteCountMax = 16 * 1024 * 1024

  /// Text below this many bytes is sent as it is: gzip's own frame would make up for what is saved. The
  /// client is hundreds of small files, so a kilobyte here is a tenth of it.
  package static let compressedByteCountMin = 128

  /// Text up to so many bytes is compressed as tightly as half a second allows, the client's packs with room to
  /// grow: whoever asks for one first, of all who ever do, waits for that, with all others who ask for a file.
  package static let tightlyCompressedByteCountMax = 1 << 20

  /// Contents of which is kept what they are compressed to: four packs in two codings, of two versions of the
  /// client. Beyond it those that were made first go.
  static let keptCodingsMax = 16

  // MARK: Service manager

  /// The longest name that the service manager's socket can have, in bytes, without a final zero
  /// (`sun_path`, unix(7)). Beyond it nobody is told.
  static let notifySocketByteCountMax = 107
}
