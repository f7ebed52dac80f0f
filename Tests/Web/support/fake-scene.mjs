import { libraryView } from "../../../Web/navigation/library-view.js";
import { localScene } from "../../../Web/navigation/local-scene.js";
import { initialState } from "../../../Web/navigation/nav-state.js";
import { reduce } from "../../../Web/navigation/reduce.js";

/**
 * A scene without history, storage or server: the real reducer, and a layout that the test sets.
 * @param {any} library
 * @param {"wide"|"narrow"} layout
 */
export function fakeScene(library, layout, nav = initialState()) {
  let scene = localScene(nav);
  const listeners = new Set();
  const life = (kind) => (id) => {
    const entity = library.get(kind, id);
    return !entity ? "absent" : entity.deleted ? "dead" : "alive";
  };
  const env = () => ({
    layout,
    lib: { ...libraryView({}), cursor: library.cursor, book: life("book"), shelf: life("shelf") },
  });
  function dispatch(action) {
    const step = reduce(scene, action, env());
    scene = step.scene;
    for (const listener of listeners) listener({ state: scene.nav, layout, outputs: step.out });
  }
  library.subscribe(({ remote }) => dispatch({ t: "libraryChanged", remote, lib: library.cursor }));
  return {
    get state() {
      return scene.nav;
    },
    get layout() {
      return layout;
    },
    opening: [],
    dispatch,
    subscribe: (listener) => (listeners.add(listener), () => listeners.delete(listener)),
    setLayout(next) {
      if (next === layout) return;
      layout = next;
      dispatch({ t: "layoutChanged" });
    },
  };
}
