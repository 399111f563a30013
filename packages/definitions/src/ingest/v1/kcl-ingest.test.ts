import { parseIngestDefinition } from '../parse-ingest.js';
import { version1Ingest } from './version-1-form.js';

const KCL = { type: 'KinesisKCLIngest', kinesisStreamName: 's', applicationName: 'a' };
const AT = { year: 2026, month: 4, dayOfMonth: 27, hourOfDay: 15, minute: 30, second: 0 };

test.each<[given: object, shown: unknown]>([
  [{}, 'Latest'],
  [{ initialPosition: 'Latest' }, 'Latest'],
  [{ initialPosition: 'TrimHorizon' }, 'TrimHorizon'],
  [{ initialPosition: { type: 'TrimHorizon' } }, 'TrimHorizon'],
  [{ initialPosition: { type: 'AtTimestamp', ...AT } }, { type: 'AtTimestamp', ...AT }],
])('shows the initial position of %j as version 1 does', (given, shown) => {
  const definition = parseIngestDefinition({ ...KCL, ...given });
  expect(version1Ingest(definition)).toMatchObject({ initialPosition: shown });
});
