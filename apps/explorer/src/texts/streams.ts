/** Texts of the streams page. */
import { format } from './en.js';

/** In its two largest units. */
function durationOf(millis: number): string {
  const seconds = Math.max(1, Math.round(millis / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60)
    return seconds < 600 ? `${Math.floor(seconds / 60)} min ${seconds % 60} s` : `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.round(hours / 24)} days`;
}

/** Rounded down, so that 100 % means complete. */
function share(done: number, total: number): string {
  return `${total === 0 ? 100 : Math.min(100, Math.floor((done / total) * 100))} %`;
}

export const streamTexts = {
  title: 'Streams',
  ingests: 'Ingest streams',
  standing: 'Standing queries',
  outputs: 'Outputs',
  createOutput: 'New output',
  noIngests: 'No records arrive yet. An ingest stream reads records from files, brokers or the web.',
  noStanding:
    'No standing queries yet. A standing query reports each match the moment the data completes it.',
  noOutputs: 'No outputs. Results are only available in the results stream.',
  pause: 'Pause',
  resume: 'Resume',
  moreActions: (name: string) => `More actions for ${name}`,
  edit: 'Edit',
  editPattern: 'Change the pattern',
  duplicate: 'Duplicate',
  restart: 'Restart from the beginning',
  replace: 'Replace',
  replaced: (name: string) => `${name} was replaced`,
  restarted: (name: string) => `${name} was restarted`,
  editTitle: (name: string) => `Edit ${name}`,
  copyTitle: (name: string) => `Duplicate ${name}`,
  confirmRestart: (name: string) => `Restart ${name}?`,
  replacingIngest:
    'The stream is stopped and created again. It will be read from the beginning, or from the position that its source stores, such as the offset of a Kafka consumer group. The data in the graph stays.',
  replacingOutput:
    'The output is removed and added again. Pending results will not be delivered. Its dead letters stay in their file.',
  enterSecrets: (names: readonly string[]) =>
    `Enter again, because secrets are not shown: ${names.join(', ')}.`,
  modes: { DISTINCT_ID: 'Distinct nodes', MULTIPLE_VALUES: 'Rows of values' },
  trouble: 'retrying',
  details: 'Details',
  confirmIngest: (name: string) => `Delete the ingest stream ${name}?`,
  confirmIngestDetail: 'The data that it has written stays in the graph. Its read position will be lost.',
  confirmStanding: (name: string) => `Delete the standing query ${name}?`,
  confirmStandingDetail: 'Its outputs, stored results and state will be deleted too.',
  confirmOutput: (name: string) => `Delete the output ${name}?`,
  confirmOutputDetail: 'Pending results will not be delivered. Its dead letters stay in their file.',
  records: (count: number) => (count === 1 ? 'record' : 'records'),
  perSecond: 'per second',
  results: (count: number) => (count === 1 ? 'result' : 'results'),
  lastKnown: (state: string) => `was ${state}`,
  delivered: 'delivered',
  failed: 'failed',
  queued: 'waiting',
  rejected: (count: number) => `${format.many(count, 'record was', 'records were')} rejected.`,
  rejectedCount: (count: number) => `${format.number(count)} rejected`,
  rejectedReason: (count: number, isKept: boolean) =>
    `${count === 1 ? 'It' : 'They'} could not be read and ${count === 1 ? 'was' : 'were'} ` +
    (isKept ? 'sent to:' : 'skipped. To keep such records, add a dead-letter destination to the stream.'),
  lastRejection: 'The last one:',
  deadLetters: (bytes: number, limit: number) =>
    `Dead letters: ${format.bytes(bytes)} of at most ${format.bytes(limit)}.`,
  deadLettersAdvice:
    'These results could not be delivered; the file shows why. Repair the destination, then deliver them again.',
  notKept:
    'Failed results were lost, because dead letters need a data directory. To keep them, edit the output and name a file.',
  outputFailure: 'The last results could not be delivered:',
  redeliver: 'Deliver again',
  redelivered: (delivered: number, failed: number) =>
    `${format.number(delivered)} delivered, ${format.number(failed)} failed again`,
  valveClosed: 'Ingest is paused: too many results are pending.',
  valveDetail: 'Check the outputs with pending results: they limit the rate.',
  progress: (name: string) => `Progress of ${name}`,
  progressOf: {
    bytes: (done: number, total: number) =>
      `${share(done, total)} · ${format.bytes(done)} of ${format.bytes(total)}`,
    records: (done: number, total: number) =>
      `${share(done, total)} · ${format.number(done)} of ${format.many(total, 'record')}`,
  },
  left: (millis: number) => `${durationOf(millis)} left`,
  watchIt: 'Watch live',
  since: 'since',
  definition: 'Definition and statistics',
};
