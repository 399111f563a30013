export { prepareEvents, prepareWebSocket } from './source/prepare-address.js';
export { prepareFramed } from './source/prepare-framed.js';
export { prepareWebhook } from './source/prepare-webhook.js';
