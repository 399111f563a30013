export {
  fileDestination,
  fileSource,
  fileUploadSource,
  printDestination,
  standardInputSource,
} from './kinds.js';
