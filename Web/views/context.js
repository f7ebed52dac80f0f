/**
 * What every view is given. The library and the scene are made elsewhere (transport, scene); views
 * rely on these members only.
 *
 * @typedef {import("../library/query-entry.js").Entity} Entity
 * @typedef {{e: string, id: string, set?: Record<string, unknown>,
 *   add?: Record<string, Record<string, unknown>>, del?: Record<string, string[]>,
 *   create?: boolean, delete?: boolean, restore?: boolean}} Change
 * @typedef {import("../replica/events.js").Making} Making
 * @typedef {import("../replica/fault.js").Fault} Fault
 * @typedef {{state: "saved"|"saving"|"offline"|"problem"|"unpaired"|"starting",
 *   waiting: number, problems: number, fault?: Fault,
 *   progress?: {have: number, of?: number}, clockOffset?: number, notice?: Fault,
 *   isForeign?: boolean, isOffline?: boolean, pictures?: number, isRefused?: boolean}} Status
 * @typedef {{op: string, at: number, changes: Change[],
 *   problem: import("../replica/events.js").Problem}} RefusedEdit
 *
 * @typedef {{
 *   get(kind: string, id: string): Entity|undefined,
 *   resolve(kind: string, id: string): Entity|undefined,
 *   list(kind: string): readonly Entity[],
 *   trash(): readonly Entity[],
 *   edit(changes: Change[], making?: Making): Promise<string>,
 *   making(changes: Change[]): Making|undefined,
 *   subscribe(listener: (change: {keys: Set<string>|null, remote: boolean}) => void): () => void,
 *   status(): Status,
 *   subscribeStatus(listener: (status: Status) => void): () => void,
 *   problems(): RefusedEdit[],
 *   retry(op: string): unknown,
 *   discard(op: string): unknown,
 *   unsent(): unknown,
 *   exportWaiting(): unknown,
 *   hasRemains: boolean,
 *   elsewhere(): Promise<{edits: unknown[]}[]>,
 *   importWaiting(json: unknown): Promise<{taken: number, known: number}>,
 *   history(kind: string, id: string, range?: {before?: number, limit?: number}):
 *     Promise<import("../transport/history.js").History>,
 *   device: {id: string, name: string}|null,
 *   deviceName(id: string): string|undefined,
 *   names: Pick<import("../transport/device-names.js").DeviceNames, "learn"|"look">,
 *   cursor: number,
 *   epoch: string|null,
 *   tryAgain(): Promise<void>,
 *   line: import("../transport/line.js").Line,
 *   noteBeside(beside: {pictures: number, refusal: Fault|null}): void,
 *   glimpse: import("./glimpse.js").Glimpse|null,
 *   intake: import("../transport/session.js").Library["intake"],
 *   whole: Promise<unknown>,
 *   remember(glimpse: import("./glimpse.js").Glimpse): Promise<boolean>,
 * }} Library
 *
 * @typedef {{
 *   id: string,
 *   state: import("../navigation/types.js").NavState,
 *   local: import("../navigation/types.js").LocalScene,
 *   layout: "wide"|"narrow",
 *   opening: readonly any[],
 *   dispatch(action: import("../navigation/action.js").Action): unknown,
 *   overlay(leave: () => void, isLoose?: boolean): () => void,
 *   subscribe(listener: (step: {state: import("../navigation/types.js").NavState,
 *     layout: "wide"|"narrow", outputs: readonly any[], isDrawn: boolean}) => void): () => void,
 * }} Scene
 *
 * The list in which books are being selected: its keys wherever the focus is, and its end.
 * @typedef {{pressed(event: KeyboardEvent, isTyping: boolean): boolean, end(): void}} Selecting
 *
 * @typedef {{
 *   scene: Scene,
 *   library: Library,
 *   books: import("./books.js").Books,
 *   messages: import("../messages/messages.js").Messages,
 *   preferences: import("./preferences.js").Preferences,
 *   presence: import("../scene/presence.js").Presence,
 *   devices: import("./device-directory.js").DeviceDirectory,
 *   company: import("./company.js").Company,
 *   commands: import("./commands.js").Commands,
 *   usage: import("../scene/usage.js").UsageBook,
 *   usageSending: import("./usage-sending.js").UsageSending,
 *   deeds: import("./deeds.js").Deeds,
 *   catalog: import("../catalog/catalog.js").Catalog,
 *   attempts: import("./attempts.js").Attempts,
 *   skipped: import("../catalog/skipped.js").Skipped,
 *   drafts: import("./drafts.js").Drafts,
 *   rest: import("./rest-loader.js").RestLoader,
 *   notify: (text: string|(() => string), options?: {action?: string, act?: () => void, name?: string, stays?: boolean}) => () => void,
 *   announce: (text: string) => void,
 *   newVersion: {take: (() => void)|null},
 *   selecting: {current: Selecting|null},
 *   panels: {open(name: string, about?: string): void, close(): void, render(): void, isOpen: boolean},
 *   newId: () => string,
 *   today: () => string,
 *   now: () => number,
 * }} Context
 *
 * `touched` holds the ids of the books that have changed since the last pass, `changed` the
 * "kind/id" keys of what somebody else changed, for the one glow; `own` is true where the person
 * at this window changed something, `isNews` where anything in the library changed at all,
 * `isDrawn` where the browser has shown the way to the new place by itself.
 * @typedef {{changed: ReadonlySet<string>, touched: ReadonlySet<string>, own: boolean,
 *   isNews: boolean, isDrawn: boolean}} Pass
 * @typedef {{node: HTMLElement, render(pass: Pass): void}} View
 */

/** @type {Pass} */
export const quietPass = Object.freeze({
  changed: new Set(),
  touched: new Set(),
  own: false,
  isNews: false,
  isDrawn: false,
});
