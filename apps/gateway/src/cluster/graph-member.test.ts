/**
 * When a member releases the graph, and how soon another member opens it. All members run in this process, with an
 * in-memory directory.
 */
import { once } from 'node:events';
import { WeirError } from '@weir/model';
import { settle } from '@weir/model/testing';
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
let looks: (() => void)[];
/** Members that keep opening the graph until they are canceled. */
const slow = new Set<string>();
/** Members that stopped opening it, in order. */
let ceased: string[];

beforeEach(() => {
  time = new ManualScheduler();
  directory = new MemoryDirectory(time.environment.scheduler);
  [opened, said, looks, ceased] = [[], [], [], []];
  slow.clear();
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
    ownedSince: () => undefined,
    get reachesStore() {
      return !troubles.has(name);
    },
    watch: (changed: () => void) => looks.push(changed),
  } as unknown as LendingDoor;
}

/** Makes the store unreachable or reachable for some members. */
function turn(names: readonly string[], isCut: boolean): void {
  for (const name of names)
    if (isCut) troubles.set(name, new WeirError('store.failed', 'no answer'));
    else troubles.delete(name);
  for (const look of looks) look();
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
    storePatienceMillis: PATIENCE_MILLIS,
    directory,
    environment: time.environment,
    front,
    door,
    start: async ({ serve }, _, signal) => {
      opened.push(name);
      if (slow.has(name)) {
        await once(signal, 'abort');
        ceased.push(name);
        signal.throwIfAborted();
      }
      serve((_, response) => response.end(name));
      return graphOf(name);
    },
    line: text => {
      if (text.includes('lost its membership')) said.push(text);
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

test('an owner that does not reach the store is patient, and then gives the graph to another one at once', async () => {
  const one = await join('one');
  await join('two');
  await pass(LEASE_MILLIS);
  expect(opened).toEqual(['one']);
  turn(['one'], true);
  // A store that is slow for as long as nobody may be silent is no reason.
  await pass(PATIENCE_MILLIS - LEASE_MILLIS);
  expect([opened, said]).toEqual([['one'], []]);
  for (let waited = 0; said.length === 0 && waited < PATIENCE_MILLIS; waited += STEP_MILLIS)
    await pass(STEP_MILLIS);
  expect(said).toEqual(['This process has lost its membership of the cluster: no answer']);
  // Its graph is not closed, and its lease has long to go: nobody waits for either.
  await pass(AT_ONCE_MILLIS);
  expect(opened).toEqual(['one', 'two']);
  // It is among the others before its graph is closed.
  await pass(COME_BACK_MILLIS);
  expect(await (await fetch(one.web.url)).text()).toBe('two');
});

test('one whose graph has failed gives it to another one when it is closed', async () => {
  await join('one');
  await join('two');
  await pass(LEASE_MILLIS);
  fail(new WeirError('graph.worker-lost', 'too many losses'));
  await pass(AT_ONCE_MILLIS);
  expect(opened).toEqual(['one', 'two']);
});

test('an owner keeps the graph while nobody else reaches the store either', async () => {
  await join('one');
  await join('two');
  await join('three');
  await pass(LEASE_MILLIS);
  turn(['one', 'two', 'three'], true);
  await pass(3 * PATIENCE_MILLIS);
  expect([opened, said]).toEqual([['one'], []]);
  // Another one may only be the first to hear of the store again.
  turn(['three'], false);
  await pass(PATIENCE_MILLIS - AT_ONCE_MILLIS);
  expect(opened).toEqual(['one']);
  await pass(PATIENCE_MILLIS / 5 + AT_ONCE_MILLIS);
  expect(opened).toEqual(['one', 'three']);
});

test('one that has lost its place does not go on opening the graph, which another one has', async () => {
  slow.add('one');
  await join('one');
  await join('two');
  await pass(LEASE_MILLIS);
  expect(opened).toEqual(['one']);
  const put = directory.put.bind(directory);
  directory.put = async (key, ...rest) => {
    if (key.includes('one-')) throw new WeirError('cluster.directory-failed', 'no answer');
    return put(key, ...rest);
  };
  await pass(2 * LEASE_MILLIS);
  expect(ceased).toEqual(['one']);
  expect(opened).toEqual(['one', 'two']);
});
