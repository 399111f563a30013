/** Files of the machine on which the recording was made, as far as it shows them. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Exchange } from './exchange.js';

/** Their original folder. */
const RECORDED = '/srv/files';

const items = [1, 2, 3, 4, 5].map(num => ({
  id: `n${num}`,
  kind: 'item',
  num,
  nested: { x: num + 0.5, t: true, nul: null },
  tags: ['a', `b${num}`],
}));

const FILES: Readonly<Record<string, string>> = {
  'items.jsonl': items.map(item => JSON.stringify(item) + '\n').join(''),
  'bad.jsonl': '{"id":"x1"}\n{bad json here!\n{"id":"x2"}\n',
  'lines.txt': 'line one\nline two\nline three\n',
  't.csv': 'a,b\n1,two\n3,"x,y"\n',
};

export async function writeRecordedFiles(folder: string): Promise<void> {
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(folder, name), text);
}

/** Returns the exchange with the files in `folder`. */
export function inFolder(exchange: Exchange, folder: string): Exchange {
  const body = exchange.requestBody?.replaceAll(RECORDED, folder);
  return body === undefined ? exchange : { ...exchange, requestBody: body };
}

/** Queries that write what the recording's ingest streams wrote. */
export const WRITTEN_BY_INGEST: readonly string[] = [
  ...items.map(
    ({ id, kind, num }) =>
      `MATCH (n), (m) WHERE id(n) = idFrom('item', '${id}') AND id(m) = idFrom('item', 'n${num + 1}') ` +
      `SET n = {id: '${id}', kind: '${kind}', num: ${num}, nested: {x: ${num}.5, t: true, nul: null}, ` +
      `tags: ['a', 'b${num}']}, n:Item CREATE (n)-[:next]->(m)`,
  ),
  ...['x1', 'x2'].map(id => `MATCH (n) WHERE id(n) = idFrom('item', '${id}') SET n = {id: '${id}'}, n:Item`),
];
