/**
 * A recipe that uses many features of Cypher, like one for the log of a content delivery network: regular expressions
 * with lookaround, counters, dates with a pattern, durations, chained comparisons, and a quick query with loops.
 */
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GatewayProcess } from '../support/gateway-process.js';
import { projectFile } from '../support/project-file.js';

const EDGE = 'https://edge-7.example.com/films';
const LATE = 'https://edge-8.example.com/shows';
/** The third client's misses are too far apart. */
const RECORDS = [
  ['10.0.0.1', `${EDGE}/a1.ts`, 'MISS', 40, '10:00:00.000'],
  ['10.0.0.1', `${EDGE}/a2.ts`, 'HIT', 5, '10:00:01.000'],
  ['10.0.0.1', `${EDGE}/a3.ts`, 'MISS', 70, '10:01:02.500'],
  ['10.0.0.2', 'http://origin.example.com:8080/index.html', 'MISS', 9, '10:01:03.000'],
  ['10.0.0.1', `${EDGE}/a4.m4s`, 'MISS', 60, '10:02:03.250'],
  ['10.0.0.3', `${LATE}/b.ts`, 'MISS', 1, '10:00:00.000'],
  ['10.0.0.3', `${LATE}/c.ts`, 'MISS', 2, '10:30:00.000'],
  ['10.0.0.3', `${LATE}/d.ts`, 'MISS', 3, '11:00:00.000'],
  ['10.0.0.2', `${LATE}/e.mp4`, 'HIT', 4, '11:00:00.000'],
].map(([ip, url, cache, millis, time]) => ({ ip, url, cache, millis, time: `2024-05-01 ${time}` }));

test('finds clients in a log of a content delivery network', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'weir-cdn-'));
  await copyFile(projectFile('test/recipes/cdn.yaml'), join(folder, 'cdn.yaml'));
  await writeFile(join(folder, 'log.jsonl'), RECORDS.map(record => `${JSON.stringify(record)}\n`).join(''));
  const gateway = await GatewayProcess.startIn(folder, '-r', 'cdn.yaml', '-x', 'in_file=log.jsonl');
  try {
    await gateway.status.matching(/^INGEST-1 status is completed and ingested 9$/);
    const [[, shown]] = (await gateway.results.matching(/`badExperience` match: (.*)$/)) as [RegExpExecArray];
    expect(JSON.parse(shown!)).toMatchObject({
      meta: { isPositiveMatch: true },
      data: {
        ip: '10.0.0.1',
        misses: 3,
        fastest: 5,
        slowest: 70,
        within: 'PT2M3.25S',
        link: 'http://127.0.0.1:8080/#MATCH%20%28n%3AClient%29%20WHERE%20n.ip%20%3D%20%2210.0.0.1%22%20RETURN%20n',
      },
    });
    const servers = 'MATCH (n:Server) RETURN n.host, n.kind, n.misses ORDER BY n.host';
    expect(await gateway.rows(servers)).toEqual([
      ['edge-7.example.com', 'edge', 3],
      ['edge-8.example.com', 'edge', 3],
      ['origin.example.com', 'origin', 1],
    ]);
    expect(await gateway.rows('MATCH (n:Client) RETURN n.ip, n.state ORDER BY n.ip')).toEqual([
      ['10.0.0.1', 'bad'],
      ['10.0.0.2', 'good'],
      ['10.0.0.3', 'bad'],
    ]);

    // Run like on a page, for the client that has watched two videos.
    const [{ quickQuery }] = (await (await gateway.fetch('/api/v1/query-ui/quick-queries')).json()) as [
      { quickQuery: { querySuffix: string } },
    ];
    const client = `MATCH (n) WHERE id(n) = idFrom('client', '10.0.0.2') `;
    expect(await gateway.rows(client + quickQuery.querySuffix)).toEqual([[2]]);
    expect(await gateway.rows('MATCH (a)-[:beside]->(b) RETURN count(*)')).toEqual([[1]]);
  } finally {
    expect(await gateway.stop()).toBe(0);
    await rm(folder, { recursive: true });
  }
  expect(gateway.results.seen).toHaveLength(1);
});
