import { LibraryView } from "../../../Web/replica/view.js";
import { Replica } from "../../../Web/replica/replica.js";
import { MemoryStorage, memoryDisk } from "../../../Web/store/memory.js";
import { decodeServerMessage, encode } from "../../../Web/wire/messages.js";
import { ModelServer } from "./model-server.mjs";
import { seeded } from "./random.mjs";
import { faulty, worded } from "./worded.mjs";

/** A virtual world: one clock, one order of events, one seed. */
export class Simulation {
  now = 1_700_000_000_000;
  server = new ModelServer();
  /** @type {SimulatedDevice[]} */
  devices = [];
  /** ops whose authors were told that they are safe: id → device */
  settled = new Map();
  /** the same where only the server has them, because the disk failed: id → epoch */
  onServerOnly = new Map();
  #queue = [];
  #ticket = 0;

  constructor(seed, deviceCount) {
    this.random = seeded(seed);
    for (let index = 0; index < deviceCount; index += 1) {
      this.devices.push(new SimulatedDevice(this, `device-${index}`));
    }
  }

  after(milliseconds, act) {
    this.#ticket += 1;
    this.#queue.push({ at: this.now + milliseconds, ticket: this.#ticket, act });
  }

  /** Lets virtual time pass. */
  async run(milliseconds) {
    const end = this.now + milliseconds;
    for (;;) {
      this.#queue.sort((left, right) => left.at - right.at || left.ticket - right.ticket);
      if (this.#queue.length === 0 || this.#queue[0].at > end) break;
      const { at, act } = this.#queue.shift();
      this.now = at;
      await act();
    }
    this.now = end;
  }

  /** One thing that people, disks, networks or servers do. */
  async step() {
    const { random } = this;
    const device = random.pick(this.devices);
    const dice = random.below(100);
    if (dice < 50) device.edit();
    else if (dice < 60) device.cut();
    else if (dice < 66) device.crash();
    else if (dice < 70) device.diskFailures = random.below(3);
    else if (dice < 74) this.server.crash();
    else if (dice < 78) this.server.backUp();
    else if (dice < 80) this.server.restore();
    else if (dice < 82) device.snapshot();
    else if (dice < 83) device.restore();
    else if (dice < 86) device.retryRefused();
    else if (dice < 87) this.#clone(device);
    else if (dice < 88) device.evict();
    else if (dice < 91) device.stepClock();
    await this.run(random.below(3_000));
  }

  /** A device is copied, disk and secret and all; from here on both go their own ways. */
  #clone(device) {
    if (this.devices.length < DEVICES_MAX) this.devices.push(device.clone(`clone-${this.devices.length}`));
  }

  /** Everything works again, and enough time passes. */
  async heal() {
    for (const device of this.devices) {
      device.diskFailures = 0;
      device.isReliable = true;
      device.handle({ type: "wake" });
    }
    // Twins that take turns fork each other now and then, and wait longer each time.
    await this.run(30 * 60_000);
  }
}

/** A replica with a disk, timers and an unreliable way to the server. */
export class SimulatedDevice {
  diskFailures = 0;
  isReliable = false;
  /** Whether it was restored from its own backup, and so may lack ops that a restored server lacks too. */
  forgetsAcked = false;
  /** What it did since it started, for the other language to do after it. */
  trace = null;
  #simulation;
  #name;
  /** The device that the server takes it for. */
  #identity;
  /** How wrong its clock is, ms. */
  #clockError = 0;
  #disk = memoryDisk();
  #snapshot = memoryDisk();
  #life = 0;
  #socket = null;
  #timers = new Map();
  #edits = 0;

  constructor(simulation, name, identity = name, disk = memoryDisk()) {
    this.shortName = name;
    this.#simulation = simulation;
    this.#name = name;
    this.#identity = identity;
    this.#disk = disk;
    this.#boot();
  }

