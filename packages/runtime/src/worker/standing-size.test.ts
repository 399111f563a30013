import { openGraph } from '../coordinator/open-graph.js';
import { systemEnvironment } from '../system-environment.js';

const WRITE =
  'UNWIND range(1, $count) AS i MATCH (h), (m) WHERE id(h) = idFrom("hub") AND id(m) = idFrom(i) SET h:Hub, m.v = i CREATE (h)-[:has]->(m)';
const PAIRS = 'MATCH (a)<-[:has]-(h:Hub)-[:has]->(b) RETURN a.v AS a, b.v AS b';

test('logs the name of a query with much state, and again when its state has doubled', async () => {
  const warnings: (Readonly<Record<string, unknown>> | undefined)[] = [];
  const environment = systemEnvironment({
    log: (level, message, fields) => {
      if (level === 'warn' && message.includes('has much state')) warnings.push(fields);
    },
  });
  const graph = await openGraph({ workers: 0, standing: { stateWarning: 500 } }, environment);
  try {
    const handle = await graph.registerStanding({
      name: 'pairs',
      query: PAIRS,
      mode: 'MultipleValues',
      includeCancellations: true,
      inputBufferSize: 32,
    });
    const write = async (count: number): Promise<void> => {
      await (await graph.query(WRITE, { parameters: { count } })).rows();
      await graph.idle();
    };
    await write(10);
    expect(warnings).toEqual([]);
    await write(40);
    const { states, rows, results } = warnings[0] as Record<'states' | 'rows' | 'results', number>;
    expect(warnings[0]).toMatchObject({ query: PAIRS });
    expect(states + rows + results).toBe(500);
    expect(warnings.length).toBe(2);
    // Removed state is not counted.
    await (await graph.query('MATCH (h) WHERE id(h) = idFrom("hub") DETACH DELETE h')).rows();
    await graph.idle();
    expect(handle.stats().cancellations).toBe(40 * 39);
    await write(10);
    expect(warnings.length).toBe(2);
  } finally {
    await graph.close();
  }
});
