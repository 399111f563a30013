import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleLines } from '@weir/samples';
import { GatewayProcess } from '../support/gateway-process.js';
import { projectFile } from '../support/project-file.js';

const ODD_LINES = [
  'not an access log line',
  '',
  '198.18.0.1 - - [01/Jan/2026:00:00:00 +0100] "GET /no-agent HTTP/1.1" 200 12 "-" "',
  '198.18.0.2 - bob [01/Jan/2026:00:00:00 -0500] "POST /a%20b?c=d HTTP/1.1" 500 - "-" "x \\" y"',
];

describe('recipe access-log', () => {
  let folder = '';
  let gateway: GatewayProcess | undefined;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'weir-access-log-'));
  });
  afterEach(async () => {
    await gateway?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('reports each client that missed three different pages once', async () => {
    const lines = [...sampleLines('access-log', { seed: 2, records: 4_000 }), ...ODD_LINES];
    const missed = new Map<string, Set<string>>();
    for (const line of lines) {
      const [, client, page] = /^(\S+) .*"GET (\S+) HTTP\/1\.1" 404 /.exec(line) ?? [];
      if (client === undefined) continue;
      if (!missed.has(client)) missed.set(client, new Set());
      missed.get(client)!.add(page!);
    }
    const probers = [...missed].filter(([, pages]) => pages.size >= 3).map(([client]) => client);
    expect(probers).toHaveLength(5);

    const file = join(folder, 'access.log');
    await writeFile(file, lines.join('\n') + '\n');
    gateway = await GatewayProcess.start('-r', 'access-log', '-x', `in_file=${file}`);
    await gateway.status.matching(/requests status is completed and ingested \d+/);
    const reported = await gateway.results.matching(/^(\{"client":.*)$/, probers.length);
    const clients = reported.map(match => (JSON.parse(match[1]!) as { client: string }).client);
    expect(clients.sort()).toEqual(probers.sort());

    const [client, pages] = [...missed].find(([, all]) => all.size >= 3)!;
    const query = `MATCH (c)-[:missed]->(p) WHERE id(c) = idFrom('client', '${client}') RETURN p.path`;
    expect((await gateway.rows(query)).flat().sort()).toEqual([...pages].sort());
    expect(
      await gateway.rows(
        `MATCH (r) WHERE id(r) = idFrom('response', '${ODD_LINES[2]}') RETURN r.status, r.bytes, r.agent, r.time.epochSeconds`,
      ),
    ).toEqual([[200, 12, '', 1_767_222_000]]);
  });

  test('without a file it reads its sample', async () => {
    gateway = await GatewayProcess.start('-r', 'access-log');
    await gateway.results.matching(/^\{"client":"203\.0\.113\.\d"/);
  });

  test('a file of version 1 prints its matches, and without its value one line that names the variable', async () => {
    const recipe = projectFile('test/recipes/version-1/access-log-v1.yaml');
    const file = join(folder, 'access.log');
    const miss = (page: string): string =>
      `203.0.113.1 - - [02/Jan/2026:03:04:05 +0000] "GET ${page} HTTP/1.1" 404 10 "-" "x"\n`;
    await writeFile(file, ['/a', '/b', '/c'].map(miss).join(''));
    gateway = await GatewayProcess.start('-r', recipe, '-x', `in_file=${file}`);
    await gateway.results.matching(/Standing query `prober` match: .*"client":"203\.0\.113\.1"/);
    await expect(GatewayProcess.start('-r', recipe)).rejects.toThrow(
      'Missing required parameter in_file; use --recipe-value in_file=',
    );
  });
});
