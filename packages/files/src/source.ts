export { prepareFile, prepareStandardInput } from './source/prepare-file.js';
export { prepareFileUpload } from './source/prepare-upload.js';
