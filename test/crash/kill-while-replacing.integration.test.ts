/** After a kill at any moment of a replacement, the gateway has the old query or the new one, with correct results. */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomTest } from '@weir/platform/testing';
import { standingRoots } from '../support/accumulated-results.js';
import { GatewayProcess } from '../support/gateway-process.js';
import { resultsInFile } from '../support/result-lines.js';
import { until } from '../support/until.js';
import { type Result, V1Client } from '../support/v1-client.js';

const { cases: ROUNDS } = randomTest('kills while replacing');
const NODES = 40;

function above(least: number): string {
  return `MATCH (n) WHERE n.x >= ${least} RETURN DISTINCT strId(n) AS id`;
}

function outputs(folder: string): Promise<Result[]> {
  return resultsInFile(join(folder, 'results.jsonl'));
}

test('has the old or the new query, and reported results equal its result', async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'weir-replace-')));
  let gateway = await GatewayProcess.startIn(folder, '--data', 'data');
  try {
    let api = new V1Client(gateway);
    const values = Array.from({ length: NODES }, (_, n) => n % 10);
    await api.cypher(`UNWIND range(0, ${NODES - 1}) AS n MATCH (m) WHERE id(m) = idFrom(n) SET m.x = n % 10`);
    await api.createStanding('watch', above(5), {
      outputs: { file: { type: 'WriteToFile', path: 'results.jsonl' } },
    });
    await api.propagate();
    let old = above(5);
    for (let round = 0; round < ROUNDS; round++) {
      const next = above([2, 7, 4, 0, 6][round % 5]!);
      const put = api
        .call('PUT', '/query/standing/watch', 200, { pattern: { type: 'Cypher', query: next } })
        .then(
          () => true,
          () => false,
        );
      // Kills a real process at a real moment.
      await new Promise(resolve => setTimeout(resolve, 4 + ((round * 13) % 60)));
      await gateway.kill();
      const answered = await put;
      gateway = await GatewayProcess.startIn(folder, '--data', 'data');
      api = new V1Client(gateway);
      const { pattern } = await api.standing('watch');
      const now = pattern['query'] as string;
      expect([old, next]).toContain(now);
      if (answered) expect(now).toBe(next);
      old = now;
      const n = (round * 7) % NODES;
      values[n] = (values[n]! + 5) % 10;
      await api.cypher(`MATCH (m) WHERE id(m) = idFrom(${n}) SET m.x = ${values[n]}`);
      const expected = (
        (await api.cypher(
          now
            .replace('MATCH (n)', `UNWIND range(0, ${NODES - 1}) AS i MATCH (n)`)
            .replace('WHERE', 'WHERE id(n) = idFrom(i) AND'),
        )) as [string][]
      )
        .map(([id]) => id)
        .sort();
      await until(
        async () => standingRoots(await outputs(folder)),
        roots => JSON.stringify(roots) === JSON.stringify(expected),
      );
    }
  } finally {
    await gateway.kill();
    await rm(folder, { recursive: true, force: true });
  }
});
