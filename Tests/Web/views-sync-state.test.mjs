import assert from "node:assert/strict";
import { test } from "node:test";
import english from "../../Web/messages/en.js";
import { createMessages } from "../../Web/messages/messages.js";
import { audibleState, syncWords } from "../../Web/views/sync-state.js";

const messages = createMessages("en", english);

/** @param {Partial<import("../../Web/views/context.js").Status>} status */
const words = (status) => syncWords({ state: "saved", waiting: 0, problems: 0, ...status }, messages);

test("how many edits are on the way is counted", () => {
  assert.equal(words({}), "Saved");
  assert.equal(words({ state: "saving", waiting: 3 }), "Saving 3");
  assert.equal(words({ state: "offline" }), "Offline");
  assert.equal(words({ state: "offline", waiting: 12 }), "Offline, 12 waiting");
});

test("who has sent everything, and hears what others changed, saves nothing", () => {
  assert.equal(words({ state: "saving" }), "Updating…");
});

test("that the server is away is said beside what it refused", () => {
  assert.equal(words({ state: "problem", problems: 1 }), "1 problem");
  assert.equal(words({ state: "problem", problems: 2, waiting: 1, isOffline: true }), "Offline, 1 waiting, 2 problems");
});

test("what passes is not read out, nor how many edits wait", () => {
  /** @param {Partial<import("../../Web/views/context.js").Status>} status */
  const heard = (status) => audibleState({ state: "saved", waiting: 0, problems: 0, ...status });
  for (const state of /** @type {const} */ (["saving", "starting", "unpaired"])) assert.equal(heard({ state }), "");
  const one = heard({ state: "offline", waiting: 1 });
  assert.equal(one, heard({ state: "offline", waiting: 12 }));
  const others = [
    heard({}), heard({ state: "offline" }), heard({ state: "problem", problems: 1 }),
    heard({ state: "problem", problems: 1, isOffline: true }),
    heard({ state: "problem", problems: 1, isOffline: true, waiting: 1 }),
  ];
  assert.equal(new Set([one, ...others, ""]).size, 7);
});
