/** Which shards a member follows, while others come and go. */
import { firstMembers } from '@weir/cluster';
import { settle, TestEnvironment } from '@weir/platform/testing';
import { CopyKeeper } from './copy-keeper.js';

const SHARDS = 40;
const MINUTE = 60_000;

/** Members that follow shards as soon as they decide to. */
class Members {
  readonly environment = new TestEnvironment();
  readonly has = new Map<string, readonly number[]>();
  readonly hosts = new Map<string, readonly number[]>();
  readonly keepers = new Map<string, CopyKeeper>();

  constructor(private readonly count: number) {}

  async join(name: string, stored: readonly number[] = []): Promise<void> {
    const { environment, has, hosts, count } = this;
    const own = { shards: [] as readonly number[] };
    const keep = (shards: readonly number[]): void => {
      own.shards = shards;
      if (has.has(name)) has.set(name, shards);
    };
    has.set(name, []);
    const keeper = new CopyKeeper({
      name,
      shards: SHARDS,
      count,
      copies: Object.assign(own, { keep, stored: async () => stored }),
      environment,
      members: () =>
        new Map([...has].map(([member, copies]) => [member, { copies, hosts: hosts.get(member) ?? [] }])),
    });
    this.keepers.set(name, keeper);
    await settle();
    this.changed();
  }

  leave(name: string): readonly number[] {
    const stored = this.has.get(name)!;
    this.keepers.get(name)!.stop();
    this.keepers.delete(name);
    this.has.delete(name);
    this.changed();
    return stored;
  }

  pass(millis: number): void {
    for (let passed = 0; passed < millis; passed += 1_000) this.environment.advance(1_000);
  }

  /** Names of the members that follow each shard. */
  get followers(): readonly (readonly string[])[] {
    return Array.from({ length: SHARDS }, (_, shard) =>
      [...this.has].filter(([, shards]) => shards.includes(shard)).map(([name]) => name),
    );
  }

  private changed(): void {
    for (const keeper of this.keepers.values()) keeper.changed();
  }
}

async function membersOf(names: readonly string[], count: number): Promise<Members> {
  const members = new Members(count);
  for (const name of names) await members.join(name);
  members.pass(3 * MINUTE);
  return members;
}

const sorted = (names: readonly string[]): readonly string[] => [...names].sort();

test('while no member hosts a shard, it is followed by one more than configured, because one of them will', async () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const { followers } = await membersOf(names, 1);
  for (const [shard, found] of followers.entries())
    expect(sorted(found)).toEqual(sorted(firstMembers(shard, names, 2)));
});

test('each shard is followed by as many members as configured, besides the one that hosts it', async () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const members = await membersOf(names, 2);
  for (const [index, name] of names.entries())
    members.hosts.set(
      name,
      Array.from({ length: SHARDS / names.length }, (_, i) => index + i * names.length),
    );
  members.pass(3 * MINUTE);
  for (const [shard, found] of members.followers.entries()) {
    const host = names[shard % names.length]!;
    const others = names.filter(name => name !== host);
    expect(sorted(found.filter(name => name !== host))).toEqual(sorted(firstMembers(shard, others, 2)));
  }
});

test('a member that is away for less than a minute keeps its shards, and no other follows them', async () => {
  const members = await membersOf(['a', 'b', 'c', 'd'], 1);
  const before = members.followers.map(sorted);
  const stored = members.leave('b');
  members.pass(50_000);
  await members.join('b', stored);
  expect(members.followers.map(sorted)).toEqual(before);
  members.pass(3 * MINUTE);
  expect(members.followers.map(sorted)).toEqual(before);
});

test('the shards of a member that does not return are followed by others', async () => {
  const members = await membersOf(['a', 'b', 'c', 'd'], 1);
  members.leave('b');
  members.pass(3 * MINUTE);
  for (const [shard, found] of members.followers.entries())
    expect(sorted(found)).toEqual(sorted(firstMembers(shard, ['a', 'c', 'd'], 2)));
});

test('when all start again one after the other, each continues with the shards that it has', async () => {
  const names = ['a', 'b', 'c', 'd'];
  const members = await membersOf(names, 1);
  const before = members.followers.map(sorted);
  const stored = names.map(name => members.leave(name));
  for (const [index, name] of names.entries()) {
    await members.join(name, stored[index]);
    members.pass(10_000);
  }
  expect(members.followers.map(sorted)).toEqual(before);
});

test('a copy is not given up before the member that has to follow the shard has one', async () => {
  const members = await membersOf(['a', 'b'], 1);
  // It is a member, but has no data yet.
  members.has.set('c', []);
  members.pass(3 * MINUTE);
  expect(members.has.get('a')).toHaveLength(SHARDS);
  members.has.set(
    'c',
    Array.from({ length: SHARDS }, (_, shard) => shard),
  );
  members.pass(3 * MINUTE);
  for (const [shard, found] of members.followers.entries())
    for (const name of ['a', 'b'])
      expect([shard, name, found.includes(name)]).toEqual([
        shard,
        name,
        firstMembers(shard, ['a', 'b', 'c'], 2).includes(name),
      ]);
});
