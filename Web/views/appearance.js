/**
 * Shows the device's preferences on the document: the style sheets look at its data attributes.
 * @param {import("./preferences.js").Preferences} preferences
 * @param {HTMLElement} document the root element
 */
export function applyPreferences(preferences, document) {
  const apply = () => {
    document.dataset.appearance = preferences.appearance;
    document.dataset.density = preferences.density;
  };
  preferences.subscribe(apply);
  apply();
}
