/**
 * The tab configuration (NAVIGATION §3.1): what each tab is called and what may stand in it.
 * Between the brackets is plain JSON: a test of the Swift package reads it from here and holds its
 * own table to it, so neither side can change alone.
 *
 * `lists` are the legal root lists; the first is the one a fresh window shows, none means the tab
 * is no list. `routes` says where each kind of route may stand: `"any"` where, only as the
 * `"first"`, or only right `"afterDevices"`, the page of that name.
 */
export const tabConfiguration = Object.freeze([
  {
    "tab": "library",
    "label": "Library",
    "icon": "library",
    "segment": "library",
    "identifier": "tabBar.libraryTab",
    "sidebar": true,
    "lists": ["all", "shelf", "status", "author"],
    "routes": { "book": "any", "list": "any" }
  },
  {
    "tab": "search",
    "label": "Search",
    "icon": "search",
    "segment": "search",
    "identifier": "tabBar.searchTab",
    "sidebar": false,
    "lists": ["search"],
    "routes": { "result": "first", "book": "any", "list": "any" }
  },
  {
    "tab": "feed",
    "label": "Feed",
    "icon": "feed",
    "segment": "feed",
    "identifier": "tabBar.feedTab",
    "sidebar": false,
    "lists": [],
    "routes": { "result": "first", "book": "any", "list": "any" }
  },
  {
    "tab": "settings",
    "label": "Settings",
    "icon": "settings",
    "segment": "settings",
    "identifier": "tabBar.settingsTab",
    "sidebar": false,
    "lists": ["settings"],
    "routes": { "page": "first", "device": "afterDevices" }
  }
]);
