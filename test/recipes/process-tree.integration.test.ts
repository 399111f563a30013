import { sampleLines, startSseServer, type ProcessEvent, type SseServer } from '@weir/samples';
import { GatewayProcess } from '../support/gateway-process.js';

const RECORDS = 3_000;
const OFFICE = /^(winword|excel|powerpnt|outlook)\.exe$/;
const SHELL = /^(cmd|bash)\.exe$/;
const SCRIPT = /^(powershell|wscript|cscript)\.exe$/;
const FETCH = /^(curl|certutil|bitsadmin)\.exe$/;

/** Results of a plain pass over all events. */
function expected(lines: readonly string[]): { chains: string[]; suspicious: string[] } {
  const events = lines.map(line => JSON.parse(line) as ProcessEvent);
  const byPid = new Map(events.map(event => [`${event.sensor}/${event.pid}`, event]));
  const parentOf = (event: ProcessEvent | undefined): ProcessEvent | undefined =>
    event && byPid.get(`${event.sensor}/${event.ppid}`);
  const chains: string[] = [];
  const suspicious = new Set<string>();
  for (const event of events) {
    const chain = [event, parentOf(event), parentOf(parentOf(event)), parentOf(parentOf(parentOf(event)))];
    const [first, second, third, fourth] = chain.map(each => each?.file ?? '');
    if (FETCH.test(first!) && SCRIPT.test(second!) && SHELL.test(third!) && OFFICE.test(fourth!)) {
      chains.push(`${event.sensor}: ${fourth} > ${third} > ${second} > ${first}`);
    }
    if (SHELL.test(first!) && OFFICE.test(second!)) suspicious.add(`${event.sensor}/${event.ppid}`);
  }
  return { chains: chains.sort(), suspicious: [...suspicious].sort() };
}

function dataOf(matches: readonly RegExpExecArray[]): Record<string, unknown>[] {
  return matches.map(match => JSON.parse(match[1]!) as Record<string, unknown>);
}

describe('recipe process-tree', () => {
  let server: SseServer | undefined;
  let gateway: GatewayProcess | undefined;
  afterEach(async () => {
    await gateway?.stop();
    await server?.close();
  });

  test.each([
    { order: 'parents first', shuffle: 0 },
    { order: 'out of order', shuffle: 500 },
  ])('reports every chain and every suspicious parent once: $order', async ({ shuffle }) => {
    const options = { seed: 4, records: RECORDS, shuffle, attackEvery: 60 };
    const lines = [...sampleLines('processes', options)];
    const { chains, suspicious } = expected(lines);
    expect(chains.length).toBeGreaterThan(5);

    const pace = { now: () => performance.now(), wait: () => new Promise<void>(resolve => setImmediate(resolve)) };
    server = await startSseServer({ lines: () => lines, rate: 1_000_000, port: 0, pace });
    gateway = await GatewayProcess.start('-r', 'process-tree', '-x', `events_url=${server.url}`);

    const ofChains = await gateway.results.matching(/^(\{"chain":.*)$/, chains.length);
    const ofParents = await gateway.results.matching(/^(\{"file":.*)$/, suspicious.length);
    expect(dataOf(ofChains).map(data => `${String(data['sensor'])}: ${String(data['chain'])}`).sort()).toEqual(chains);
    expect(dataOf(ofParents).map(data => `${String(data['sensor'])}/${String(data['pid'])}`).sort()).toEqual(suspicious);

    const counted = await gateway.rows(
      `MATCH (s)-[:contains]->(o) WHERE id(s) = idFrom('summary', 'suspicious parents') RETURN count(o)`,
    );
    expect(counted).toEqual([[suspicious.length]]);
    expect(await gateway.stop()).toBe(0);
  });
});
