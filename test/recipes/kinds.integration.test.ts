/**
 * Recipes with every source and destination, in both versions, as users run them. Sources: numbers, files of lines, of
 * JSON and of CSV, standard input, server-sent events and WebSockets. Destinations: standard output, files, requests
 * and queries on the graph. Both versions of a recipe are equivalent, with the same results.
 */
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocketServer } from 'ws';
import { TIER } from '@weir/platform/testing';
import { Endpoint } from '../support/endpoint.js';
import { GatewayProcess } from '../support/gateway-process.js';
import { until } from '../support/until.js';

const INTO = (kind: string, key: string, value: string): string =>
  `MATCH (n) WHERE id(n) = idFrom('${kind}', ${key}) SET n:${kind}, n.value = ${value}`;

const PAGES = `
nodeAppearances:
  - { predicate: { propertyKeys: [value], knownValues: {}, dbLabel: Number }, icon: cube, color: "#123456", label: { type: Property, key: value, prefix: "number " } }
quickQueries:
  - { predicate: { propertyKeys: [], knownValues: {} }, quickQuery: { name: Near, querySuffix: MATCH (n)--(m) RETURN m, queryLanguage: Cypher, sort: Node, edgeLabel: near } }
sampleQueries: [{ name: Numbers, query: "MATCH (n:Number) RETURN n" }]
statusQuery: { cypherQuery: "MATCH (n) WHERE id(n) = idFrom('seen') RETURN n.count AS seen" }
`;

const VERSION_1 = `
version: 1
title: All kinds
ingestStreams:
  - { type: NumberIteratorIngest, startAtOffset: 1, ingestLimit: 13, format: { type: CypherLine, query: "${INTO('Number', 'toInteger($that)', 'toInteger($that)')}" } }
  - { type: FileIngest, path: $lines, format: { type: CypherLine, query: "${INTO('Line', '$line', '$line')}", parameter: line } }
  - { type: FileIngest, path: $json, format: { type: CypherJson, query: "${INTO('Json', '$that.id', '$that.nested.value')}" } }
  - { type: FileIngest, path: $csv, format: { type: CypherCsv, headers: true, delimiter: Semicolon, query: "${INTO('Row', '$that.id', '$that.value')}" } }
  - { type: StandardInputIngest, format: { type: CypherLine, query: "${INTO('Piped', '$that', '$that')}" } }
  - { type: ServerSentEventsIngest, url: $events, format: { type: CypherJson, query: "${INTO('Event', '$that.id', '$that.value')}" } }
  - { type: WebsocketSimpleStartupIngest, url: $socket, initMessages: [$first, second], keepAlive: { type: NoKeepalive }, format: { type: CypherJson, query: "${INTO('Message', '$that', '$that')}" } }
standingQueries:
  - pattern: { type: Cypher, query: "MATCH (n:Number) WHERE n.value = 7 RETURN DISTINCT id(n) AS id" }
    outputs:
      seven:
        type: CypherQuery
        query: MATCH (n) WHERE id(n) = $that.data.id RETURN n.value AS value
        andThen: { type: WriteToFile, path: $out, structure: { type: Bare } }
      count:
        type: CypherQuery
        query: MATCH (s) WHERE id(s) = idFrom('seen') CALL int.add(s, 'count', 1) YIELD result RETURN result
        andThen: { type: Drop }
  - pattern: { type: Cypher, query: "MATCH (n:Event) WHERE n.value > 1 RETURN n.value AS value", mode: MultipleValues }
    includeCancellations: true
    outputs:
      post: { type: PostToEndpoint, url: $url, headers: { x-recipe: $header }, parallelism: 1 }
      print: { type: PrintToStandardOut }
${PAGES}`;

