export type { EntryFailure } from './connection/sent-entries.js';
