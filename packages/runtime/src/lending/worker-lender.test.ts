/** Sessions of a lender, one after the other. */
import { DEFAULT_PERSISTENCE } from '@weir/graph';
import { eventually, settle, TestEnvironment } from '@weir/platform/testing';
import type { PartitionCopies } from '../contract/partition-copies.js';
import type { Wire } from '../contract/wire.js';
import { LENDING_VERSION, type LenderNote, type StartNote } from './lending-notes.js';
import { noteIn, sendNote } from './wire-switch.js';
import { lendWorkers } from './worker-lender.js';

/** Copies that no thread ever gets to open, and what happened to them. */
function copiesWith(moves: string[]): PartitionCopies {
  return {
    upToDate: Promise.resolve(),
    isUpToDate: true,
    rowsBehind: async () => 0,
    release: () => {
      moves.push('release');
      return new Promise(() => undefined);
    },
    resume: () => void moves.push('resume'),
    close: async () => undefined,
  };
}

/** How long a thread that does nothing may take to pause. */
const PARKING_MILLIS = 5_000;

function lending() {
  const environment = new TestEnvironment();
  const moves: string[] = [];
  const lender = lendWorkers({
    graph: { store: { type: 'memory' }, cluster: { copies: copiesWith(moves) } },
    environment,
    reach: () => Promise.reject(new Error('no process can be reached')),
  });
  const accept = (...wires: Wire[]): void => {
    for (const wire of wires) lender.accept(wire);
    environment.advance(PARKING_MILLIS);
  };
  const close = async (): Promise<void> => {
    const closed = lender.close();
    await settle();
    environment.advance(PARKING_MILLIS);
    await closed;
  };
  return { moves, accept, close };
}

function startOf(order: number): StartNote {
  return {
    kind: 'start',
    version: LENDING_VERSION,
    session: `session ${order}`,
    order,
    workerOfShard: [0],
    processes: [
      { name: 'owner', address: 'owner', workers: [] },
      { name: 'lender', address: 'lender', workers: [0] },
    ],
    process: 1,
    replacements: 0,
    directory: { id: 'graph', isNew: true, term: undefined },
    persistence: DEFAULT_PERSISTENCE,
    ids: null,
    recovers: false,
    standingStateWarning: 0,
    program: '',
  };
}

interface Fake extends Wire {
  readonly notes: LenderNote[];
  isClosed: boolean;
}

/** A wire from an owner that has sent the start of a session. */
function wireWith(start: StartNote): Fake {
  let first!: Uint8Array;
  const notes: LenderNote[] = [];
  const wire: Fake = {
    notes,
    isClosed: false,
    waitingBytes: 0,
    send: bytes => void notes.push(noteIn(bytes) as LenderNote),
    listen: received => received(first),
    close: () => (wire.isClosed = true),
  };
  sendNote({ ...wire, send: bytes => (first = bytes) }, start);
  return wire;
}

test('the workers of a session start when the threads of the session before have ended', async () => {
  const { moves, accept, close } = lending();
  accept(wireWith(startOf(1)), wireWith(startOf(2)));
  await eventually(() => moves.length === 3);
  expect(moves).toEqual(['release', 'resume', 'release']);
  await close();
});

test('of the sessions that wait, only the newest starts', async () => {
  const { moves, accept, close } = lending();
  const [first, second, older, third] = [1, 3, 2, 4].map(order => wireWith(startOf(order))) as [
    Fake,
    Fake,
    Fake,
    Fake,
  ];
  accept(first, second, older, third);
  await eventually(() => moves.length === 3);
  const refused = { kind: 'refused', reason: 'a later owner uses its workers' };
  expect([second.notes, older.notes]).toEqual([[refused], [refused]]);
  expect(third.notes).not.toContainEqual(refused);
  await close();
});

test('a session that waits does not start when the lender is closed', async () => {
  const { moves, accept, close } = lending();
  const waiting = wireWith(startOf(2));
  accept(wireWith(startOf(1)), waiting);
  await close();
  await eventually(() => waiting.isClosed);
  expect(moves).toEqual(['release', 'resume']);
});
