import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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

/** Samples by name and labels, as a scraper parses them. */
function samplesIn(text: string): ReadonlyMap<string, number> {
  const lines = text.split('\n').filter(line => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map(line => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}

test('reports latencies as histograms in seconds', async () => {
  const { ask, cypher, service } = client;
  await writeFile(join(service.folder, 'pairs.jsonl'), '{"a": 1}\n{"a": 2}\n');
  await ask('POST', '/api/v1/query/standing/pairs', {
    pattern: { type: 'Cypher', query: 'MATCH (n)-[:next]->(m) RETURN DISTINCT id(n) AS id' },
    outputs: { print: { type: 'PrintToStandardOut' } },
  });
  await ask('POST', '/api/v1/ingest/pairs', {
    type: 'FileIngest',
    path: 'pairs.jsonl',
    format: {
      type: 'CypherJson',
      query: 'MATCH (n), (m) WHERE id(n) = idFrom($that.a) AND id(m) = idFrom(0) CREATE (n)-[:next]->(m)',
    },
  });
  await cypher('RETURN');
  const read = async () => samplesIn((await ask('GET', '/metrics')).text);
  const delivery = 'weir_result_to_delivery_seconds_count{query="pairs",output="print"}';
  await until(read, samples => samples.get(delivery) === 2);
  const samples = await read();
  expect(samples.get('weir_record_to_result_seconds_count{query="pairs"}')).toBe(2);
  expect(samples.get('weir_query_duration_seconds_count{outcome="failed"}')).toBe(1);
  expect(samples.get('weir_wake_duration_seconds_count')).toBe(0);
  expect(samples.get('weir_write_duration_seconds_count')).toBeGreaterThan(0);
  const buckets = [...samples].filter(([name]) => name.startsWith('weir_query_duration_seconds_bucket'));
  const failed = buckets.filter(([name]) => name.includes('outcome="failed"'));
  expect(failed).toHaveLength(17);
  expect(failed[0]![0]).toBe('weir_query_duration_seconds_bucket{le="0.0005",outcome="failed"}');
  expect(failed.at(-1)).toEqual(['weir_query_duration_seconds_bucket{le="+Inf",outcome="failed"}', 1]);
  // Buckets are cumulative.
  const counts = failed.map(([, count]) => count);
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
});
