export { openAwsTaker } from './destination/aws-dead-letters.js';
export {
  type EntryDestination,
  type EntryReceiver,
  kinesisEntries,
  snsEntries,
  sqsEntries,
} from './destination/aws-entries.js';
export { EntrySink } from './destination/entry-sink.js';
