export { prepareExtensionSource } from './sources/extension-source.js';
export { asNumber, cutterOf, refuseHeaderRow, scannerOf, withHeaderRow } from './sources/file-records.js';
