export { fileRotationOf } from './definition/file-rotation.js';
export {
  fileDestination,
  fileSource,
  fileUploadSource,
  printDestination,
  standardInputSource,
} from './kinds.js';
