import { cookies } from "./witness.js";

// What the page that the library is opened in gives it, where nobody says otherwise.

/** The socket of the server that this page came from. */
export function pageURL() {
  return new URL("/v1/socket", location.href).href.replace(/^http/, "ws");
}

/** Where names are kept; null where the browser keeps nothing. */
export function pageMemory() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/** A second place that outlives databases; null where there is no document. */
export function pageCookies() {
  const { protocol, port } = location;
  return typeof document === "undefined" ? null : cookies(document, protocol === "https:", port);
}

/** @type {typeof fetch} */
export const pageRequest = (...query) => fetch(...query);
