/**
 * Explanations of missing matches are correct and complete: a node is reported to match exactly when the batch query
 * finds rows for it, and adding everything that is reported missing, step by step, produces the match.
 *
 * WEIR_TEST_ORACLE_SEED and WEIR_TEST_ORACLE_CASES choose other cases and more of them.
 */
import { SeededRandom } from '@weir/graph/testing';
import { IdValue, type NodeId } from '@weir/model';
import { randomTest } from '@weir/platform/testing';
import { nodeVerdict, openGraph, type StandingHandle, type StreamingGraph } from '@weir/runtime';
import { OracleProgress } from '../support/oracle-progress.js';
import { explainableQuery } from './explanations/explainable-query.js';
import { repairsIn } from './explanations/repairs.js';
import { type Feature, FEATURE_NAMES, isAccepted } from './grammar/features.js';
import { idOf } from './grammar/node-ids.js';
import { randomQuery } from './grammar/random-query.js';
import { NODE, tryStatement, writeStatement } from './writes/write-statement.js';
import { randomEdgeLabels, randomWrite } from './writes/random-write.js';

const { seed: SEED, cases } = randomTest('explain oracle');
const CASES = Math.ceil(cases / 20);
const WRITES = 25;
const MOST_REPAIRS = 200;

const OFFERED = FEATURE_NAMES.filter(feature => isAccepted(feature) && feature !== 'user-function');

interface Tally {
  matching: number;
  notMatching: number;
  repairs: number;
  /** Number of cases in which the randomly drawn values never fitted together. */
  givenUp: number;
}

/** Over the whole grammar: the explanation of a node names a missing condition exactly if the node does not match. */
async function completeCase(random: SeededRandom, graph: StreamingGraph, tally: Tally): Promise<void> {
  const nodes = 2 + random.below(5);
  const alphabet = { edgeLabels: randomEdgeLabels(random), isPlain: random.chance(0.5) };
  const richness = random.next() * 0.6;
  const offered = new Set<Feature>(OFFERED.filter(() => random.chance(richness)));
  const { text, mode } = randomQuery(random, offered, nodes);
  const query = await register(graph, text, mode);
  for (let i = 0; i < WRITES; i++)
    await tryStatement(graph, writeStatement(randomWrite(random, nodes, alphabet)));
  await graph.idle();
  for (let node = 0; node < nodes; node++) {
    const { matches, missing } = nodeVerdict(await query.inspection.explain(idOf(node)));
    if (matches === missing.length > 0) {
      const lacks = missing.map(({ what }) => what).join('; ');
      throw new Error(`${text}: node ${node} ${matches ? 'matches' : 'does not match'}, missing: [${lacks}]`);
    }
    tally[matches ? 'matching' : 'notMatching']++;
  }
}

/** Makes a random node of a random small graph match. */
async function repairCase(random: SeededRandom, graph: StreamingGraph, tally: Tally): Promise<void> {
  const nodes = 4;
  const { text, mode } = explainableQuery(random);
  const query = await register(graph, text, mode);
  const alphabet = { edgeLabels: ['x', 'y', 'z', 'v', 'u'], isPlain: true };
  for (let i = 0; i < 12; i++)
    await tryStatement(graph, writeStatement(randomWrite(random, nodes, alphabet)));
  const root = idOf(random.below(nodes));
  // A node named by id in a query exists for it, so it is written here to exist for both.
  await tryStatement(graph, { text: `${NODE} SET n.other = 1`, parameters: { node: new IdValue(root) } });
  await graph.idle();
  const name = (await query.inspection.survey()).patternNodes[0]!.variable!;
  const story: string[] = [];
  for (;;) {
    const found = await query.inspection.explain(root);
    const { matches, missing } = nodeVerdict(found);
    const rows = await batchRows(graph, text, name, root);
    if (matches !== rows > 0) {
      throw new Error(`${text}: said to match: ${matches}, rows: ${rows}; after ${story.join('; ')}`);
    }
    if (rows > 0) break;
    const repairs = repairsIn(found, random);
    if (repairs.length === 0) {
      const lacks = missing.map(({ what }) => what).join('; ');
      throw new Error(`${text}: does not match after ${story.join('; ')}; missing: ${lacks}`);
    }
    if (story.length === MOST_REPAIRS) {
      tally.givenUp++;
      return;
    }
    const repair = random.pick(repairs);
    story.push(repair.because);
    await tryStatement(graph, repair.statement);
    await graph.idle();
  }
  tally.repairs += story.length;
}

function register(
  graph: StreamingGraph,
  query: string,
  mode: 'DistinctId' | 'MultipleValues',
): Promise<StandingHandle> {
  return graph.registerStanding({ name: 'q', query, mode, includeCancellations: true, inputBufferSize: 64 });
}

async function batchRows(graph: StreamingGraph, text: string, name: string, root: NodeId): Promise<number> {
  const anchored = `MATCH (${name}) WHERE id(${name}) = $root ${text}`;
  const rows = await (await graph.query(anchored, { parameters: { root: new IdValue(root) } })).rows();
  return rows.length;
}

async function checkCases(
  name: string,
  run: (random: SeededRandom, graph: StreamingGraph, tally: Tally) => Promise<void>,
): Promise<Tally> {
  const tally: Tally = { matching: 0, notMatching: 0, repairs: 0, givenUp: 0 };
  const progress = new OracleProgress(name, SEED, CASES);
  try {
    for (let seed = SEED; seed < SEED + CASES; seed++) {
      const graph = await openGraph({ shards: 2, workers: 0 });
      try {
        await run(new SeededRandom(seed), graph, tally);
      } catch (error) {
        throw new Error(`seed ${seed}: ${String(error)}`, { cause: error });
      } finally {
        await graph.close();
      }
      progress.passed();
    }
  } finally {
    progress.end();
  }
  return tally;
}

test(
  `${CASES} random queries from seed ${SEED}: something is missing exactly where nothing matches`,
  async () => {
    const { matching, notMatching } = await checkCases('explain', completeCase);
    expect(Math.min(matching, notMatching)).toBeGreaterThanOrEqual(Math.floor(CASES / 10));
  },
  60_000 + CASES * 2000,
);

test(
  `${CASES} random nodes from seed ${SEED}: match once everything missing was added`,
  async () => {
    const { repairs, givenUp } = await checkCases('explain and repair', repairCase);
    expect(givenUp).toBeLessThanOrEqual(Math.ceil(CASES / 100));
    expect(repairs).toBeGreaterThanOrEqual(Math.floor(CASES / 2));
  },
  60_000 + CASES * 2000,
);
