/**
 * Rows of the API references: operations, statuses, parameters, fields and defaults are checked against our own
 * documents as a gateway serves them, errors and responses against the gateway. A known gap that was closed fails the
 * run too.
 */
import { GatewayProcess } from '../support/gateway-process.js';
import { type Document, DocumentedRows } from './documented-rows.js';
import { wrongFrames } from './frame-rows.js';
import { readRows, type RowLine } from './rows.js';

const lines = readRows();
let gateway: GatewayProcess;
const documents = new Map<string, DocumentedRows>();
beforeAll(async () => {
  gateway = await GatewayProcess.start('--store', 'memory', '--shards', '4');
  for (const [version, path] of [
    ['v1', '/docs/openapi.json'],
    ['v2', '/openapi.json'],
  ] as const) {
    const document = (await (await gateway.fetch(path)).json()) as Document;
    documents.set(version, new DocumentedRows(document));
  }
});
afterAll(() => gateway.kill());

/** `GET /path <header: value> body`, the last two optional. */
const LIVE = /^(\S+) (\S+)(?: <([^>]+)>)?(?: (.+))?$/;

async function wrongLive({ version, operation, rows: [row = ''] }: RowLine): Promise<string[]> {
  const [, method = '', path = '', header = '', body] = LIVE.exec(operation)!;
  const [name, value] = header.split(': ');
  const answer = await gateway.fetch(`/api/${version}${path.replace('{graph}', 'quine')}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(name === '' ? {} : { [name!]: value! }),
    },
    ...(body === undefined ? {} : { body }),
  });
  const actual = `${answer.status} ${await answer.text()}`;
  return actual.startsWith(row) ? [] : [`${row}: ${actual.slice(0, 300)}`];
}

async function wrong(row: RowLine): Promise<readonly string[]> {
  if (row.place === 'live') return wrongLive(row);
  return row.place === 'frames' ? wrongFrames(gateway, row) : documents.get(row.version)!.wrong(row);
}

const count = (some: readonly RowLine[]): number => some.reduce((sum, { rows }) => sum + rows.length, 0);

test('all rows hold, and known gaps still differ', async () => {
  const kept = lines.filter(({ gap }) => gap === undefined);
  const gaps = lines.filter(({ gap }) => gap !== undefined);
  const differences: string[] = [];
  for (const row of kept) differences.push(...(await wrong(row)).map(why => `${row.line}\n  ${why}`));
  for (const row of gaps) {
    if ((await wrong(row)).length === 0) differences.push(`${row.line}\n  is no gap any more`);
  }
  process.stdout.write(
    `rows ${count(lines)}: ${count(kept) - differences.length} hold, ${count(gaps)} known gaps\n`,
  );
  expect(differences).toEqual([]);
});
