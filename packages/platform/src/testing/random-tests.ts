/**
 * Test tiers, and the number of cases per tier and the first seed of every random test. Seeds are fixed, so that a
 * failed `npm test` fails again.
 *
 * | tier | command | suites | random tests |
 * |---|---|---|---|
 * | fast | `npm test` | `*.test.ts` | short |
 * | integration | `npm run test:integration` | `*.integration.test.ts`: servers, browsers, other programs | short |
 * | nightly | `npm run test:nightly` | these and `*.nightly.test.ts`: campaigns, other Node versions, chaos | long |
 *
 * Environment variables override the number of cases or the seed of each test; WEIR_TEST_SEED overrides all other
 * seeds.
 */
export type Tier = 'fast' | 'integration' | 'nightly';

export const TIER: Tier = tierNamed(process.env['WEIR_TEST_TIER']);

function tierNamed(name: string | undefined): Tier {
  return name === 'integration' || name === 'nightly' ? name : 'fast';
}

/** Expensive variants of a test that only the nightly tier runs. */
export function inNightlyTier<T>(variants: readonly T[]): readonly T[] {
  return TIER === 'nightly' ? variants : [];
}

/** A number that only lengthens a test, such as records or rounds. */
export function ofTier(lengths: { readonly fast: number; readonly nightly: number }): number {
  return TIER === 'nightly' ? lengths.nightly : lengths.fast;
}

interface RandomTest {
  readonly cases: readonly [variable: string, short: number, long: number];
  readonly seed: readonly [variable: string, seed: number];
}

