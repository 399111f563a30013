import { clientOfService, until } from '../testing/client-of-service.js';

const client = clientOfService();

test('returns the metrics in the format of Prometheus', async () => {
  const { ask, cypher } = client;
  await ask('POST', '/api/v1/query/standing/odd "ones"', {
    pattern: { type: 'Cypher', query: 'MATCH (n) WHERE n.odd = 1 RETURN DISTINCT id(n) AS id' },
    outputs: { print: { type: 'PrintToStandardOut' } },
  });
  await ask('POST', '/api/v1/ingest/numbers', { type: 'NumberIteratorIngest', ingestLimit: 5 });
  await cypher('UNWIND [1, 1, 2] AS i CREATE (n {odd: i})');
  const read = async () => (await ask('GET', '/metrics')).text.split('\n');
  const has = (line: string) => (lines: readonly string[]) => lines.includes(line);
  const wanted = [
    'weir_ready 1',
    'weir_ingest_records_total{stream="numbers"} 5',
    'weir_ingest_status{stream="numbers",status="Completed"} 1',
    'weir_standing_matches_total{query="odd \\"ones\\""} 2',
    'weir_output_delivered_total{query="odd \\"ones\\"",output="print"} 2',
  ];
  for (const line of wanted) await until(read, has(line));
  // A second read counts nothing twice.
  const lines = await read();
  for (const line of wanted) expect(lines).toContain(line);
  expect(lines.filter(line => line.startsWith('weir_shard_nodes{shard="0",state="awake"}'))).toHaveLength(1);
  expect(lines.some(line => line.startsWith('nodejs_eventloop_lag_p99_seconds '))).toBe(true);
  await ask('DELETE', '/api/v1/ingest/numbers');
  expect((await read()).filter(line => line.includes('stream="numbers"'))).toEqual([]);
  const { status, type } = await ask('GET', '/metrics');
  expect([status, type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
});
