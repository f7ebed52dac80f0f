import { LibraryView } from "../replica/view.js";
import { breath } from "./breath.js";
import { entitiesPerPiece } from "./limits.js";

/**
 * What is stored, as it shows. Of a large library that takes longer than anybody's press waits: it is made
 * in pieces, between which the window that shows a glimpse of it answers.
 * @param {import("../replica/batch.js").Stored} stored
 */
export async function viewOf({ checkpoint, entities, ops }) {
  const view = new LibraryView();
  for (let at = 0; at < entities.length; at += entitiesPerPiece) {
    if (at > 0) await breath();
    view.fill(entities.slice(at, at + entitiesPerPiece));
  }
  view.complete(checkpoint, ops);
  return view;
}
