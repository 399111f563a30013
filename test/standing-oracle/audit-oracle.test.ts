/**
 * An audit raises no false alarm: over the whole grammar and random writes, sampled and complete audits agree with what
 * the query reports. Detects errors in the audit's handling of roots, groups, and text that begins at a node.
 *
 * WEIR_TEST_ORACLE_SEED and WEIR_TEST_ORACLE_CASES choose other cases and more of them.
 */
import { SeededRandom } from '@weir/graph/testing';
import { randomTest } from '@weir/platform/testing';
import { type AuditReport, openGraph, type StandingHandle } from '@weir/runtime';
import { OracleProgress } from '../support/oracle-progress.js';
import { type Feature, FEATURE_NAMES, isAccepted } from './grammar/features.js';
import { randomQuery } from './grammar/random-query.js';
import { randomEdgeLabels, randomWrite } from './writes/random-write.js';
import { tryStatement, writeStatement } from './writes/write-statement.js';

const { seed: SEED, cases } = randomTest('audit oracle');
/** Twenty times as expensive as a case of the other oracles. */
const CASES = Math.ceil(cases / 20);
const QUERIES = 3;
const WRITES = 25;

const OFFERED = FEATURE_NAMES.filter(feature => isAccepted(feature) && feature !== 'user-function');

interface Tally {
  compared: number;
  withResults: number;
  groups: number;
  whole: number;
  failed: number;
}

async function auditCase(seed: number, tally: Tally): Promise<void> {
  const random = new SeededRandom(seed);
  const nodes = 2 + random.below(5);
  const alphabet = { edgeLabels: randomEdgeLabels(random), isPlain: random.chance(0.5) };
  const graph = await openGraph({ shards: 2, workers: 0 });
  try {
    const richness = random.next() * 0.6;
    const offered = new Set<Feature>(OFFERED.filter(() => random.chance(richness)));
    const queries: StandingHandle[] = [];
    for (let i = 0; i < QUERIES; i++) {
      const { text, mode, features } = randomQuery(random, offered, nodes);
      const provenance = features.includes('origins');
      const definition = {
        name: `q${i}`,
        query: text,
        mode,
        includeCancellations: true,
        inputBufferSize: 64,
      };
      queries.push(await graph.registerStanding({ ...definition, provenance }));
    }
    for (let i = 0; i < WRITES; i++) {
      await tryStatement(graph, writeStatement(randomWrite(random, nodes, alphabet)));
    }
    await graph.idle();
    for (const query of queries) {
      for (const whole of [false, true]) {
        const report = await query.inspection.audit({ sample: 20, seed: 1, whole });
        add(tally, report);
        if (report.differenceCount + report.unsettled === 0) continue;
        throw new Error(`${query.definition.query}\n${JSON.stringify(report)}`);
      }
    }
  } finally {
    await graph.close();
  }
}

function add(tally: Tally, { nodes, nodesWithResults, groups, whole, failed }: AuditReport): void {
  tally.compared += nodes;
  tally.withResults += nodesWithResults;
  tally.groups += groups;
  tally.whole += whole ? 1 : 0;
  tally.failed += failed;
}

test(
  `${CASES} random cases from seed ${SEED}: reports no difference where there is none`,
  async () => {
    const tally: Tally = { compared: 0, withResults: 0, groups: 0, whole: 0, failed: 0 };
    const progress = new OracleProgress('audit', SEED, CASES);
    try {
      for (let seed = SEED; seed < SEED + CASES; seed++) {
        await auditCase(seed, tally).catch((error: unknown) => {
          throw new Error(`seed ${seed}: ${String(error)}`, { cause: error });
        });
        progress.passed();
      }
    } finally {
      progress.end();
    }
    expect(tally.withResults).toBeGreaterThanOrEqual(Math.floor(CASES / 2));
    expect(tally.groups).toBeGreaterThanOrEqual(Math.floor(CASES / 10));
    expect(tally.whole).toBeLessThanOrEqual(Math.ceil(CASES * QUERIES * 1.5));
  },
  60_000 + CASES * 2000,
);
