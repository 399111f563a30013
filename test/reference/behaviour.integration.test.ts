/**
 * Checks the program against the references for recipes, command line, configuration, streams and standing queries, row
 * by row. A known gap that was closed fails the run too.
 */
import { GatewayProcess } from '../support/gateway-process.js';
import { type BehaviorRow, readBehaviorRows } from './behavior-rows.js';
import { ProgramHost } from './program-host.js';
import { wrongRun, wrongService } from './program-rows.js';
import { ServiceRows } from './service-rows.js';

/** `ingest §4` checks only those rows. */
const ONLY = process.env['WEIR_TEST_ROWS'] ?? '';
const rows = readBehaviorRows().filter(({ section }) => section.startsWith(ONLY));
let gateway: GatewayProcess;
let service: ServiceRows;
const host = new ProgramHost();
beforeAll(async () => {
  gateway = await GatewayProcess.start('--store', 'memory', '--shards', '4', '--ignore-unknown-settings');
  service = new ServiceRows(gateway);
});
afterAll(() => Promise.all([gateway.kill(), host.close()]));

async function wrong({ kind, parts }: BehaviorRow): Promise<string | undefined> {
  switch (kind) {
    case 'run':
      return wrongRun(host, parts);
    case 'serve':
      return wrongService(host, parts);
    case 'live':
      return service.wrongRequest(parts);
    case 'ingest':
      return service.wrongIngest(parts);
    case 'pattern':
      return service.wrongPattern(parts);
    case 'results':
      return service.wrongResults(parts);
    case 'elsewhere':
      return undefined;
  }
}

const counts = new Map<string, number>();
const add = (kind: string): void => void counts.set(kind, (counts.get(kind) ?? 0) + 1);
afterAll(() => {
  const counted = [...counts].map(([kind, count]) => `${count} ${kind}`);
  process.stdout.write(`rows of behaviour ${rows.length}: ${counted.join(', ')}\n`);
});

test.each([...new Set(rows.map(({ section }) => section))])('%s', async section => {
  const differences: string[] = [];
  for (const row of rows.filter(each => each.section === section)) {
    const why = await wrong(row).catch((error: unknown) => String(error));
    const isWrong = (why !== undefined) !== (row.gap !== undefined);
    if (isWrong) differences.push(`${row.line}\n  ${why ?? 'is no gap any more'}`);
    else if (row.gap !== undefined) add('known gaps');
    else add(row.kind === 'elsewhere' ? 'held elsewhere' : 'hold');
  }
  expect(differences).toEqual([]);
});
