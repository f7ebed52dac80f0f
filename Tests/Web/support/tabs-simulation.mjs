import { FakeBrowser, quiet, turn } from "./fake-browser.mjs";
import { seeded } from "./random.mjs";
// A tab that follows loads it when it first needs it: how long that takes must not depend on the run.
import "../../../Web/transport/follower.js";

/**
 * The tabs of one browser, what people do in them, and all that may befall them. One seed makes one
 * run; `story` tells it.
 */
export class TabsSimulation {
  /** @type {string[]} */
  story = [];
  #random;
  #browser = new FakeBrowser();
  #writing;
  /** Whether the server goes back to backups in this run: what it alone had of a tab whose disk failed is lost then. */
  #goesBack;
  /** What was done in the tabs: `{word, tab, state}`, the state being that of its author's promise. */
  #edits = [];

  /** @param {number} seed @param {Writing} writing what people do */
  constructor(seed, writing) {
    this.#random = seeded(seed);
    this.#writing = writing;
    this.#goesBack = writing.mayGoBack && this.#random.chance(0.5);
    this.#browser.diskTurns = () => this.#random.below(6);
  }

  async begin() {
    const tab = await this.#open();
    await this.#writing.begin(tab.library);
    await quiet();
  }

  /** One thing that happens, and some of what comes of it. */
  async step() {
    const [browser, random] = [this.#browser, this.#random];
    const tab = random.pick(this.#living);
    const dice = random.below(20);
    if (!tab || dice === 0) this.#openAnother();
    else if (dice < 8) this.#edit(tab);
    else if (dice === 8) this.#tell("kill", tab, () => tab.kill());
    else if (dice === 9) this.#freeze(tab);
    else if (dice < 12) this.#thaw(tab);
    else if (dice < 14) this.#suspendOrResume(tab);
    else if (dice === 14) {
      const milliseconds = random.pick([100, 600, 1_500, 4_000, 8_000]);
      this.#tell("pass", milliseconds, () => browser.pass(milliseconds));
    } else if (dice === 15) this.#connect(random.chance(0.6));
    else if (dice === 16) this.#breakOrMend(tab);
    else if (dice === 17) this.#tell("wake", tab, () => tab.isSuspended || tab.wake());
    else if (dice === 18 && this.#goesBack) this.#backUpOrRestore();
    for (let turns = random.below(random.pick([4, 14])); turns > 0; turns -= 1) await turn();
  }

  /**
   * Everything works again, and time passes until nothing is wrong, or for as long as it may take.
   * @returns {Promise<string[]>} what is wrong in the end
   */
  async heal() {
    if (this.#living.length === 0) this.#openAnother();
    for (const tab of this.#living) {
      tab.broken.clear();
      if (tab.isSuspended) this.#suspendOrResume(tab);
      this.#thaw(tab);
    }
    this.#connect(true);
    // A person looks again: what was left by a tab that died before it told is found.
    this.#living[0].wake();
    let faults = [];
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      this.#browser.pass(500);
      await quiet();
      faults = this.#faults();
      if (faults.length === 0) break;
    }
    this.#tell("end", faults.join("; "));
    const reported = this.#browser.tabs.flatMap((tab) => tab.reported).map((error) => `reported ${error}`);
    for (const tab of this.#living) tab.kill();
    return [...faults, ...reported];
  }

  get #living() {
    return this.#browser.tabs.filter((tab) => !tab.isDead);
  }

  #tell(what, who, act = () => {}) {
    const tab = this.#browser.tabs.indexOf(who);
    this.story.push(`${what} ${tab < 0 ? who : tab + 1}`);
    act();
  }

  #open() {
    this.#tell("open", this.#browser.tabs.length + 1);
    return this.#browser.open();
  }

  #openAnother() {
    if (this.#living.length < TABS_MAX) void this.#open();
  }

  #edit(tab) {
    if (!tab.library || tab.isFrozen || tab.isSuspended) return;
    const word = `w${this.#edits.length + 1}`;
    const edit = { word, tab, state: "pending" };
    this.#edits.push(edit);
    const changes = this.#writing.changes(tab.library, word);
    this.#tell(`edit ${JSON.stringify(changes[0].set)}`, tab);
    tab.library.edit(changes).then(
      () => this.#tell(`kept ${word}`, tab, () => (edit.state = "kept")),
      (error) => this.#tell(`rejected ${word}`, tab, () => (edit.state = `rejected: ${error.message}`)),
    );
  }