  /** Another device that knows all this one knew, and has its secret. */
  clone(name) {
    const twin = new SimulatedDevice(this.#simulation, name, this.#identity, copy(this.#disk));
    twin.forgetsAcked = this.forgetsAcked;
    return twin;
  }

  get view() {
    return this.replica.view;
  }

  /** What the view of this device shows: `{key: {deleted, fields}}`. */
  shown() {
    return Object.fromEntries(
      this.view.entities.map(({ kind, id, deleted, fields }) => [`${kind}/${id}`, { deleted, fields }]),
    );
  }

  /** What a view made from the disk alone shows. */
  async shownFromDisk() {
    const { stored } = await new MemoryStorage(this.#disk).load();
    return Object.fromEntries(
      new LibraryView(stored).entities.map(({ kind, id, deleted, fields }) => [`${kind}/${id}`, { deleted, fields }]),
    );
  }

  handle(event) {
    const turn = this.#turn();
    const outputs = this.replica.handle(faulty(event), turn);
    this.trace.steps.push(structuredClone({ ...turn, event, outputs: worded(outputs) }));
    for (const output of outputs) this.#perform(output);
  }

  edit() {
    const { random } = this.#simulation;
    this.#edits += 1;
    const id = `${this.#name}-${this.#life}-${this.#edits}`;
    const textOf = (kind, key) => this.view.get(kind, key)?.fields.note;
    const changes = Array.from({ length: 1 + random.below(2) }, () => randomChange(random, id, textOf));
    this.handle({ type: "edit", op: id, changes });
  }

  retryRefused() {
    const refused = this.replica.problems[0];
    if (!refused) return;
    const type = this.#simulation.random.chance(0.5) ? "retry" : "discard";
    this.#simulation.settled.delete(refused.op.op);
    this.handle({ type, op: refused.op.op });
  }

  /** The network breaks. */
  cut() {
    this.#socket?.connection?.end();
  }

  /** The program dies, with everything that was not on the disk. */
  crash() {
    this.cut();
    this.#socket = null;
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
    this.#life += 1;
    this.#boot();
  }

  snapshot() {
    this.#snapshot = copy(this.#disk);
  }

  /** The device is restored from its own backup: what it made since is nowhere but on the server. */
  restore() {
    this.#goBackTo(this.#snapshot);
  }

  /** The browser drops what it kept, without a word. */
  evict() {
    this.#goBackTo(memoryDisk());
  }

  #goBackTo(disk) {
    const { settled, server } = this.#simulation;
    for (const [id, device] of settled) {
      if (device === this.#name && !disk.ops.has(id) && !server.state.fates[id]) settled.delete(id);
    }
    this.forgetsAcked = true;
    this.#disk = copy(disk);
    this.crash();
  }

  /** Somebody, or a flat battery, sets the clock: up to a year off, either way. */
  stepClock() {
    const { random } = this.#simulation;
    this.#clockError = random.chance(0.3) ? 0 : (random.below(2_001) - 1_000) * 31_536_000;
  }

  #boot() {
    const { checkpoint, entities, ops } = this.#disk;
    const stored = {
      checkpoint,
      entities: [...entities.values()],
      ops: [...ops.values()].sort((left, right) => left.order - right.order),
    };
    const settings = { client: "simulation" };
    const turn = this.#turn();
    const first = checkpoint ? structuredClone(stored) : null;
    this.trace = { settings, fresh: turn.fresh, stored: first, steps: [] };
    this.replica = new Replica(checkpoint ? stored : null, settings, turn);
    this.handle({ type: "start" });
  }

  #turn() {
    const { now, random } = this.#simulation;
    return { now: now + this.#clockError, chance: random.next(), fresh: `x${random.below(2 ** 31)}-${random.below(2 ** 31)}` };
  }

  #perform(output) {
    switch (output.type) {
      case "connect":
        return this.#connect();
      case "disconnect": {
        const socket = this.#socket;
        this.#socket = null;
        socket?.connection?.end();
        return;
      }
      case "send":
        return this.#send(output.message);
      case "schedule":
        return this.#schedule(output.timer, output.after);
      case "cancel":
        this.#timers.get(output.timer)?.();
        this.#timers.delete(output.timer);
        return;
      case "persist":
        return this.#persist(output);
      case "settled":
        for (const id of output.ops) this.#settled(id);
    }
  }

