export { asNumber, cutterOf, refuseHeaderRow, scannerOf, withHeaderRow } from './sources/file-records.js';