export const RANDOM_TESTS = {
  'applied recipes': { cases: ['WEIR_TEST_APPLIED_RECIPES', 12, 200], seed: ['WEIR_TEST_APPLY_SEED', 33] },
  // The bundled recipes on their samples; a case is a record
  'planted matches': {
    cases: ['WEIR_TEST_PLANTED_RECORDS', 1_500, 20_000],
    seed: ['WEIR_TEST_PLANTED_SEED', 12],
  },
  // The whole grammar on the real graph
  'incremental oracle': {
    cases: ['WEIR_TEST_ORACLE_CASES', 150, 3000],
    seed: ['WEIR_TEST_ORACLE_SEED', 20263],
  },
  'query oracle': { cases: ['WEIR_TEST_ORACLE_CASES', 300, 4000], seed: ['WEIR_TEST_ORACLE_SEED', 30100] },
  'racing sessions': { cases: ['WEIR_TEST_RACE_CASES', 15, 150], seed: ['WEIR_TEST_ORACLE_SEED', 700] },
  'audit oracle': { cases: ['WEIR_TEST_ORACLE_CASES', 300, 3000], seed: ['WEIR_TEST_ORACLE_SEED', 4711] },
  'explain oracle': { cases: ['WEIR_TEST_ORACLE_CASES', 300, 3000], seed: ['WEIR_TEST_ORACLE_SEED', 815] },
  'replacement oracle': {
    cases: ['WEIR_TEST_ORACLE_REPLACEMENTS', 6, 24],
    seed: ['WEIR_TEST_REPLACEMENT_SEED', 500],
  },
  // Standing queries on a toy network
  'distinct-id oracle': {
    cases: ['WEIR_TEST_ORACLE_CASES', 150, 1500],
    seed: ['WEIR_TEST_ORACLE_SEED', 20261],
  },
  'graph oracle': { cases: ['WEIR_TEST_ORACLE_CASES', 60, 600], seed: ['WEIR_TEST_ORACLE_SEED', 20262] },
  'rows oracle': { cases: ['WEIR_TEST_ORACLE_CASES', 70, 700], seed: ['WEIR_TEST_ORACLE_SEED', 20263] },
  'rows-wide oracle': { cases: ['WEIR_TEST_ORACLE_CASES', 6, 60], seed: ['WEIR_TEST_ORACLE_SEED', 20264] },
  'rows-grouping oracle': {
    cases: ['WEIR_TEST_ORACLE_CASES', 15, 150],
    seed: ['WEIR_TEST_ORACLE_SEED', 20265],
  },
  'rows-union oracle': { cases: ['WEIR_TEST_ORACLE_CASES', 10, 40], seed: ['WEIR_TEST_ORACLE_SEED', 20267] },
  'provenance oracle': {
    cases: ['WEIR_TEST_ORACLE_CASES', 200, 1200],
    seed: ['WEIR_TEST_ORACLE_SEED', 20291],
  },
  'written queries': { cases: ['WEIR_TEST_ORACLE_CASES', 1, 6], seed: ['WEIR_TEST_ORACLE_SEED', 7100] },
  // The graph
  history: { cases: ['WEIR_TEST_CASES', 3, 12], seed: ['WEIR_TEST_SEED', 5] },
  scans: { cases: ['WEIR_TEST_CASES', 1, 2], seed: ['WEIR_TEST_SEED', 11] },
  'edge races': { cases: ['WEIR_TEST_CASES', 15, 150], seed: ['WEIR_TEST_SEED', 11] },
  'order of records': { cases: ['WEIR_TEST_ORACLE_CASES', 2, 40], seed: ['WEIR_TEST_ORACLE_SEED', 9300] },
  purges: { cases: ['WEIR_TEST_CASES', 10, 40], seed: ['WEIR_TEST_SEED', 0] },
  layouts: { cases: ['WEIR_TEST_LAYOUT_RECORDS', 800, 4000], seed: ['WEIR_TEST_LAYOUT_SEED', 1] },
  // Replacements and the log of results
  replacements: { cases: ['WEIR_TEST_REPLACEMENT_CASES', 1, 6], seed: ['WEIR_TEST_REPLACEMENT_SEED', 2100] },
  'row pairs': { cases: ['WEIR_TEST_PROPERTY_CASES', 300, 4000], seed: ['WEIR_TEST_REPLACEMENT_SEED', 2100] },
  'copies of replacements': {
    cases: ['WEIR_TEST_REPLACEMENT_COPIES', 1, 6],
    seed: ['WEIR_TEST_REPLACEMENT_SEED', 2100],
  },
  'result streams': { cases: ['WEIR_TEST_LOG_RUNS', 150, 2000], seed: ['WEIR_TEST_LOG_SEED', 4400] },
  'least positions': { cases: ['WEIR_TEST_PROPERTY_CASES', 30, 1000], seed: ['WEIR_TEST_SEED', 4500] },
  'result log': { cases: ['WEIR_TEST_LOG_RUNS', 10, 60], seed: ['WEIR_TEST_LOG_SEED', 4300] },
  // Stores and crashes
  stores: { cases: ['WEIR_TEST_STORE_RUNS', 5, 40], seed: ['WEIR_TEST_STORE_SEED', 3700] },
  'overlapping reads': { cases: ['WEIR_TEST_READ_CASES', 4, 200], seed: ['WEIR_TEST_READ_SEED', 3800] },
  'damaged backups': { cases: ['WEIR_TEST_DAMAGE_RUNS', 60, 1000], seed: ['WEIR_TEST_DAMAGE_SEED', 7700] },
  'damaged Parquet': { cases: ['WEIR_TEST_PARQUET_RUNS', 20, 60], seed: ['WEIR_TEST_PARQUET_SEED', 8100] },
  'shared tables': { cases: ['WEIR_TEST_SHARE_RUNS', 2, 12], seed: ['WEIR_TEST_SHARE_SEED', 8200] },
  'cut logs': { cases: ['WEIR_TEST_LOG_CASES', 15, 400], seed: ['WEIR_TEST_LOG_SEED', 3600] },
  'damaged servers': { cases: ['WEIR_TEST_SERVER_CASES', 1, 6], seed: ['WEIR_TEST_SERVER_SEED', 4100] },
  damage: { cases: ['WEIR_TEST_DAMAGE_RUNS', 10, 80], seed: ['WEIR_TEST_DAMAGE_SEED', 5900] },
  'worker losses': { cases: ['WEIR_TEST_WORKER_LOSSES', 3, 30], seed: ['WEIR_TEST_CRASH_SEED', 9100] },
  'lost lenders': { cases: ['WEIR_TEST_LOST_LENDERS', 8, 8], seed: ['WEIR_TEST_CRASH_SEED', 1700] },
  'lost workers': { cases: ['WEIR_TEST_LOST_WORKERS', 12, 12], seed: ['WEIR_TEST_CRASH_SEED', 1600] },
  'lent workers': { cases: ['WEIR_TEST_LENT_ROUNDS', 4, 4], seed: ['WEIR_TEST_CRASH_SEED', 1600] },
  'lent workers with a log': {
    cases: ['WEIR_TEST_LENT_ROUNDS', 3, 21],
    seed: ['WEIR_TEST_CRASH_SEED', 1700],
  },
  'partial copies': { cases: ['WEIR_TEST_COPIES_ROUNDS', 2, 20], seed: ['WEIR_TEST_CRASH_SEED', 2000] },
  'many members': { cases: ['WEIR_TEST_MANY_ROUNDS', 3, 3], seed: ['WEIR_TEST_CRASH_SEED', 1900] },
  'shards dealt': { cases: ['WEIR_TEST_PROPERTY_CASES', 100, 500], seed: ['WEIR_TEST_SEED', 1800] },
  restarts: { cases: ['WEIR_TEST_RESTARTS', 6, 100], seed: ['WEIR_TEST_DAMAGE_SEED', 6300] },
  'reads while recovering': { cases: ['WEIR_TEST_CRASH_CASES', 8, 100], seed: ['WEIR_TEST_CRASH_SEED', 500] },
  catalogs: { cases: ['WEIR_TEST_CRASH_CASES', 12, 150], seed: ['WEIR_TEST_CRASH_SEED', 450] },
  'half edges': { cases: ['WEIR_TEST_CRASH_CASES', 8, 60], seed: ['WEIR_TEST_CRASH_SEED', 400] },
  clusters: { cases: ['WEIR_TEST_CLUSTER_CASES', 10, 400], seed: ['WEIR_TEST_CLUSTER_SEED', 11] },
  'hot spares': { cases: ['WEIR_TEST_SPARE_ROUNDS', 3, 40], seed: ['WEIR_TEST_CRASH_SEED', 5200] },
  'failing stores': { cases: ['WEIR_TEST_CRASH_CASES', 8, 40], seed: ['WEIR_TEST_CRASH_SEED', 700] },
  'kills at random': { cases: ['WEIR_TEST_CRASH_KILLS', 2, 25], seed: ['WEIR_TEST_CRASH_SEED', 6100] },
  'pairs of runs that are killed': {
    cases: ['WEIR_TEST_CRASH_RUNS', 1, 2],
    seed: ['WEIR_TEST_CRASH_SEED', 6100],
  },
  'kills under load': { cases: ['WEIR_TEST_CRASH_KILLS', 2, 20], seed: ['WEIR_TEST_CRASH_SEED', 6200] },
  'kills while replacing': { cases: ['WEIR_TEST_KILL_ROUNDS', 1, 4], seed: ['WEIR_TEST_CRASH_SEED', 0] },
  requests: { cases: ['WEIR_TEST_REQUESTS_CASES', 3000, 3000], seed: ['WEIR_TEST_SEED', 4100] },
  chaos: { cases: ['WEIR_TEST_CHAOS_SECONDS', 20, 20], seed: ['WEIR_TEST_CHAOS_SEED', 11] },
  'bolt clients': { cases: ['WEIR_TEST_BOLT_CASES', 200, 5000], seed: ['WEIR_TEST_SEED', 7687] },
  // Values and Cypher
  properties: { cases: ['WEIR_TEST_PROPERTY_CASES', 100, 100], seed: ['WEIR_TEST_SEED', 8300] },
  arithmetic: {
    cases: ['WEIR_TEST_ORACLE_CASES', 500, 5000],
    seed: ['WEIR_TEST_ORACLE_SEED', 1704067200000],
  },
  'temporal values': { cases: ['WEIR_TEST_PROPERTY_CASES', 200, 5000], seed: ['WEIR_TEST_SEED', 2024] },
  'regular expressions': { cases: ['WEIR_TEST_PROPERTY_CASES', 300, 20_000], seed: ['WEIR_TEST_SEED', 9500] },
  'every function': { cases: ['WEIR_TEST_PROPERTY_CASES', 3, 60], seed: ['WEIR_TEST_SEED', 1] },
  'hostile campaign': { cases: ['WEIR_TEST_HOSTILE_CASES', 60, 600], seed: ['WEIR_TEST_HOSTILE_SEED', 1] },
  'patterns of questions': { cases: ['WEIR_TEST_PROPERTY_CASES', 300, 5000], seed: ['WEIR_TEST_SEED', 41] },
  robustness: { cases: ['WEIR_TEST_PROPERTY_CASES', 300, 3000], seed: ['WEIR_TEST_SEED', 1] },
} as const satisfies Record<string, RandomTest>;

export function randomTest(name: keyof typeof RANDOM_TESTS): {
  readonly cases: number;
  readonly seed: number;
} {
  const { cases, seed }: RandomTest = RANDOM_TESTS[name];
  const [casesVariable, short, long] = cases;
  const [seedVariable, fixed] = seed;
  return {
    cases: numberFrom(casesVariable) ?? (TIER === 'nightly' ? long : short),
    seed: numberFrom(seedVariable) ?? numberFrom('WEIR_TEST_SEED') ?? fixed,
  };
}

function numberFrom(variable: string): number | undefined {
  const text = process.env[variable];
  if (text === undefined || text === '') return undefined;
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 0) throw new Error(`${variable}=${text} is not an integer`);
  return number;
}
