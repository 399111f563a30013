/** Parts of the explorer that the first picture does not need, in one file of the build. */
export { AskBox } from '../ask/ask-box.js';
export { LivePanel } from '../live/live-panel.js';
export { Settings } from '../node-styles/settings-dialog.js';
export { loadFile, saveAs } from './canvas/file-actions.js';
export { PictureDialog } from './canvas/picture-dialog.js';
export { Inspector } from './panels/inspector.js';
export { SchemaPanel } from './panels/schema-panel.js';
export { Results } from './results/results.js';
