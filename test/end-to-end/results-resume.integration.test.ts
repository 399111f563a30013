/**
 * A client of the results stream that reconnects receives all missed results, whatever happened to the gateway
 * meanwhile.
 */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WeirClient } from '@weir/client';
import { freePort, inNightlyTier } from '@weir/platform/testing';
import { GatewayProcess } from '../support/gateway-process.js';
import { ResultReader } from '../support/result-reader.js';
import { until } from '../support/until.js';
import { V1Client } from '../support/v1-client.js';

const QUERY = 'MATCH (n) WHERE n.hit = true RETURN DISTINCT strId(n) AS id';

/** Hits before and after each kill. */
const KILLS = [[20, 40] as const, ...inNightlyTier([[40, 60] as const])];

let folder: string;
let gateway: GatewayProcess;
let api: V1Client;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'weir-resume-')));
});
afterEach(async () => {
  ResultReader.closeAll();
  await gateway.kill();
  await rm(folder, { recursive: true, force: true });
});

async function start(...options: string[]): Promise<void> {
  gateway = await GatewayProcess.startIn(folder, ...options);
  api = new V1Client(gateway);
}

async function hit(from: number, to: number): Promise<void> {
  for (let n = from; n < to; n++) await api.cypher(`MATCH (n) WHERE id(n) = idFrom(${n}) SET n.hit = true`);
}

function end(n: number): Promise<unknown> {
  return api.cypher(`MATCH (n) WHERE id(n) = idFrom(${n}) REMOVE n.hit`);
}

/** Id and sign of each result. */
async function seen(reader: ResultReader, count: number): Promise<string[]> {
  return (await reader.first(count)).map(({ id, result }) => `${id} ${String(result.meta.isPositiveMatch)}`);
}

describe.each([
  { how: 'the connection ended', options: ['--store', 'memory'], between: async () => undefined },
  {
    how: 'kill -9',
    options: ['--data', 'data'],
    between: async () => {
      await gateway.kill();
      await start('--data', 'data', '--workers', '1');
    },
  },
  ...inNightlyTier([
    {
      how: 'the gateway stopped',
      options: ['--data', 'data'],
      between: async () => {
        expect(await gateway.stop()).toBe(0);
        await start('--data', 'data', '--workers', '1');
      },
    },
  ]),
])('when $how', ({ options, between }) => {
  test('resumes after the last event received', async () => {
    await start(...options);
    await api.createStanding('hits', QUERY);
    const first = await ResultReader.open(gateway, 'hits');
    await hit(0, 6);
    await end(1);
    const all = await seen(first, 7);
    first.close();
    await hit(6, 8);
    await between();
    await hit(8, 10);

    const again = await ResultReader.open(gateway, 'hits', all[3]!.split(' ')[0]);
    const rest = await seen(again, 3 + 4);
    // Earlier hits have been reported by now, and a client that reads only new results gets none of them.
    const live = await ResultReader.open(gateway, 'hits');
    if (options.includes('memory')) expect(rest.slice(0, 3)).toEqual(all.slice(4));
    // The order of the last results sent before a crash is unknown: all of them are repeated.
    else expect(rest).toEqual(expect.arrayContaining(all.slice(4)));
    expect(again.gaps).toEqual([]);
    await hit(10, 11);
    await seen(live, 1);
    expect(live.received).toHaveLength(1);
    // After a crash some results are repeated.
    await until(() => again.received.at(-1)?.id === live.received[0]!.id);
    expect(again.received.at(-1)).toEqual(live.received[0]);
  });
});

test('a client that received only the match gets all results between it and its retraction', async () => {
  await start('--store', 'memory');
  await api.createStanding('hits', QUERY);
  const first = await ResultReader.open(gateway, 'hits');
  await hit(0, 3);
  await end(0);
  const all = await seen(first, 4);
  expect(all[3]!.split(' ')[0]).toBe(all[0]!.split(' ')[0]);
  const again = await ResultReader.open(gateway, 'hits', all[0]!.split(' ')[0]);
  expect(await seen(again, 3)).toEqual(all.slice(1));
});

