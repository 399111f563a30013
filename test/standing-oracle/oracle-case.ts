/** One random history: queries that come and go, writes, sleep, restarts and crashes. */
import { SeededRandom } from '@weir/graph/testing';
import { type Feature, FEATURE_NAMES, isAccepted } from './features.js';
import { randomQuery, type RandomQuery } from './random-query.js';
import { EDGE_LABELS, randomWrite, type Write } from './random-write.js';

export type Action =
  | Write
  | { readonly kind: 'register'; readonly number: number; readonly query: RandomQuery }
  | { readonly kind: 'remove'; readonly number: number }
  /** Everything written is durable; the graph is closed and opened again. */
  | { readonly kind: 'restart' }
  /** Whatever is not durable is lost, and every message under way; clients write again what was not acknowledged. */
  | { readonly kind: 'crash' }
  /** Wait until all is quiet and compare with the truth. */
  | { readonly kind: 'judge' };

export interface OracleCase {
  /** How many nodes there are. */
  readonly nodes: number;
  readonly actions: readonly Action[];
  /** Seed of the scheduler. */
  readonly schedule: number;
}

/** A query with a feature that is not accepted is drawn now and then, to see it refused. */
const REJECTED_SHARE = 0.1;
const MOST_QUERIES = 3;

export function randomCase(seed: number): OracleCase {
  const random = new SeededRandom(seed);
  const nodes = 2 + random.below(5);
  const edgeLabels = random.chance(0.5) ? EDGE_LABELS.slice(0, 1) : EDGE_LABELS;
  const actions: Action[] = [];
  const running: number[] = [];
  const writes: Write[] = [];
  let queries = 0;
  const register = (): void => {
    const number = ++queries;
    running.push(number);
    actions.push({ kind: 'register', number, query: randomQuery(random, offer(random), nodes) });
  };
  const length = 15 + random.below(45);
  if (random.chance(0.7)) register();
  for (let i = 0; i < length; i++) {
    const roll = random.next();
    if (roll < 0.04 && queries < MOST_QUERIES) register();
    else if (roll < 0.05 && running.length > 0) {
      actions.push({ kind: 'remove', number: running.splice(random.below(running.length), 1)[0]! });
    } else if (roll < 0.065) actions.push({ kind: 'restart' });
    else if (roll < 0.1) actions.push({ kind: 'crash' });
    else if (roll < 0.14) actions.push({ kind: 'judge' });
    else if (roll < 0.22 && writes.length > 0) actions.push(random.pick(writes));
    else {
      const write = randomWrite(random, nodes, edgeLabels);
      writes.push(write);
      actions.push(write);
      // Half of what a deletion takes away may be on another shard.
      if (write.kind === 'delete' && random.chance(0.3)) actions.push({ kind: 'crash' });
    }
  }
  if (running.length === 0) register();
  return { nodes, actions, schedule: random.below(2 ** 31) };
}

function offer(random: SeededRandom): ReadonlySet<Feature> {
  const accepted = FEATURE_NAMES.filter(isAccepted);
  const rejected = FEATURE_NAMES.filter(feature => !isAccepted(feature));
  const richness = random.next() * 0.6;
  const offered = new Set(accepted.filter(() => random.chance(richness)));
  if (rejected.length > 0 && random.chance(REJECTED_SHARE)) offered.add(random.pick(rejected));
  return offered;
}
