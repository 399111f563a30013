export { openExtensionTaker } from './extensions/extension-dead-letters.js';
export { ExtensionSink } from './extensions/extension-sink.js';
export { prepareExtensionSource } from './extensions/extension-source.js';
