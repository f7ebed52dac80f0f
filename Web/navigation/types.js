/**
 * The shapes of NAVIGATION §3.1, for the type checker. Every decoder returns one of these whatever
 * it is given; `encode` prints them.
 *
 * @typedef {"library"|"search"|"feed"|"settings"} Tab
 * @typedef {"automatic"|"all"|"doubleColumn"|"detailOnly"} Columns
 * @typedef {"wide"|"narrow"} Layout
 * @typedef {"toRead"|"reading"|"paused"|"read"|"abandoned"} Status
 * @typedef {"notifications"|"devices"|"privacy"|"help"|"feedback"|"about"} Page
 *
 * @typedef {{k:"all"}|{k:"shelf",id:string}|{k:"status",v:Status}|{k:"author",v:string}|
 *   {k:"search"}|{k:"settings"}} ListRef
 * @typedef {{k:"book",id:string}|{k:"result",id:string}|{k:"list",list:ListRef}|
 *   {k:"page",v:Page}|{k:"device",id:string}} Route
 * @typedef {{list:ListRef|null, compact:"sidebar"|"content", path:readonly Route[]}} TabState
 *
 * @typedef {import("../library/query-facets.js").Facet} Facet
 * @typedef {import("../library/query-facets.js").FilterKey} FilterKey
 * @typedef {import("../library/query-facets.js").Filters} Filters
 * @typedef {{by:"title"|"author"|"series"|"published"|"pages"|"rating"|"started"|"finished"|"progress"|
 *   "added"|"modified"|"position"|"random", desc:boolean, seed?:number}} Sort
 * @typedef {{id:string|null, off:number, idx:number, near:readonly string[]}} Anchor
 * @typedef {{q:string, filters:Filters, sort:Sort}} Query
 * @typedef {{q:string, filters:Filters, sort:Sort, anchor:Anchor|null, used:number}} ListState
 *
 * @typedef {"sheet"|"cover"|"popover"|"alert"|"dialog"} Style
 * @typedef {{style:Style, dest:string, id?:string, draft?:string, dirty?:boolean, code?:string,
 *   retry?:string}} Presentation
 *
 * @typedef {{readonly [key:string]: ListState}} ListStates
 * @typedef {{v:1, tab:Tab, columns:Columns, tabs:{readonly [tab in Tab]: TabState},
 *   lists:ListStates, feed:{seed:string, at:Anchor|null},
 *   present:readonly Presentation[]}} NavState
 *
 * @typedef {{device:string, scene:string}} SceneRef
 * @typedef {{id:string, from:string, link:string, lib:number, at:number}} Incoming
 * @typedef {{nav:NavState, following:SceneRef|null, undo:NavState|null,
 *   inbox:readonly Incoming[]}} LocalScene
 * @typedef {{v:1, device:string, scene:string, name:string, epoch:number, rev:number, lib:number,
 *   seen:number, layout:Layout, following:SceneRef|null, nav:NavState}} Scene
 *
 * @typedef {"alive"|"dead"|"absent"} Life
 * What repair asks of a library. `absent` is death only where `cursor` has reached the state's
 * `lib`.
 * @typedef {{cursor:number, book(id:string):Life, shelf(id:string):Life, device(id:string):Life,
 *   value(facet:Facet, value:string):Life, merged(book:string):string|null,
 *   added(result:string):string|null}} LibraryView
 *
 * @typedef {{layout:Layout, lib:LibraryView, self?:SceneRef|null}} Environment
 * One thing for the caller to do, in order: `["history","push"]`, `["focus","row.b1"]`, …
 * @typedef {readonly (string|number|{readonly [key:string]: string|number})[]} Output
 */
export {};
