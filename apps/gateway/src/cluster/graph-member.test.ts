/**
 * When a member releases the graph, and how soon another member opens it. All members run in this process, with an
 * in-memory directory.
 */
import { once } from 'node:events';
import { LeaseHolder } from '@weir/cluster';
import { WeirError } from '@weir/platform';
import { settle } from '@weir/platform/testing';
import { WebServer } from '../http/web-server.js';
import { ManualScheduler } from '../testing/manual-scheduler.js';
import { MemoryDirectory } from '../testing/memory-directory.js';
import type { Weir } from '../weir.js';
import { GraphMember } from './graph-member.js';
import type { LendingDoor } from './lending-door.js';
import { MemberFront } from './member-front.js';

const LEASE_MILLIS = 3_000;
const PATIENCE_MILLIS = 10_000;
const STEP_MILLIS = 50;
/** Much shorter than the remaining lease, which is renewed every third of its duration. */
const AT_ONCE_MILLIS = 500;
const COME_BACK_MILLIS = 1_000;
const never = new Promise<never>(() => undefined);

let servers: WebServer[] = [];
let members: GraphMember[] = [];
let time: ManualScheduler;
let directory: MemoryDirectory;
/** Members that have opened the graph, in order. */
let opened: string[];
/** Reasons why members lost their membership. */
let said: string[];
/** Fails the graph that was opened last. */
let fail: (reason: WeirError) => void;
/** Store errors as each member sees them. */
const troubles = new Map<string, WeirError>();
/** Called when the store errors change. */
let checks: (() => void)[];
/** Members that keep opening the graph until they are canceled. */
const slow = new Set<string>();
/** Members whose responses do not end. */
const lasting = new Set<string>();
/** Members that stopped opening it, in order. */
let ceased: string[];

beforeEach(() => {
  time = new ManualScheduler();
  directory = new MemoryDirectory(time.environment.scheduler);
  [opened, said, checks, ceased] = [[], [], [], []];
  slow.clear();
  lasting.clear();
  troubles.clear();
});
afterEach(async () => {
  for (const member of members) member.stop();
  await Promise.all(servers.map(web => web.close(0)));
  [servers, members] = [[], []];
});

/** A graph that cannot be closed while the store does not answer. */
function graphOf(name: string): Weir {
  const health = {
    get storeTrouble() {
      return troubles.get(name);
    },
  };
  return {
    lost: new Promise<WeirError>(resolve => (fail = resolve)),
    services: { graph: { admin: { health } } },
    stop: () => (troubles.has(name) ? never : Promise.resolve()),
  } as unknown as Weir;
}

/** The lending door of a process that lends nothing. */
function doorOf(name: string): LendingDoor {
  return {
    record: { workers: 0, key: '', version: 0 },
    drop: () => Promise.resolve(),
    returned: () => Promise.resolve(),
    ownedSince: () => undefined,
    get reachesStore() {
      return !troubles.has(name);
    },
    watch: (changed: () => void) => checks.push(changed),
  } as unknown as LendingDoor;
}

/** Makes the store unreachable or reachable for some members. */
function turn(names: readonly string[], isCut: boolean): void {
  for (const name of names)
    if (isCut) troubles.set(name, new WeirError('store.failed', 'no answer'));
    else troubles.delete(name);
  for (const check of checks) check();
}

async function join(name: string): Promise<MemberFront> {
  const { scheduler } = time.environment;
  const web = await WebServer.listen('127.0.0.1', 0, scheduler);
  servers.push(web);
  const door = doorOf(name);
  const front = new MemberFront(web, { name, scheduler, door });
  const member = new GraphMember({
    name,
    address: web.url,
    leaseMillis: LEASE_MILLIS,
    patienceMillis: 4 * LEASE_MILLIS,
    storePatienceMillis: PATIENCE_MILLIS,
    expectedWorkers: 0,
    directory: new LeaseHolder(directory, time.environment),
    environment: {
      ...time.environment,
      logger: {
        log: (_level, text) => {
          if (text.includes('lost its membership')) said.push(text);
        },
      },
    },
    front,
    door,
    start: async ({ serve }, _, signal) => {
      opened.push(name);
      if (slow.has(name)) {
        await once(signal, 'abort');
        ceased.push(name);
        signal.throwIfAborted();
      }
      serve((_, response) => (lasting.has(name) ? response.write(name) : response.end(name)));
      return graphOf(name);
    },
  });
  members.push(member);
  await pass(STEP_MILLIS);
  return front;
}

