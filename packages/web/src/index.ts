export { withInterval } from './definition/slack-destination.js';
export { version1KeepAlive } from './definition/web-socket-version1.js';
export {
  framedDestination,
  httpDestination,
  slackDestination,
  webSocketDestination,
} from './destination-kinds.js';
export { eventSource, framedSource, webhookSource, webSocketSource } from './source-kinds.js';
