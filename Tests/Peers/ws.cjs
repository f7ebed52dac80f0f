// A WebSocket server as one writes it with ws, the library that most of Node uses: `ws.cjs echo` sends
// each message back to its sender, `ws.cjs fan-out` to everybody. A free port, which is printed.
const { WebSocketServer } = require("ws");

const isFanOut = process.argv[2] === "fan-out";
const server = new WebSocketServer({ host: "127.0.0.1", port: 0, backlog: 4096 });
server.on("listening", () => console.log(`Listening on 127.0.0.1:${server.address().port}`));
server.on("connection", (socket) => {
  socket.on("message", (data, isBinary) => {
    if (!isFanOut) return socket.send(data, { binary: isBinary });
    for (const client of server.clients) client.send(data, { binary: isBinary });
  });
});