async function pass(millis: number): Promise<void> {
  for (let passed = 0; passed < millis; passed += STEP_MILLIS) {
    time.advance(STEP_MILLIS);
    // Reports responses and closes drained connections before time advances.
    await settle();
  }
}

test('an owner tolerates an unreachable store for a while, and then quickly hands the graph over', async () => {
  const one = await join('one');
  await join('two');
  await pass(LEASE_MILLIS);
  expect(opened).toEqual(['one']);
  turn(['one'], true);
  // A store that is silent for no longer than a lease is not a reason to release the graph.
  await pass(PATIENCE_MILLIS - LEASE_MILLIS);
  expect([opened, said]).toEqual([['one'], []]);
  for (let waited = 0; said.length === 0 && waited < PATIENCE_MILLIS; waited += STEP_MILLIS)
    await pass(STEP_MILLIS);
  expect(said).toEqual(['This process has lost its membership of the cluster: no answer']);
  // The next owner waits neither for the old graph to close nor for its lease to expire.
  await pass(AT_ONCE_MILLIS);
  expect(opened).toEqual(['one', 'two']);
  // The old owner rejoins before its graph is closed.
  await pass(COME_BACK_MILLIS);
  expect(await (await fetch(one.web.url)).text()).toBe('two');
});

test('an owner whose graph failed hands it over when it is closed', async () => {
  await join('one');
  await join('two');
  await pass(LEASE_MILLIS);
  fail(new WeirError('graph.worker-lost', 'too many losses'));
  await pass(AT_ONCE_MILLIS);
  expect(opened).toEqual(['one', 'two']);
});

test('an owner keeps the graph while no other member reaches the store either', async () => {
  await join('one');
  await join('two');
  await join('three');
  await pass(LEASE_MILLIS);
  turn(['one', 'two', 'three'], true);
  await pass(3 * PATIENCE_MILLIS);
  expect([opened, said]).toEqual([['one'], []]);
  // The other member may only be the first to reach the store again.
  turn(['three'], false);
  await pass(PATIENCE_MILLIS - AT_ONCE_MILLIS);
  expect(opened).toEqual(['one']);
  await pass(PATIENCE_MILLIS / 5 + AT_ONCE_MILLIS);
  expect(opened).toEqual(['one', 'three']);
});

test('a member that lost its membership stops opening the graph that another member owns', async () => {
  slow.add('one');
  await join('one');
  await join('two');
  await pass(LEASE_MILLIS);
  expect(opened).toEqual(['one']);
  const put = directory.put.bind(directory);
  directory.put = async (key, value, ...rest) => {
    if (key.includes('one-') && value !== undefined)
      throw new WeirError('cluster.directory-failed', 'no answer');
    return put(key, value, ...rest);
  };
  await pass(2 * LEASE_MILLIS);
  expect(ceased).toEqual(['one']);
  expect(opened).toEqual(['one', 'two']);
});

test('an owner keeps the graph while the directory does not answer, and answers nothing itself meanwhile', async () => {
  const one = await join('one');
  await join('two');
  await pass(LEASE_MILLIS);
  const ask = (): Promise<string> => fetch(one.web.url).then(response => response.text());
  expect(await ask()).toBe('one');
  directory.isThere = false;
  await pass(2 * LEASE_MILLIS);
  let isAnswered = false;
  const answer = ask().finally(() => (isAnswered = true));
  await pass(AT_ONCE_MILLIS);
  expect(isAnswered).toBe(false);
  directory.isThere = true;
  await pass(LEASE_MILLIS / 2);
  expect(await answer).toBe('one');
  await pass(2 * LEASE_MILLIS);
  expect([opened, said]).toEqual([['one'], []]);
});

test('an owner closes lasting responses while the directory does not answer', async () => {
  lasting.add('one');
  const one = await join('one');
  await pass(LEASE_MILLIS);
  const response = await fetch(one.web.url);
  const isClosed = response.text().then(
    () => false,
    () => true,
  );
  directory.isThere = false;
  await pass(2 * LEASE_MILLIS);
  expect(await isClosed).toBe(true);
  expect(said).toEqual([]);
});

test('an owner leaves although the directory does not answer', async () => {
  await join('one');
  await pass(LEASE_MILLIS);
  directory.isThere = false;
  let hasLeft = false;
  void members[0]!.leave().then(() => (hasLeft = true));
  await pass(LEASE_MILLIS / 2);
  expect(hasLeft).toBe(false);
  await pass(2 * LEASE_MILLIS);
  expect(hasLeft).toBe(true);
});
