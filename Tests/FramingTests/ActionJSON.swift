import Framing
import HTTPTypes
import Library

extension ConnectionAction {
  /// The action as the vectors write it.
  var json: JSONValue {
    switch self {
    case .request(let request): .object(["request": request.json])
    case .refused(let error):
      .object(["refused": .string(error.rawValue), "status": .int(error.status.code)])
    case .bodyRefused(let status): .object(["bodyRefused": .int(status)])
    case .message(.text(let payload)):
      .object(["text": .string(String(decoding: payload, as: UTF8.self))])
    case .message(.binary(let payload)): .object(["binary": .string(VectorBytes.hex(payload))])
    case .pong(let payload): .object(["pong": .string(VectorBytes.hex(payload))])
    case .failed(let error):
      .object(["failed": .string(error.rawValue), "status": .int(Int(error.status.rawValue))])
    case .closed(let status): .object(["closed": status.map { .int(Int($0.rawValue)) } ?? .null])
    case .write(let bytes): .object(["write": .string(VectorBytes.hex(bytes))])
    case .finish: .object(["finish": .bool(true)])
    case .cutOff: .object(["cutOff": .bool(true)])
    }
  }
}

extension Request {
  fileprivate var json: JSONValue {
    .object([
      "method": .string(head.method.rawValue),
      "path": head.path.map(JSONValue.string) ?? .null,
      "authority": head.authority.map(JSONValue.string) ?? .null,
      "fields": .array(
        head.headerFields.map { .array([.string($0.name.rawName), .string($0.value)]) }),
      "body": .string(String(decoding: body, as: UTF8.self)),
    ])
  }
}

extension [JSONValue] {
  /// Expected actions with `repeat` written out.
  func expanded() throws -> [JSONValue] {
    try map { action in
      if let text = action["text"], text.object != nil {
        return .object([
          "text": .string(String(decoding: try VectorBytes.read(text), as: UTF8.self))
        ])
      }
      if let binary = action["binary"], binary.object != nil {
        return .object(["binary": .string(VectorBytes.hex(try VectorBytes.read(binary)))])
      }
      return action
    }
  }
}