const VERSION_2 = `
version: 2
title: All kinds
ingestStreams:
  - { name: INGEST-1, source: { type: NumberIterator, startOffset: 1, limit: 13 }, query: "${INTO('Number', '$that', '$that')}" }
  - { name: INGEST-2, source: { type: File, format: { type: Line }, path: $lines }, parameter: line, query: "${INTO('Line', '$line', '$line')}" }
  - { name: INGEST-3, source: { type: File, format: { type: JsonL }, path: $json }, query: "${INTO('Json', '$that.id', '$that.nested.value')}" }
  - { name: INGEST-4, source: { type: File, format: { type: CSV, headers: true, delimiter: SEMICOLON }, path: $csv }, query: "${INTO('Row', '$that.id', '$that.value')}" }
  - { name: INGEST-5, source: { type: StdInput, format: { type: Line }, characterEncoding: UTF-8 }, query: "${INTO('Piped', '$that', '$that')}" }
  - { name: INGEST-6, source: { type: ServerSentEvent, format: { type: Json }, url: $events }, query: "${INTO('Event', '$that.id', '$that.value')}" }
  - { name: INGEST-7, source: { type: WebsocketClient, format: { type: Json }, url: $socket, initMessages: [$first, second], keepAlive: { type: NoKeepalive }, characterEncoding: UTF-8 }, query: "${INTO('Message', '$that', '$that')}" }
standingQueries:
  - name: STANDING-1
    pattern: { type: Cypher, query: "MATCH (n:Number) WHERE n.value = 7 RETURN DISTINCT id(n) AS id" }
    outputs:
      - name: seven
        preEnrichmentTransformation: { type: InlineData }
        resultEnrichment: { query: MATCH (n) WHERE id(n) = $that.id RETURN n.value AS value }
        destinations: [{ type: File, path: $out }]
      - name: count
        destinations:
          - { type: CypherQuery, query: "MATCH (s) WHERE id(s) = idFrom('seen') CALL int.add(s, 'count', 1) YIELD result RETURN result" }
          - { type: Drop }
  - name: STANDING-2
    pattern: { type: Cypher, query: "MATCH (n:Event) WHERE n.value > 1 RETURN n.value AS value", mode: MULTIPLE_VALUES }
    includeCancellations: true
    outputs:
      - { name: post, destinations: [{ type: HttpEndpoint, url: $url, headers: { x-recipe: $header }, parallelism: 1 }] }
      - { name: print, destinations: [{ type: StandardOut }] }
${PAGES}`;

interface Result {
  readonly meta: { readonly isPositiveMatch: boolean };
  readonly data: object;
}

function textOf({ meta, data }: Result): string {
  return `${meta.isPositiveMatch ? '+' : '-'} ${JSON.stringify(data)}`;
}

const EVENTS = [
  { id: 1, value: 1 },
  { id: 2, value: 2 },
  { id: 2, value: 0 },
];

function eventServer(): Server {
  return createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    // Without event ids a reopened stream would repeat them.
    for (const event of EVENTS) response.write(`data: ${JSON.stringify(event)}\n\n`);
  });
}

