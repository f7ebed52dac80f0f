import { h } from "../elements/dom.js";
import { icon } from "../elements/icon.js";

/** @typedef {import("./context.js").Context} Context */

const formats = ".zip,.csv,.tsv,.txt,.json,application/zip,text/csv,text/tab-separated-values,text/plain,application/json";

/**
 * Where a file to bring in is chosen, or dropped.
 * @param {Context["messages"]} messages
 * @param {(file: File|null) => void} take
 */
export function createImportDrop({ t }, take) {
  const input = h("input", {
    type: "file", class: "file-input", accept: formats, "data-testid": "import.file", id: "import-file",
  });
  const zone = h(
    "label",
    { class: "drop", for: "import-file" },
    icon("import", "drop-icon"),
    h("strong", null, t("import.choose")),
    h("span", { class: "quiet" }, t("import.formats")),
  );
  // A file that is chosen again is no change of it: it may be another by now, or the server there.
  input.addEventListener("click", () => (input.value = ""));
  input.addEventListener("change", () => take(input.files?.[0] ?? null));

  return {
    input,
    zone,
    /**
     * Beside the zone, too, a file is dropped for this, and not for the browser to open.
     * @param {HTMLElement} node
     */
    takeAllOver(node) {
      for (const event of ["dragenter", "dragover"]) {
        node.addEventListener(event, (drag) => {
          drag.preventDefault();
          zone.classList.add("over");
        });
      }
      node.addEventListener("dragleave", ({ relatedTarget }) => {
        if (!node.contains(/** @type {Node|null} */ (relatedTarget))) zone.classList.remove("over");
      });
      node.addEventListener("drop", (event) => {
        event.preventDefault();
        zone.classList.remove("over");
        take(event.dataTransfer?.files[0] ?? null);
      });
    },
  };
}
