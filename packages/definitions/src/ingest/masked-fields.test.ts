import { maskedIngest } from './ingest-definition.js';
import { parseIngestDefinition } from './parse-ingest.js';

const format = { type: 'Json' };
const nats = { type: 'NatsJetStream', format, servers: ['h:4222'], stream: 's' };
const postgres = { type: 'PostgresChanges', format, host: 'h', database: 'd', username: 'u' };
const database = { ...postgres, publication: 'p', slot: 's' };
const tls = { ca: 'public', key: 'hush' };

test.each<[source: object]>([
  [{ ...nats, credentials: { type: 'UserPassword', username: 'u', password: 'hush' }, tls }],
  [{ ...nats, credentials: { type: 'Token', token: 'hush' } }],
  [{ ...nats, credentials: { type: 'NKey', seed: 'hush' } }],
  [{ ...nats, credentials: { type: 'CredentialsFile', content: 'hush' } }],
  [{ ...database, password: 'hush', tls }],
])('masks the secrets of %j', source => {
  const definition = parseIngestDefinition({ source, query: 'CREATE ($that)' });
  const shown = maskedIngest(definition).source;
  expect(JSON.stringify(shown)).not.toContain('hush');
  expect(Object.keys(shown)).toEqual(Object.keys(definition.source));
});
