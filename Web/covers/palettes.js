/**
 * Cloth, ink and foil: pairs that stand beside each other on a shelf in light and in dark. `ink`
 * on `cloth`, and `label` text on `paper`, keep a contrast of at least 4.5:1 (a test measures it).
 * @typedef {{cloth: string, ink: string, foil: string, paper: string, label: string}} Palette
 */

/** @type {readonly Palette[]} */
export const palettes = [
  { cloth: "#1f3a5f", ink: "#f6ecd9", foil: "#d9a441", paper: "#f4ead5", label: "#1f3a5f" },
  { cloth: "#6e1f2a", ink: "#f7e9d7", foil: "#d8a24a", paper: "#f5e8d3", label: "#6e1f2a" },
  { cloth: "#274b3c", ink: "#f3ecd8", foil: "#c9a655", paper: "#f1ead6", label: "#274b3c" },
  { cloth: "#e9dcc0", ink: "#3a2a1c", foil: "#a5432d", paper: "#fbf5e6", label: "#8a3420" },
  { cloth: "#2d2a32", ink: "#f1e7dc", foil: "#c97b4a", paper: "#efe6da", label: "#2d2a32" },
  { cloth: "#b5482f", ink: "#fff4e3", foil: "#f4cf8c", paper: "#fbf0dc", label: "#93361f" },
  { cloth: "#d8a33f", ink: "#2f2410", foil: "#7a2d1d", paper: "#fbf3dd", label: "#6b3a12" },
  { cloth: "#3f5e63", ink: "#f2efe2", foil: "#e0b66a", paper: "#eff0e4", label: "#2f4a4f" },
  { cloth: "#4b3b63", ink: "#f3eaf0", foil: "#d7a86b", paper: "#f3ebe6", label: "#4b3b63" },
  { cloth: "#c9d3c4", ink: "#22382f", foil: "#7d4a2a", paper: "#f5f6ec", label: "#2c4a3d" },
  { cloth: "#5a3a22", ink: "#f6e7cf", foil: "#d79f4c", paper: "#f5e7cf", label: "#5a3a22" },
  { cloth: "#dcb9a4", ink: "#40211b", foil: "#7c2f3a", paper: "#fbf1e8", label: "#6e2a33" },
  { cloth: "#15505a", ink: "#f3ead7", foil: "#e3a75a", paper: "#f2ead8", label: "#15505a" },
  { cloth: "#8c2f45", ink: "#fdeee6", foil: "#f0c48a", paper: "#fbeee2", label: "#7c2439" },
];
