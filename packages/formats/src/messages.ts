export { declareMessageDestination } from './messages/declare-message-destination.js';
export type { MessageKind } from './messages/message-kind.js';
