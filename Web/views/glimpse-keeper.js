import { countedFacets } from "../library/query-counts.js";
import { fieldSpec } from "../library/schema.js";
import { attentionOf } from "./attention.js";
import { glimpseVersion, shownList } from "./glimpse.js";
import { glimpseLengthMax, glimpseRetryMilliseconds, glimpseSettleMilliseconds } from "./limits.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */

/**
 * Remembers what the list of this window shows whenever it has come to rest, so that the next window
 * can begin with it.
 * @param {Context} context
 * @param {{drawn: {from: number, to: number}}} list the root list of the library
 */
export function keepGlimpse(context, list) {
  const { library, scene, preferences } = context;
  let settling = 0;
  let kept = "";

  async function keep() {
    // What was remembered went with this browser's part in the library, and comes back with it.
    if (library.status().state === "unpaired") return void (kept = "");
    const glimpse = glimpseOf(context, list.drawn);
    const text = JSON.stringify(glimpse);
    if (!glimpse || text.length > glimpseLengthMax || text === kept) return;
    kept = text;
    if (await library.remember(glimpse)) return;
    kept = "";
    keepSoon(glimpseRetryMilliseconds);
  }

  function keepSoon(milliseconds = glimpseSettleMilliseconds) {
    clearTimeout(settling);
    // A browser that keeps nothing opens with what it reads.
    settling = window.setTimeout(() => void keep().catch(() => {}), milliseconds);
  }

  library.subscribe(() => {
    kept = ""; // the same rows, of another library
    keepSoon();
  });
  library.subscribeStatus(() => keepSoon());
  scene.subscribe(() => keepSoon());
  preferences.subscribe(() => keepSoon());
  keepSoon();
}

/**
 * What the window shows; null where there is nothing to paint.
 * @param {Context} context
 * @param {{from: number, to: number}} drawn the rows that have nodes
 * @returns {import("./glimpse.js").Glimpse|null}
 */
function glimpseOf(context, drawn) {
  const { library, scene, books, messages } = context;
  const { anchor, ...query } = shownList(scene.state);
  const result = books.index.query(query);
  const around = Math.ceil((drawn.to - drawn.from) / 2);
  const from = Math.max(0, drawn.from - around);
  const ids = result.ids.slice(from, drawn.to + around);
  if (library.glimpse || ids.length === 0) return null;
  const totals = books.index.totals();
  return {
    v: glimpseVersion,
    language: messages.language,
    query,
    count: result.ids.length,
    scope: result.scope,
    from,
    ids,
    size: books.index.size,
    totals: countedFacets.map((facet) => [facet, [...totals[facet]]]),
    attention: attentionOf(context),
    entities: entitiesOf(context, ids),
  };
}

/**
 * Everything that the rows and the sidebar show of the library.
 * @param {Context} context
 * @param {readonly string[]} ids of books
 */
function entitiesOf({ books }, ids) {
  const rows = ids.flatMap((id) => {
    const progress = books.progress(id);
    const [loan] = books.loans(id);
    return [books.index.get(id), progress?.reading, ...(progress?.records ?? []), loan];
  });
  const all = [...rows, ...books.shelves(), ...books.recovered()];
  return all.flatMap((entity) => (entity ? [short(entity)] : []));
}

/**
 * An entity without what is long, which no row shows.
 * @param {Entity} entity
 * @returns {Entity}
 */
function short(entity) {
  const fields = Object.entries(entity.fields).filter(
    ([field]) => fieldSpec(entity.kind, field)?.mergeClass !== "text",
  );
  return { ...entity, fields: Object.fromEntries(fields) };
}
