/// One connection between a device and the server: each direction keeps its order, as TCP does, with
/// a delay of its own for every message. Between links nothing is in order.
struct Link {
  /// The device at the one end.
  let device: Int
  /// The delay of a message is up to this many milliseconds.
  let delayMax: Int
  /// Whether the device still holds its end.
  var isHeldByDevice = true
  /// Whether the server knows the link and holds its end.
  var isHeldByServer = false
  /// Whether bytes get through: a dead link swallows them, and neither end hears of it.
  var isDead = false
  /// When the last message in each direction arrives; the next may not overtake it.
  var lastToServer = 0
  var lastToDevice = 0
  /// Whether the server does not read from it, and what came meanwhile.
  var isPaused = false
  var unread: [[UInt8]] = []
  /// Whether the server's buffer is over its limit, and how many bytes it took in since.
  var isCongested = false
  var congestedByteCount = 0
  /// Whether it repeats what another link of the device says, and nobody reads what it answers.
  var isDouble = false
}
