import assert from "node:assert/strict";
import test from "node:test";
import {
  accept, attach, canonical, columns, decode, decodeLocalScene, decodeScene, encode, libraryView,
  localScene, parse, print, publishable, reduce, repair, stack, takesServer, translate,
} from "../../Web/navigation/index.js";
import { cases, isWindow } from "./support/navigation.mjs";

/** How each file's cases run: what comes out, in the form of the case's `then`, and the outputs. */
const runners = {
  "decode.json": ({ given, action }) => {
    if (action?.t === "scene") return [decodeLocalScene(given), []];
    if (action?.t === "published") return [decodeScene(given), []];
    if (action?.t === "publish") return [publishable(decode(given)), []];
    return [decode(given), []];
  },
  "project.json": ({ given, env }) => {
    const nav = decode(given);
    return [{ stack: stack(nav), columns: columns(nav, env.width) }, []];
  },
  "reduce.json": ({ given, action, env }) => {
    const scene = isWindow(given) ? decodeLocalScene(given) : localScene(decode(given));
    const environment = { layout: env.layout, lib: libraryView(env.lib), self: env.self ?? null };
    const done = reduce(scene, action, environment);
    return [isWindow(given) ? done.scene : done.scene.nav, done.out];
  },
  "repair.json": ({ given, action, env }) => {
    const mended = repair(decode(given), libraryView(env.lib), action?.lib ?? 0);
    return [mended.nav, mended.out];
  },
  "parse.json": ({ given }) => {
    const link = parse(given);
    return "error" in link ? [null, [["link_invalid", link.error]]] : [link, []];
  },
  "print.json": ({ given }) => [print(decode(given)), []],
  "translate.json": ({ given, action, env }) =>
    [translate(decode(action.from), decode(given), libraryView(env.lib), action.lib ?? 0), []],
  "accept.json": ({ given, action }) => {
    if (action.t === "attach") {
      const stamp = attach(given, action.held === true);
      return [stamp ?? given, [stamp ? ["attached"] : ["sceneBusy"]]];
    }
    if (action.t === "revive") {
      const server = { epoch: action.epoch, rev: action.rev };
      const yields = takesServer(given, server, action.painted === true);
      return [yields ? server : given, [[yields ? "server" : "local"]]];
    }
    const { stamp, accepted } = accept(given, { epoch: action.epoch, rev: action.rev });
    return [stamp, [[accepted ? "accepted" : "stale"]]];
  },
};

for (const [file, run] of Object.entries(runners)) {
  for (const each of cases(file)) {
    test(`${file}: ${each.name}`, () => {
      const [then, out] = run(each);
      assert.deepEqual(JSON.parse(canonical(then)), each.then);
      assert.deepEqual(JSON.parse(canonical(out)), each.out ?? []);
    });
  }
}

test("every state in the vectors is legal as it stands, and prints as it was read", () => {
  const files = ["reduce.json", "repair.json", "translate.json"];
  for (const { name, then } of files.flatMap(cases)) {
    const states = isWindow(then) ? [then.nav] : [then];
    for (const state of states) assert.equal(encode(decode(state)), canonical(state), name);
  }
});
