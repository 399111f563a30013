/** Traces as a collector receives them. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startWeir } from '../testing/start-weir.js';

interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly links?: readonly { readonly spanId: string }[];
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[];
}

let collector: Server;
let endpoint: string;
let sent: SentSpan[] = [];
let authorization: string | undefined;
beforeAll(async () => {
  collector = createServer((request, response) => {
    authorization = request.headers.authorization;
    let text = '';
    request.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    request.on('end', () => {
      const body = JSON.parse(text) as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] };
      for (const { scopeSpans } of body.resourceSpans)
        for (const { spans } of scopeSpans) sent.push(...spans);
      response.setHeader('content-type', 'application/json').end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/traces`;
});
afterAll(() => collector.close());
beforeEach(() => (sent = []));

function attribute(span: SentSpan, key: string): unknown {
  const value = span.attributes.find(each => each.key === key)?.value;
  return value === undefined ? undefined : Object.values(value)[0];
}

async function ingestSome(settings: Parameters<typeof startWeir>[0] & object): Promise<void> {
  const { url, weir, stop } = await startWeir(settings);
  const post = (path: string, body: unknown) =>
    fetch(url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-request-id': 'mine',
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      },
      body: JSON.stringify(body),
    });
  await post('/api/v1/query/standing/watch?secret=1', {
    pattern: { type: 'Cypher', query: 'MATCH (n:Seen) RETURN DISTINCT id(n)', mode: 'DistinctId' },
    outputs: { print: { type: 'PrintToStandardOut' } },
  });
  await post('/api/v1/ingest/numbers', {
    type: 'NumberIteratorIngest',
    format: { type: 'CypherLine', query: 'MATCH (n) WHERE id(n) = idFrom($that) SET n:Seen' },
    ingestLimit: 5,
  });
  await weir.services.graph.idle();
  while (weir.services.ingest.get('numbers')!.status !== 'Completed') await weir.services.graph.idle();
  await stop();
}

test('traces a record to its delivered result', async () => {
  await ingestSome({
    settings: { 'tracing.endpoint': endpoint, 'tracing.headers': ['authorization=Bearer x=y'] },
  });
  expect(authorization).toBe('Bearer x=y');
  const named = (name: string): SentSpan[] => sent.filter(span => span.name === name);
  const chunks = named('ingest');
  expect(chunks.reduce((sum, span) => sum + Number(attribute(span, 'weir.records')), 0)).toBe(5);
  expect(attribute(chunks[0]!, 'weir.ingest.stream')).toBe('numbers');
  for (const query of named('query'))
    expect(chunks.map(({ spanId }) => spanId)).toContain(query.parentSpanId);
  const causes = new Set(sent.map(({ spanId }) => spanId));
  const results = named('standing results');
  expect(results.reduce((sum, span) => sum + Number(attribute(span, 'weir.results')), 0)).toBe(5);
  for (const { links } of results) {
    expect(links!.length).toBeGreaterThan(0);
    for (const { spanId } of links!) expect(causes).toContain(spanId);
  }
  const deliveries = named('output');
  expect(deliveries.reduce((sum, span) => sum + Number(attribute(span, 'weir.results')), 0)).toBe(5);
  for (const { parentSpanId } of deliveries)
    expect(results.map(({ spanId }) => spanId)).toContain(parentSpanId);
  const [request] = named('POST /api/v1/query/standing/watch');
  expect(request).toMatchObject({
    traceId: '0af7651916cd43dd8448eb211c80319c',
    parentSpanId: 'b7ad6b7169203331',
  });
  expect(attribute(request!, 'weir.request.id')).toBe('mine');
  expect(attribute(request!, 'http.response.status_code')).toBe(201);
  expect(JSON.stringify(sent)).not.toContain('secret');
});

test('sends nothing for traces that are not sampled, nor without an endpoint', async () => {
  await ingestSome({ settings: { 'tracing.endpoint': endpoint, 'tracing.sample': 0 } });
  expect(sent.map(({ traceId }) => traceId).filter(id => id !== '0af7651916cd43dd8448eb211c80319c')).toEqual(
    [],
  );
  sent = [];
  await ingestSome({});
  expect(sent).toEqual([]);
});
