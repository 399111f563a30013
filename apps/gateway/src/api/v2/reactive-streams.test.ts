/** Messages over TCP: rejected definitions, and how accepted ones are shown. */
import { clientOfService } from '../../testing/client-of-service.js';

const { ask } = clientOfService();
const INGESTS = '/api/v2/graph/quine/ingests';
const format = { type: 'Json' };

function ingestOf(source: object, others: object = {}): object {
  return { name: 'x', source: { type: 'ReactiveStream', format, ...source }, query: 'RETURN 1', ...others };
}

function deadLettersAt(address: string): object {
  const destination = { type: 'ReactiveStream', port: 9, address, outputFormat: { type: 'JSON' } };
  return { onRecordError: { deadLetterQueueSettings: { destinations: [destination] } } };
}

test.each<[what: string, body: object, code: string, says: string]>([
  [
    'an address where a host is asked for',
    ingestOf({ url: 'http://u:hush@h/', port: 1 }),
    'ingest.invalid',
    'Invalid url: it must be only the name or address of a host.',
  ],
  [
    'a host that nobody connects to',
    ingestOf({ url: '169.254.169.254', port: 1 }),
    'ingest.invalid',
    'is not an allowed destination',
  ],
  ['no port', ingestOf({ url: 'localhost', port: 0 }), 'request.invalid', 'must be at least 1'],
  [
    'dead letters at an address of another machine',
    ingestOf({ url: 'localhost', port: 1 }, deadLettersAt('192.0.2.1')),
    'output.invalid',
    'Cannot listen for clients at 192.0.2.1:9',
  ],
])('%s', async (_, body, code, says) => {
  const answer = await ask('POST', INGESTS, body);
  expect([answer.status, answer.code]).toEqual([400, code]);
  expect(answer.text).toContain(says);
  expect(answer.text).not.toContain('hush');
});

test('an unreachable server fails the stream, and the error names it', async () => {
  expect((await ask('POST', INGESTS, ingestOf({ url: '127.0.0.1', port: 1 }))).status).toBe(201);
  let text = '';
  while (!text.includes('"FAILED"')) ({ text } = await ask('GET', `${INGESTS}/x`));
  expect(text).toContain('"url":"127.0.0.1","port":1');
  expect(text).toContain('No connection to 127.0.0.1:1: connect ECONNREFUSED');
  const v1 = await ask('GET', '/api/v1/ingest/x');
  expect(v1.text).toContain('"settings":{"type":"OnlyInVersion2","source":"ReactiveStream"');
  await ask('DELETE', `${INGESTS}/x`);
});
