/** Messages between two threads: their number, and that errors and memory arrive intact. */
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { createPersistorFactory } from '@weir/persistor';
import { idFrom, IdValue } from '@weir/model';
import { WeirError } from '@weir/platform';
import { DEFAULT_PERSISTENCE } from '@weir/graph';
import type { WorkerReports } from '../contract/worker-reports.js';
import type { WorkerServices } from '../contract/worker-services.js';
import { startQuery } from '../coordinator/graph-query-run.js';
import { JSON_LINES } from '../testing/json-lines-format.js';
import { systemEnvironment } from '../system-environment.js';
import { LocalWorker } from '../worker/local-worker.js';
import { WorkerExtensions } from '../worker/worker-extensions.js';
import { serveWorker, WorkerChannel } from './message-channel.js';

const SILENT: WorkerReports = {
  results: () => undefined,
  tap: () => undefined,
  expressionsFailed: () => undefined,
  storeWentBack: () => undefined,
  log: () => undefined,
};

let port: MessagePort;
let asked: number;
let worker: WorkerServices;
let served: Promise<void>;
let query = 0;

beforeEach(async () => {
  const { port1, port2 } = new MessageChannel();
  port = counted(port1);
  const store = await createPersistorFactory({ type: 'memory' }).open('shard-0');
  const local = new LocalWorker({
    index: 0,
    workerOfShard: [0],
    persistors: new Map([[0, store]]),
    persistence: DEFAULT_PERSISTENCE,
    life: 0,
    recovers: false,
    standingStateWarning: Number.POSITIVE_INFINITY,
    environment: systemEnvironment(),
    extensions: await WorkerExtensions.load([]),
    openText: undefined,
    reports: SILENT,
    send: () => undefined,
  });
  served = serveWorker(port2, local, () => undefined);
  worker = new WorkerChannel(port, SILENT).services();
  asked = 0;
});
afterEach(async () => {
  await worker.close();
  await served;
  port.close();
});

function counted(port: MessagePort): MessagePort {
  const post = port.postMessage.bind(port) as (...args: unknown[]) => void;
  port.postMessage = (...args: unknown[]) => {
    asked++;
    post(...args);
  };
  return port;
}

function calls(): Parameters<typeof startQuery>[1] {
  return { worker: worker.queries, call: call => call(), end: () => undefined };
}

async function rowsOf(text: string, parameters = {}): Promise<unknown[][]> {
  const request = {
    query: ++query,
    text,
    parameters,
    atTime: undefined,
    timeout: 60_000,
    allowedEffects: undefined,
    letsSleep: false,
  };
  return (await startQuery(request, calls())).rows();
}

const ID = { id: new IdValue(idFrom(['n'])!) };

test.each([
  ['one that writes', 'MATCH (n) WHERE id(n) = $id SET n.x = 1', 0],
  ['one that writes and answers', 'MATCH (n) WHERE id(n) = $id SET n.x = 1 RETURN n.x', 1],
  ['a node by its id', 'MATCH (n) WHERE id(n) = $id RETURN n', 1],
  ['a hop', 'MATCH (n)-[:to]->(m) WHERE id(n) = $id RETURN m.x', 0],
  ['a count', 'MATCH (n)-[:to]->(m) WHERE id(n) = $id RETURN count(m)', 1],
  ['the first of a list, in order', 'UNWIND range(1, 5) AS x RETURN x ORDER BY x DESC LIMIT 1', 1],
  ['a subquery', 'UNWIND [1, 2] AS x CALL { WITH x RETURN x + 1 AS y } RETURN y', 2],
])('a query of a few rows is one call: %s', async (_name, text, count) => {
  expect(await rowsOf(text, ID)).toHaveLength(count);
  expect(asked).toBe(1);
});

test('each further batch of rows is one more call', async () => {
  expect(await rowsOf('UNWIND range(1, 3000) AS x RETURN x')).toHaveLength(3000);
  expect(asked).toBe(3);
});