test('a client that requests dropped results is notified, and gets the remaining ones', async () => {
  await start('--data', 'data', '-Dweir.results.keep-count=4');
  await api.createStanding('hits', QUERY);
  const first = await ResultReader.open(gateway, 'hits');
  await hit(0, 6);
  const all = await seen(first, 6);
  await gateway.kill();
  await start('--data', 'data', '-Dweir.results.keep-count=4');
  const again = await ResultReader.open(gateway, 'hits', all[0]!.split(' ')[0]);
  const rest = await seen(again, 4);
  expect(again.gaps).toEqual([expect.objectContaining({ lastEventId: all[0]!.split(' ')[0] })]);
  expect(rest).not.toContain(all[0]);
});

test(`clients that reconnect automatically miss nothing when the gateway is killed (${KILLS.length})`, async () => {
  const port = String(await freePort());
  const options = ['--data', 'data', '--port', port];
  await start(...options);
  await api.createStanding('hits', QUERY);
  const readers = [await ResultReader.open(gateway, 'hits'), await ResultReader.open(gateway, 'hits')];
  await hit(0, 20);
  for (const reader of readers) await reader.first(20);
  for (const [from, to] of KILLS) {
    const writing = hit(from, to).catch(() => undefined);
    await readers[0]!.first(from + 3);
    await gateway.kill();
    await writing;
    await start(...options);
    await hit(from, to);
    await end(from);
    for (const reader of readers) {
      await until(
        () => unmatched(reader).size,
        size => size === to - to / 20 + 1,
      );
      expect(reader.gaps).toEqual([]);
      expect(outOfOrder(reader)).toEqual([]);
    }
  }
  const { id } = readers[0]!.received[10]!;
  const [header, parameter] = [
    await ResultReader.open(gateway, 'hits', id),
    await ResultReader.open(gateway, `hits/results?last-event-id=${id}#`),
  ];
  const rest = await header.first(20);
  expect(await parameter.first(20)).toEqual(rest);
});

test.each(['kill', 'stop'] as const)('a client without results misses nothing: %s', async how => {
  const options = ['--data', 'data', '--port', String(await freePort())];
  await start(...options);
  await api.createStanding('hits', QUERY);
  await hit(0, 2);
  // Reconnects when the test allows it.
  let pause = (_again: () => void): void => undefined;
  const paused = new Promise<() => void>(resolve => (pause = resolve));
  const after = (millis: number, action: () => void): (() => void) => {
    if (millis < 1000) pause(action);
    return () => undefined;
  };
  const machine = { fetch: (request: Request) => fetch(request), random: () => 0, after };
  const stream = new WeirClient({ baseUrl: gateway.url }, machine).results<{ id: string }>('hits');
  await stream.opened;
  const first = stream.next();
  await gateway[how]();
  const connectAgain = await paused;
  await start(...options);
  await hit(2, 5);
  connectAgain();
  const rows = await api.cypher('UNWIND range(2, 4) AS i RETURN idFrom(i)');
  const missing = new Set(rows.map(([id]) => id));
  missing.delete((await first).value!.data.id);
  // Results from right before a crash may be repeated before the rest.
  while (missing.size > 0) missing.delete((await stream.next()).value!.data.id);
  await stream.close();
});

/** Nodes whose match was received, without a later retraction. */
function unmatched(reader: ResultReader): Set<string> {
  const open = new Set<string>();
  const over = new Set<string>();
  for (const { id, result } of reader.received) {
    if (!result.meta.isPositiveMatch) over.add(id);
    if (result.meta.isPositiveMatch && !over.has(id)) open.add(id);
    else open.delete(id);
  }
  return open;
}

/** Retractions that arrived before their match. */
function outOfOrder(reader: ResultReader): string[] {
  const matched = new Set<string>();
  return reader.received.flatMap(({ id, result }) => {
    if (result.meta.isPositiveMatch) matched.add(id);
    return matched.has(id) ? [] : [id];
  });
}
