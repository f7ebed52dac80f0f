import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";

/** The directory that holds the module folders; `DOGEAR_VECTORS` names another of the same layout. */
export const directory =
  process.env.DOGEAR_VECTORS || fileURLToPath(new URL("../../Vectors", import.meta.url));

/**
 * The parsed content of `module/file`, or null where the directory has no such file.
 * @param {string} module
 * @param {string} file
 */
export function document(module, file) {
  try {
    return JSON.parse(readFileSync(join(directory, module, file), "utf8"));
  } catch (error) {
    if (error.code === "ENOENT") return null;
    throw error;
  }
}

/**
 * The cases of `module/file`, or none where the directory has no such file.
 * @param {string} module
 * @param {string} file
 * @returns {any[]}
 */
export function vectors(module, file) {
  const cases = document(module, file);
  return Array.isArray(cases) ? cases : [];
}
