export { Appender } from './files/appender.js';
export { FileAccessPolicy } from './files/file-access-policy.js';
export { mendLastLine } from './files/mend-last-line.js';
export { isRecordLine } from './files/object-line.js';
export { OutputFilePolicy } from './files/output-file-policy.js';
export { textOpenerReference } from './files/text-opener-options.js';
