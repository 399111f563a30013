export { FileUpload } from './pushing/file-upload.js';
export { PushInbox, type PushOutcome } from './pushing/push-inbox.js';
export { PushSource } from './pushing/push-source.js';