  #freeze(tab) {
    if (!tab.isFrozen && !tab.isSuspended) this.#tell("freeze", tab, () => tab.freeze());
  }

  #thaw(tab) {
    if (tab.isFrozen && !tab.isSuspended) this.#tell("thaw", tab, () => tab.thaw());
  }

  #suspendOrResume(tab) {
    if (tab.isSuspended) this.#tell("resume", tab, () => tab.resume());
    else this.#tell("suspend", tab, () => tab.suspend());
  }

  #connect(isOnline) {
    this.#tell("online", isOnline, () => this.#browser.setOnline(isOnline));
    for (const tab of this.#living) tab.hear(() => tab.network(isOnline));
  }

  /** One whose disk fails while it opens works alone, in its memory. */
  #breakOrMend(tab) {
    if (!tab.library) return;
    if (tab.broken.size > 0) return this.#tell("mend", tab, () => tab.broken.clear());
    const name = this.#random.pick(this.#writing.breaks.filter((name) => name !== "persist" || !this.#goesBack));
    if (name) this.#tell(`break ${name}`, tab, () => tab.broken.add(name));
  }

  #backUpOrRestore() {
    const { server } = this.#browser;
    if (this.#random.chance(0.3)) this.#tell("back up", "", () => server.backUp());
    else if (this.#random.chance(0.15)) this.#tell("restore", "", () => server.restore());
  }

  /** What is not as it must be once everything works. */
  #faults() {
    const { server } = this.#browser;
    const truth = this.#writing.written(server);
    const faults = [];
    for (const { word, tab, state } of this.#edits) {
      const times = truth.filter((other) => other === word).length;
      if (times > 1) faults.push(`${word} is there ${times} times`);
      if (times === 0 && state === "kept" && !this.#writing.isForgiven(server, word)) faults.push(`${word} is lost`);
      if (state !== "kept" && !tab.isDead) faults.push(`${word} is ${state}`);
    }
    for (const [index, tab] of this.#browser.tabs.entries()) {
      if (tab.isDead) continue;
      const shown = tab.library && this.#writing.shown(tab.library);
      if (shown?.join(" ") !== truth.join(" ")) faults.push(`tab ${index + 1} shows ${shown}, not ${truth}`);
      const state = tab.library?.status().state;
      if (state !== "saved") faults.push(`tab ${index + 1} is ${state}`);
    }
    if (server.connections.size !== 1) faults.push(`${server.connections.size} connections`);
    const left = [...this.#browser.disk("dogear").outbox.keys()];
    if (left.length > 0) faults.push(`left in the outbox: ${left}`);
    const ops = server.state.log.map(({ id }) => id);
    if (new Set(ops).size !== ops.length) faults.push("an op took effect twice");
    return faults;
  }
}

/** One leads, one succeeds it, one follows both, and one comes or goes. */
const TABS_MAX = 4;

/** Of half a second: retries that wait for longest, and wait for one another, come to their end. */
const ROUNDS_MAX = 200;

/**
 * @typedef {object} Writing
 * @property {boolean} mayGoBack whether the server may go back to a backup
 * @property {string[]} breaks what a tab's disk may fail to do
 * @property {(library: any) => Promise<any>} begin
 * @property {(library: any, word: string) => any[]} changes that put the word where it will be found
 * @property {(library: any) => string[]} shown the words that a tab shows
 * @property {(server: any) => string[]} written the words that the server has
 * @property {(server: any, word: string) => boolean} isForgiven where the word need not be there
 */

/** Every edit makes a book of its own. @type {Writing} */
export const books = {
  mayGoBack: true,
  breaks: ["load", "outbox", "leave", "persist"],
  begin: async () => {},
  changes: (_, word) => [{ e: "book", id: word, create: true, set: { title: word } }],
  shown: (library) => library.list("book").map((book) => book.fields.title).sort(),
  written: (server) => Object.values(server.snapshot()).map(({ fields }) => fields.title).sort(),
  isForgiven: () => false,
};

/** Every edit puts a word after those that its tab shows in the one note. @type {Writing} */
export const notes = {
  mayGoBack: false,
  breaks: [],
  begin: (library) => library.edit([{ e: "book", id: "b", create: true, set: { title: "b" } }]),
  changes: (library, word) => [{ e: "book", id: "b", set: { note: [...notes.shown(library), word].join(" ") } }],
  shown: (library) => wordsOf(library.get("book", "b")),
  written: (server) => wordsOf(server.snapshot()["book/b"]),
  // Texts that have too little in common stand in its history.
  isForgiven: (server, word) => server.unmerged.some((text) => text.split(" ").includes(word)),
};

/** The same, by tabs whose disks fail now and then. @type {Writing} */
export const notesOnFailingDisks = { ...notes, breaks: ["load", "outbox", "leave"] };

const wordsOf = (book) => book?.fields.note?.split(" ") ?? [];
