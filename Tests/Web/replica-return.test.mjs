import assert from "node:assert/strict";
import { test } from "node:test";
import { backoffBaseMilliseconds, backoffMilliseconds } from "../../Web/replica/limits.js";
import { Replica } from "../../Web/replica/replica.js";
import { seeded } from "./support/random.mjs";

// A server that restarts is met by all its devices again, and must not be met by all at once
// (SYNC §3, 1012). The same in Swift: Tests/ReplicaTests/ReturnTests.

/** How long the device with this seed waits after each of some restarts that come one after the other. */
function waits(seed, restarts) {
  const random = seeded(seed);
  let now = 1_700_000_000_000;
  const turn = () => ({ now, chance: random.next(), fresh: `x${random.below(2 ** 31)}` });
  const welcome = {
    t: "welcome", protocol: 1, session: "s", account: "a",
    library: { id: "lib", name: "Books", epoch: "e", head: 0, watermark: 0 },
    device: { id: "dev", name: "Laptop", n: 0 }, devices: [], clock: now, resume: "ok",
    limits: { messageBytes: 1048576, pushOps: 256, pushBytes: 262144, pageRows: 1000, idleMilliseconds: 60000 },
  };
  const replica = new Replica(null, { client: "test" }, turn());
  let outputs = replica.handle({ type: "start" }, turn());
  return Array.from({ length: restarts }, () => {
    assert.ok(outputs.some(({ type }) => type === "connect"));
    replica.handle({ type: "opened" }, turn());
    replica.handle({ type: "message", message: welcome }, turn());
    outputs = replica.handle({ type: "closed", code: 1012, reason: "" }, turn());
    assert.ok(!outputs.some(({ type }) => type === "connect"), "it comes back at once");
    const { after } = outputs.find(({ type, timer }) => type === "schedule" && timer === "reconnect");
    now += after;
    outputs = replica.handle({ type: "timer", timer: "reconnect" }, turn());
    return after;
  });
}

test("a thousand devices come back over the whole of a quarter of a second", () => {
  const all = Array.from({ length: 1_000 }, (_, index) => waits(index + 1, 1)[0]);
  assert.ok(all.every((wait) => wait >= 250 && wait < 500));
  // Each tenth of the time takes about a tenth of them: 100, and 9 the deviation of that.
  for (let tenth = 0; tenth < 10; tenth += 1) {
    const count = all.filter((wait) => Math.floor((wait - 250) / 25) === tenth).length;
    assert.ok(count >= 60 && count <= 140, `${count} in tenth ${tenth}`);
  }
});

test("who is sent away again and again waits longer, and never as long as the next", () => {
  const [one, other] = [waits(1, 10), waits(2, 10)];
  for (const [attempt, wait] of one.entries()) {
    const whole = Math.min(backoffMilliseconds, backoffBaseMilliseconds * 2 ** attempt);
    assert.ok(wait >= whole / 2 && wait < whole, `${wait} after ${attempt}`);
    assert.notEqual(wait, other[attempt]);
  }
  assert.deepEqual(one, waits(1, 10));
});