  /** An author hears that an edit is safe: here, or where the disk fails, on the server alone. */
  #settled(id) {
    const { settled, onServerOnly, server } = this.#simulation;
    if (this.#disk.ops.has(id)) settled.set(id, this.#name);
    else onServerOnly.set(id, server.epoch);
  }

  #connect() {
    const socket = { connection: null, lastUp: 0, lastDown: 0 };
    this.#socket = socket;
    this.#simulation.after(this.#delay(), () => {
      if (socket !== this.#socket) return;
      if (!this.isReliable && this.#simulation.random.chance(0.2)) {
        return this.handle({ type: "closed", code: 1006, reason: "" });
      }
      const send = (message) => this.#deliver(socket, { type: "message", message: decodeServerMessage(encode(message)) });
      const close = (code) => this.#deliver(socket, { type: "closed", code, reason: "" });
      socket.connection = this.#simulation.server.connect(this.#identity, send, close);
      this.handle({ type: "opened" });
    });
  }

  /** From the server, in order, after a while; a broken connection loses what was under way. */
  #deliver(socket, event) {
    socket.lastDown = Math.max(socket.lastDown, this.#simulation.now + this.#delay());
    this.#simulation.after(socket.lastDown - this.#simulation.now, () => {
      if (socket !== this.#socket) return;
      if (event.type === "message" && !this.#simulation.server.connections.has(socket.connection)) return;
      this.handle(event);
    });
  }

  #send(message) {
    const socket = this.#socket;
    if (!socket) return;
    socket.lastUp = Math.max(socket.lastUp, this.#simulation.now + this.#delay());
    this.#simulation.after(socket.lastUp - this.#simulation.now, () =>
      socket.connection?.receive(message, this.#simulation.now),
    );
  }

  #schedule(timer, after) {
    this.#timers.get(timer)?.();
    let isOff = false;
    this.#timers.set(timer, () => (isOff = true));
    this.#simulation.after(after, () => {
      if (isOff) return;
      this.#timers.delete(timer);
      this.handle({ type: "timer", timer });
    });
  }

  #persist({ number, batch }) {
    const life = this.#life;
    this.#simulation.after(this.#simulation.random.below(40), async () => {
      if (life !== this.#life) return;
      if (this.diskFailures > 0) {
        this.diskFailures -= 1;
        return this.handle({ type: "notPersisted", number, reason: "The disk is full." });
      }
      await new MemoryStorage(this.#disk).persist(batch);
      this.handle({ type: "persisted", number });
    });
  }

  #delay() {
    return 1 + this.#simulation.random.below(this.isReliable ? 50 : 400);
  }
}

function copy(disk) {
  return structuredClone(disk);
}

const DEVICES_MAX = 6;

/** A sentence with one word more, or with one word for another: `id` says whose it is. */
function edited(text, random, id) {
  const words = (text ?? "it was a dark and stormy night").split(" ");
  words.splice(random.below(words.length + 1), random.below(2), id);
  return words.slice(-40).join(" ");
}

function randomChange(random, id, textOf) {
  const key = { e: random.pick(["book", "book", "shelf"]), id: `e${random.below(6)}` };
  switch (random.below(11)) {
    case 0:
      return { ...key, delete: true };
    case 1:
      return { ...key, restore: true };
    case 2:
      return { ...key, add: { tags: { [random.pick(["a", "b", "c"])]: null } } };
    case 3:
      return { ...key, del: { tags: [random.pick(["a", "b", "c"])] } };
    case 4:
      return { ...key, set: { title: random.chance(0.2) ? "forbidden" : id } };
    case 5:
    case 6:
    case 7:
      return { ...key, set: { note: edited(textOf(key.e, key.id), random, id) } };
    default:
      return { ...key, set: { [random.pick(["title", "rating"])]: id } };
  }
}
