import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { API, clientOfService } from '../../testing/client-of-service.js';
import { openEvents } from '../../testing/open-events.js';

const client = clientOfService();
const { ask, cypher } = client;

test('names the records that wrote a match and the record that retracted it, if requested', async () => {
  const query = 'MATCH (a)-[:x]->(b {ready: true}) RETURN DISTINCT strId(a) AS id';
  const pattern = { type: 'Cypher', query };
  await ask('POST', `${API}/query/standing/asks`, { pattern, provenance: true });
  await ask('POST', `${API}/query/standing/does-not`, { pattern });
  const asking = await openEvents(`${client.service.url}${API}/query/standing/asks/results`);
  const other = await openEvents(`${client.service.url}${API}/query/standing/does-not/results`);
  await asking.next();
  await other.next();
  const records = [
    { ready: false, edge: true },
    { ready: false, edge: true },
    { ready: true, edge: false },
    { ready: true, edge: false },
    { ready: false, edge: false },
  ];
  await writeFile(
    join(client.service.folder, 'records.jsonl'),
    records.map(record => JSON.stringify(record) + '\n').join(''),
  );
  await ask('POST', `${API}/ingest/records`, {
    type: 'FileIngest',
    path: 'records.jsonl',
    parallelism: 1,
    format: {
      type: 'CypherJson',
      query:
        'MATCH (a), (b) WHERE id(a) = idFrom("a") AND id(b) = idFrom("b") SET b.ready = $that.ready ' +
        'WITH a, b WHERE $that.edge CREATE (a)-[:x]->(b)',
    },
  });
  const metaOf = async (events: typeof asking): Promise<unknown> =>
    (JSON.parse((await events.next())['data']!) as { meta: unknown }).meta;
  const from = (...positions: number[]): object => ({
    provenance: positions.map(position => ({ stream: 'records', position })),
  });
  expect(await metaOf(asking)).toMatchObject({ isPositiveMatch: true, ...from(2, 0) });
  expect(await metaOf(asking)).toMatchObject({ isPositiveMatch: false, ...from(4) });
  expect(await metaOf(other)).not.toHaveProperty('provenance');
  // Ad hoc, so from no stream. The edge is still the first record's.
  await cypher('MATCH (b) WHERE id(b) = idFrom("b") SET b.ready = true');
  expect(await metaOf(asking)).toMatchObject({ isPositiveMatch: true, ...from(0) });
  await asking.close();
  await other.close();
});