test('an error while rows are computed is thrown by the rows, with its code', async () => {
  const request = {
    query: ++query,
    text: 'RETURN 1 / 0',
    parameters: {},
    atTime: undefined,
    timeout: undefined,
    allowedEffects: undefined,
    letsSleep: false,
  };
  const run = await startQuery(request, calls());
  await expect(run.rows()).rejects.toMatchObject({ code: 'cypher.arithmetic' });
  expect(asked).toBe(1);
});

test('errors keep their code and their position in the text', async () => {
  const error: unknown = await worker.queries.inspect('RETURN', undefined).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(WeirError);
  expect(error).toMatchObject({ code: 'cypher.syntax', position: { line: 1 } });
});

test('a call to an unknown method fails, and later calls succeed', async () => {
  const services = worker as unknown as Record<string, Record<string, () => Promise<unknown>>>;
  await expect(services['shards']!['explode']!()).rejects.toMatchObject({ code: 'internal' });
  expect(await worker.shards.status()).toHaveLength(1);
});

test('a chunk stays with its sender, to be sent again, and the outcome contains the original error', async () => {
  await worker.lanes.open(1, {
    name: 'lines',
    query: 'WITH $that AS line RETURN 1 / line.zero',
    parameter: 'that',
    format: JSON_LINES,
  });
  const bytes = new TextEncoder().encode('{"zero":0}');
  const chunk = { bytes, bounds: new Uint32Array([0, bytes.length]), firstPosition: 7 };
  const { failure } = await worker.lanes.runChunk(1, chunk);
  expect(bytes.length).toBe(10);
  expect(failure!.position).toBe(7);
  expect(failure!.error).toBeInstanceOf(WeirError);
  const [value] = await worker.lanes.runValues(1, [{ zero: 0 }]);
  expect(value).toMatchObject({ rows: [], error: { code: failure!.error.code } });
});

describe('messages that cannot be encoded or decoded', () => {
  const BROKEN = new Uint8Array([0xc1, 0xc1]);

  function nested(levels: number): unknown {
    let value: unknown = 1;
    for (let level = 0; level < levels; level++) value = [value];
    return value;
  }

  /** A worker whose `inspect` returns the given value. */
  function inspecting(inspect: () => Promise<unknown>): WorkerServices {
    return { queries: { inspect } } as unknown as WorkerServices;
  }

  test('an answer that cannot be encoded fails its call, and later calls are answered', async () => {
    const { port1, port2 } = new MessageChannel();
    const answers: unknown[] = [nested(1_000_000), ['fine']];
    void serveWorker(
      port2,
      inspecting(() => Promise.resolve(answers.shift())),
      () => undefined,
    );
    const { queries } = new WorkerChannel(port1, SILENT).services();
    await expect(queries.inspect('', [])).rejects.toBeInstanceOf(WeirError);
    expect(await queries.inspect('', [])).toEqual(['fine']);
    port1.close();
  });

  test('an answer that cannot be decoded fails its call', async () => {
    let take: (message: unknown) => void = () => undefined;
    const broken = {
      on: (_: 'message', listener: (message: unknown) => void) => void (take = listener),
      postMessage: (message: unknown) => take(['reply', (message as unknown[])[1], BROKEN]),
      close: () => undefined,
    };
    const { queries } = new WorkerChannel(broken, SILENT).services();
    await expect(queries.inspect('', [])).rejects.toMatchObject({ code: 'internal' });
  });

  test('a call that cannot be decoded is answered with a failure', async () => {
    const { port1, port2 } = new MessageChannel();
    void serveWorker(
      port2,
      inspecting(() => Promise.resolve(1)),
      () => undefined,
    );
    const answered = new Promise<unknown>(resolve => port1.on('message', resolve));
    port1.postMessage(['call', 7, BROKEN]);
    expect(((await answered) as unknown[]).slice(0, 2)).toEqual(['failure', 7]);
    port1.close();
  });
});
