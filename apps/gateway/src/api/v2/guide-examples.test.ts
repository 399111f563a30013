/** Runs the examples of the guides that need only the service. They are unchanged except for its address. */
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { WebSocket } from 'ws';
import { freePort } from '@weir/platform/testing';
import { clientOfService, until } from '../../testing/client-of-service.js';

const client = clientOfService();
const { ask, cypher } = client;
const GRAPH = '/api/v2/graph/quine';

/**
 * Code blocks of one language in a section of a page. This file runs as
 * apps/gateway/dist/api/v2/guide-examples.test.js.
 */
function blocks(page: string, heading: string, language: string): string[] {
  const text = readFileSync(new URL(`../../../../../docs/guides/${page}`, import.meta.url), 'utf8');
  const section = text.split(new RegExp(`\n#+ ${heading}\n`))[1]!.split(/\n#{2,3} /)[0]!;
  return [...section.matchAll(/```(\w+)\n(.*?)```/gs)]
    .filter(match => match[1] === language)
    .map(match => match[2]!);
}

async function rows(query: string): Promise<unknown> {
  return (JSON.parse((await cypher(query)).text) as { results: unknown }).results;
}

test('uploads a file', async () => {
  const [stream] = blocks('ingest/web.md', 'Uploads', 'json');
  const [program] = blocks('ingest/web.md', 'Uploads', 'js');
  expect(await ask('POST', `${GRAPH}/ingests`, stream)).toMatchObject({ status: 201 });
  const said: string[] = [];
  const here = program!.replaceAll('ws://127.0.0.1:8080', client.service.url.replace('http', 'ws'));
  runInNewContext(here, { WebSocket, console: { log: (line: string) => said.push(line) } });
  const last = async (): Promise<string> => {
    await new Promise(resolve => setImmediate(resolve));
    return said.at(-1) ?? '';
  };
  await until(last, line => line.includes('Complete'));
  expect(said[0]).toBe('{"type":"Ready"}');
  expect(said.at(-1)).toBe('{"type":"Complete","accepted":2,"rejectedCount":0,"rejected":[]}');
  const wanted = "MATCH (n) WHERE id(n) IN [idFrom('order', '1'), idFrom('order', '2')]";
  expect(await rows(`${wanted} RETURN n.id, n.total ORDER BY n.id`)).toEqual([
    ['1', '20'],
    ['2', '35'],
  ]);
});

test('sends messages over TCP from the output to the source', async () => {
  const port = await freePort();
  const here = (text: string): string => text.replace('"port": 9200', `"port": ${port}`);
  const [output] = blocks('standing-queries/outputs.md', 'Messages over TCP', 'json');
  const [source] = blocks('ingest/web.md', 'Messages over TCP', 'json');
  const pattern = { type: 'Cypher', query: 'MATCH (n:Line) RETURN DISTINCT strId(n) AS id' };
  expect(await ask('POST', `${GRAPH}/standingQueries`, { name: 'tcp', pattern })).toMatchObject({
    status: 201,
  });
  expect(await ask('POST', `${GRAPH}/standingQueries/tcp/outputs`, here(output!))).toMatchObject({
    status: 201,
  });
  const stream = {
    name: 'tcp',
    query: 'CREATE (:Told {id: $that.data.id})',
    source: JSON.parse(here(source!)) as object,
  };
  expect(await ask('POST', `${GRAPH}/ingests`, stream)).toMatchObject({ status: 201 });
  // Messages sent before the source was connected are lost.
  await until(
    async () => {
      await cypher('CREATE (:Line)');
      return rows('MATCH (t:Told), (n:Line) WHERE strId(n) = t.id RETURN count(*)');
    },
    found => JSON.stringify(found) !== '[[0]]',
  );
  await ask('DELETE', `${GRAPH}/ingests/tcp`);
});