/** Echoes messages as JSON, and closes after two. */
function echoServer(): WebSocketServer {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('connection', socket => {
    let left = 2;
    socket.on('message', (data: Buffer) => {
      socket.send(JSON.stringify(data.toString()));
      if (--left === 0) socket.close(1000);
    });
  });
  return server;
}

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'weir-kinds-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test.each([
  [1, VERSION_1],
  [2, VERSION_2],
])('version %d', async (_version, recipe) => {
  const events = eventServer();
  await new Promise<void>(resolve => events.listen(0, '127.0.0.1', resolve));
  const sockets = echoServer();
  await once(sockets, 'listening');
  const endpoint = await Endpoint.start();
  const values = {
    lines: 'in.txt',
    json: 'in.jsonl',
    csv: 'in.csv',
    out: 'out.jsonl',
    events: `http://127.0.0.1:${(events.address() as AddressInfo).port}/`,
    socket: `ws://127.0.0.1:${(sockets.address() as AddressInfo).port}/`,
    first: 'from a value',
    url: endpoint.url,
    header: 'from a recipe',
  };
  await writeFile(join(folder, 'r.yaml'), recipe);
  await writeFile(join(folder, 'in.txt'), 'a\nb\n');
  await writeFile(join(folder, 'in.jsonl'), '{"id":1,"nested":{"value":"x"}}\nno JSON\n{"id":2,"nested":{"value":9007199254740993}}\n');
  await writeFile(join(folder, 'in.csv'), 'id;value\n1;"a;b"\n');
  const options = Object.entries(values).flatMap(([key, value]) => ['-x', `${key}=${value}`]);
  const gateway = GatewayProcess.spawnWith(folder, {}, '-r', 'r.yaml', ...options);
  try {
    await gateway.ready();
    gateway.input.end('p\nq\n');
    const completed = [13, 2, 3, 2, 2].map((count, i) =>
      gateway.status.matching(new RegExp(`^INGEST-${i + 1} status is completed and ingested ${count}$`)),
    );
    await Promise.all(completed);
    await gateway.status.matching(/^INGEST-7 status is completed and ingested 2$/);

    expect(gateway.status.seen.filter(line => !line.includes(' WARN ')).slice(0, 13)).toEqual([
      'Graph is ready',
      'Using 1 node appearances',
      'Using 1 quick queries',
      'Using 1 sample queries',
      'Running Standing Query STANDING-1',
      'Running Standing Query STANDING-2',
      ...[1, 2, 3, 4, 5, 6, 7].map(i => `Running Ingest Stream INGEST-${i}`),
    ]);
    await gateway.status.matching(/^Status query URL is http.*#MATCH%20\(n\)/);

    // External destinations
    const posted = await until(
      () => endpoint.received as Result[],
      results => results.length === 2,
    );
    expect(posted.map(textOf)).toEqual(['+ {"value":2}', '- {"value":2}']);
    const printed = await gateway.results.matching(/(\{"meta":.*\})$/, 2);
    expect(printed.map(([, json]) => textOf(JSON.parse(json!) as Result))).toEqual(posted.map(textOf));
    await until(
      () => readFile(join(folder, 'out.jsonl'), 'utf8').catch(() => ''),
      text => text === '{"value":7}\n',
    );

    // In the graph
    const values = `MATCH (n) WHERE n.value IS NOT NULL AND n:`;
    const of = async (label: string): Promise<unknown[]> =>
      (await gateway.rows(`${values}${label} RETURN n.value ORDER BY n.value`)).flat();
    expect(await of('Number')).toEqual(Array.from({ length: 13 }, (_, i) => i + 1));
    expect(await of('Line')).toEqual(['a', 'b']);
    expect((await gateway.rows(`MATCH (n:Json) RETURN toString(n.value) ORDER BY n.value`)).flat().sort()).toEqual([
      '9007199254740993',
      'x',
    ]);
    expect(await of('Row')).toEqual(['a;b']);
    expect(await of('Piped')).toEqual(['p', 'q']);
    expect(await of('Event')).toEqual([0, 1]);
    expect(await of('Message')).toEqual(['from a value', 'second']);

    // For the pages
    const ui = async (list: string): Promise<unknown> =>
      (await gateway.fetch(`/api/v1/query-ui/${list}`)).json();
    expect(await ui('sample-queries')).toEqual([{ name: 'Numbers', query: 'MATCH (n:Number) RETURN n' }]);
    expect(await ui('quick-queries')).toMatchObject([{ quickQuery: { name: 'Near', sort: 'Node', edgeLabel: 'near' } }]);
    expect(await ui('node-appearances')).toMatchObject([{ color: '#123456', label: { prefix: 'number ' } }]);

    const seen = `MATCH (n) WHERE id(n) = idFrom('seen') RETURN n.count`;
    // A separate output.
    expect(await until(() => gateway.rows(seen), rows => rows[0]![0] !== null)).toEqual([[1]]);
    // Five seconds after the start.
    if (TIER === 'nightly') await gateway.status.matching(/^seen \| 1$/);
  } finally {
    expect(await gateway.stop()).toBe(0);
    await endpoint.stop();
    sockets.close();
    events.closeAllConnections();
    events.close();
  }
});
