/**
 * What the first list does without: it is read when that stands there, or as soon as it is wanted.
 * All of it comes at once, so there is one moment before it and one after it.
 */
export { createEditor } from "./book-editor.js";
export { createBookView } from "./book-view.js";
export { createConflictsView } from "./conflicts-view.js";
export { createCoverView } from "./cover-view.js";
export { createDevicesPopover } from "./devices-popover.js";
export { createFeedView } from "./feed-view.js";
export { createFilterChips } from "./filter-chips.js";
export { createFiltersView } from "./filters-view.js";
export { keepGlimpse } from "./glimpse-keeper.js";
export { createHistoryView } from "./history-view.js";
export { createImportView } from "./import-view.js";
export { createIsbnView } from "./isbn-view.js";
export { createJoinView } from "./join-view.js";
export { createLoanView } from "./loan-view.js";
export { createLoansView } from "./loans-view.js";
export { createNoticesView } from "./notices-view.js";
export { openPictures } from "./open-pictures.js";
export { createPageView } from "./pages.js";
export { createPairView } from "./pair-view.js";
export { openPalette } from "./palette.js";
export { openPanelSheet } from "./panel-sheet.js";
export { createProblemsView } from "./problems-view.js";
export { createProgressView } from "./progress-view.js";
export { createQuestion } from "./question.js";
export { createResultView } from "./result-view.js";
export { openInWindow, openRowMenu } from "./row-menu.js";
export { createSameView } from "./same-view.js";
export { createSearchView } from "./search-view.js";
export { createSelector } from "./selector.js";
export { createSendView } from "./send-view.js";
export { createSettingsView } from "./settings-view.js";
export { createShelfPicker } from "./shelf-picker.js";
export { createShortcuts } from "./shortcuts-help.js";
export { createSortView } from "./sort-view.js";
export { createStarterView } from "./starter-view.js";
export { createStatsView } from "./stats-view.js";
export { createSyncPanel } from "./sync-panel.js";
export { createTrashView } from "./trash-view.js";
export { createTwinsView } from "./twins-view.js";
export { createWelcome } from "./welcome-view.js";
export { sendLeftTexts } from "./writings.js";
export { createDialog } from "../elements/dialog.js";
export { createLetterRail } from "../elements/letter-rail.js";
export { openMenu } from "../elements/menu.js";
export { pair, session, tellApart } from "../transport/pairing.js";
