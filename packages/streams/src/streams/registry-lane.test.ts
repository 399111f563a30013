/** Uses a minimal registry that answers like Confluent's. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SchemaRegistry } from '@weir/formats/http';
import type { ChunkOutcome, RecordChunk } from '@weir/contract';
import { OPEN_RULES, OutgoingPolicy, SECRET_MASK } from '@weir/platform';
import { TestEnvironment, until } from '@weir/platform/testing';
import { maskedIngest, parseIngestDefinition } from '@weir/definitions';
import { REGISTERED } from '@weir/formats/testing';
import { RegistryLane } from './registry-lane.js';

const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64');
const first = bytesOf(REGISTERED.first);
const second = bytesOf(REGISTERED.second);

let environment: TestEnvironment;
let server: Server;
let asked: string[];
let authorization: string | undefined;
let answer: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
let contexts: unknown[];

const ANSWERS: Record<string, object> = {
  '/ccompat/schemas/ids/1': { schema: REGISTERED.one },
  '/ccompat/schemas/ids/2': {
    schema: REGISTERED.two,
    references: [{ name: 'shop.Place', subject: 'shop/place', version: 4 }],
  },
  '/ccompat/schemas/ids/9': { schema: 'syntax = "proto3";', schemaType: 'PROTOBUF' },
  '/ccompat/subjects/shop%2Fplace/versions/4': { schema: REGISTERED.place },
};

beforeEach(async () => {
  environment = new TestEnvironment();
  asked = [];
  contexts = [];
  answer = undefined;
  server = createServer((request, response) => {
    asked.push(request.url!);
    ({ authorization } = request.headers);
    if (answer?.(request, response) === true) return;
    const found = ANSWERS[request.url!];
    response.statusCode = found === undefined ? 404 : 200;
    response.end(JSON.stringify(found ?? { error_code: 40403, message: 'Schema not found' }));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise(resolve => server.close(resolve));
});

function open(more: object = {}, rules = OPEN_RULES): RegistryLane {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ccompat/`;
  const dependencies = { clock: environment.clock, outgoing: new OutgoingPolicy(rules) };
  const registry = new SchemaRegistry({ url, ...more }, dependencies);
  const nothing = (): Promise<void> => Promise.resolve();
  const lane = {
    preferredInFlight: 1,
    runChunk: (chunk: RecordChunk): Promise<ChunkOutcome> => {
      contexts.push(JSON.parse(chunk.context!));
      return Promise.resolve({ done: chunk.bounds.length / 2, rejected: 0, rejections: [] });
    },
    release: nothing,
    hold: nothing,
    abort: nothing,
    close: nothing,
  };
  return new RegistryLane(lane, { registry, decoders: [], environment });
}

function chunkOf(...records: Uint8Array[]): RecordChunk {
  let at = 0;
  const bounds = Uint32Array.from(records.flatMap(({ length }) => [at, (at += length)]));
  return { bytes: Buffer.concat(records), bounds, firstPosition: 0 };
}

const named = (number: number): Buffer => Buffer.of(0, 0, 0, 0, number, 1);

test('sends the schemas named by records with them, and requests each schema once', async () => {
  const lane = open({ username: 'key', password: 'secret' });
  const outcome = await lane.runChunk(chunkOf(first, second, first, Buffer.from('{}')));
  expect(outcome.done).toBe(4);
  expect(contexts).toEqual([
    {
      1: { schema: REGISTERED.one, references: [] },
      2: { schema: REGISTERED.two, references: [REGISTERED.place] },
    },
  ]);
  expect(authorization).toBe(`Basic ${Buffer.from('key:secret').toString('base64')}`);
  await lane.runChunk(chunkOf(second, first));
  expect(asked).toHaveLength(3);
  await lane.close();
});

test('reports schemas unknown to the registry, and requests them again after a while', async () => {
  const lane = open({ bearerToken: 'token' });
  await lane.runChunk(chunkOf(named(7), named(9)));
  await lane.runChunk(chunkOf(named(7)));
  expect(contexts[0]).toEqual({
    7: expect.stringMatching(/does not know schema 7/) as string,
    9: expect.stringMatching(/PROTOBUF/) as string,
  });
  expect(asked).toHaveLength(2);
  expect(authorization).toBe('Bearer token');
  environment.advance(31_000);
  await lane.runChunk(chunkOf(named(7)));
  expect(asked).toHaveLength(3);
  await lane.close();
});

test.each([
  ['is not there', (_: IncomingMessage, response: ServerResponse) => void response.destroy()],
  ['is busy', (_: IncomingMessage, response: ServerResponse) => void response.writeHead(503).end('busy')],
  ['talks of something else', (_: IncomingMessage, response: ServerResponse) => void response.end('<html>')],
])('records wait while the registry %s, and the reason is reported', async (_, trouble) => {
  answer = (request, response) => {
    trouble(request, response);
    return true;
  };
  const lane = open();
  const running = lane.runChunk(chunkOf(first));
  await until(() => lane.trouble !== undefined);
  expect(lane.trouble).toMatch(/^The schema registry at http:\/\/127\.0\.0\.1/);
  answer = undefined;
  await until(() => {
    environment.advance(10_000);
    return contexts.length === 1;
  });
  expect((await running).done).toBe(1);
  expect(lane.trouble).toBeUndefined();
  await lane.close();
});

test('fails if the registry denies access', async () => {
  answer = (_request, response) => {
    response.writeHead(401).end('{"error_code":401,"message":"Unauthorized"}');
    return true;
  };
  await expect(open().runChunk(chunkOf(first))).rejects.toMatchObject({
    code: 'ingest.invalid',
    message: expect.stringMatching(/status 401, Unauthorized/) as string,
  });
});

test('a stopped lane does not wait any longer', async () => {
  answer = () => true;
  const lane = open();
  const running = lane.runChunk(chunkOf(first)).then(
    () => 'done',
    (error: unknown) => (error as { code: string }).code,
  );
  await until(() => asked.length === 1);
  await lane.close();
  expect(await running).toBe('cypher.cancelled');
});

test('sends no request to forbidden addresses', async () => {
  const lane = open({}, { ...OPEN_RULES, loopback: false });
  const running = lane.runChunk(chunkOf(first)).catch(() => 'cancelled');
  await until(() => lane.trouble !== undefined);
  await lane.close();
  expect(await running).toBe('cancelled');
  expect(asked).toEqual([]);
});

test('never returns secrets', () => {
  const schemaRegistry = { url: 'http://u:p@registry:8081', password: 'one', bearerToken: 'two' };
  const definition = parseIngestDefinition({ type: 'ServerSentEventsIngest', url: 'http://x' });
  const { source } = definition;
  const shown = maskedIngest({
    ...definition,
    source: { ...source, format: { type: 'Avro', schemaRegistry } } as typeof source,
  });
  expect(JSON.stringify(shown)).not.toMatch(/one|two|u:p/);
  expect(JSON.stringify(shown)).toContain(SECRET_MASK);
});
