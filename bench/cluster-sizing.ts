/**
 * What many machines would do with one graph, computed from what few did: docs/internals/cluster-sizing.md has the assumptions,
 * and these tables. Nothing is measured here; bench/lent-workers.ts and bench/shared-readers.ts measure what it begins with.
 */
import { printTable } from './table.js';

type Range = readonly [least: number, most: number];

/** Of a worker, wherever it is: microseconds of CPU per record that makes an edge, of one process to three. */
const WORKER: Range = [26, 38];
/** Of the main thread of the process that reads a record. */
const READ = 1.2;
/** Of the owner's main thread, beside that, for a record that another process has read, or that runs in another one. */
const DEAL: { readonly ticket: number; readonly chunk: number } = { ticket: 0.3, chunk: 0.5 };
/** Of all main threads together, which carry frames, when every frame goes to another process. */
const FRAMES = 5;
/** Of Cassandra, with one copy. */
const CASSANDRA = 60;
const COPIES = 3;
/** Conditional writes of a shard per second. */
const GROUPS: Range = [4, 8];
/** Seconds until shards answer again, medians: those of a lender, all of them with the owner. */
const LENDER_LOST = 1.1;
const OWNER_LOST = 5.1;
/** Assumed: what a machine goes without a loss. */
const DAYS_BETWEEN_LOSSES = 30;
const LEASE_SECONDS = 3;
const RENEWALS_PER_LEASE = 3;
/** Of each machine: for the main thread, the network, the system. */
const SPARE_CORES = 1;

const MACHINES = [1, 2, 3, 10, 140];
const CORES = [2, 4, 8, 16];
const MICROS = 1_000_000;

function framesOf(machines: number): number {
  return FRAMES * (1 - 1 / machines);
}

/** Microseconds per record of the owner's main thread, which has more to do than any other one. */
function ownerOf(machines: number, isShared: boolean): number {
  const read = isShared ? READ / machines : READ;
  const deal = (isShared ? DEAL.ticket : DEAL.chunk) * (1 - 1 / machines);
  return read + deal + framesOf(machines) / machines;
}

/** Records per second, and whether the owner's main thread is what they wait for. */
function rateOf(
  machines: number,
  cores: number,
  worker: number,
  isShared = true,
): { rate: number; isOwner: boolean } {
  const owner = MICROS / ownerOf(machines, isShared);
  const workers = (machines * (cores - SPARE_CORES) * MICROS) / worker;
  const rate = Math.min(owner, workers);
  return { rate, isOwner: rate === owner };
}

function thousands(number: number): string {
  return Math.round(number).toLocaleString('en');
}

function range(least: number, most: number): string {
  return least === most ? thousands(least) : `${thousands(least)} to ${thousands(most)}`;
}

function rateCell(machines: number, cores: number, isShared = true): string {
  const [slow, fast] = [WORKER[1], WORKER[0]].map(worker => rateOf(machines, cores, worker, isShared));
  return `${range(slow!.rate, fast!.rate)}${slow!.isOwner ? ' (owner)' : ''}`;
}

function costs(machines: number): string[] {
  const { rate } = rateOf(machines, 8, WORKER[1]);
  const own = (rate * (READ + DEAL.ticket + WORKER[1] + framesOf(machines))) / MICROS;
  const shards = machines * (8 - SPARE_CORES);
  const losses = machines / DAYS_BETWEEN_LOSSES;
  const standing = (losses / machines) * (((machines - 1) / machines) * LENDER_LOST + OWNER_LOST);
  const renewals = (machines * RENEWALS_PER_LEASE) / LEASE_SECONDS;
  return [
    String(machines),
    own.toFixed(1),
    ((rate * CASSANDRA * COPIES) / MICROS).toFixed(0),
    range(shards * GROUPS[0], shards * GROUPS[1]),
    thousands(renewals * machines),
    thousands((machines * (machines - 1)) / 2),
    standing.toFixed(2),
  ];
}

printTable(
  ['machines', ...CORES.map(cores => `${cores} cores each`), '8 cores, read by the owner alone'],
  MACHINES.map(machines => [
    String(machines),
    ...CORES.map(cores => rateCell(machines, cores)),
    rateCell(machines, 8, false),
  ]),
);
printTable(
  [
    'machines of 8 cores',
    'cores at work, Weir',
    'cores at work, Cassandra',
    'conditional writes/s',
    'messages of the directory/s',
    'connections',
    'seconds a day a shard does not answer',
  ],
  MACHINES.map(costs),
);
