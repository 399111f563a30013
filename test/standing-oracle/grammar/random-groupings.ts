/** Groups of groups: successive grouping WITHs, with conditions and plain WITHs in between. */
import type { Draft } from './draft.js';

/** A `list` has no order, so it cannot be a key. */
interface Column {
  readonly name: string;
  readonly kind: 'node' | 'number' | 'value' | 'list';
}

interface Item {
  readonly text: string;
  readonly kind: Column['kind'];
}

/** @returns the clauses from the first grouping on; `values` and `aggregates` refer to the pattern. */
export function groupsOfGroups(
  draft: Draft,
  values: readonly string[],
  aggregates: readonly string[],
): string {
  const { random } = draft;
  const items: Item[] = values.map(text => ({ text, kind: 'value' }));
  const nodes = draft.main.nodes.filter(() => random.chance(0.3));
  items.push(...nodes.map((text): Item => ({ text, kind: 'node' })));
  const counted = !aggregates.some(isPlain) && (items.length === 0 || random.chance(0.7)) ? ['count(*)'] : [];
  items.push(
    ...[...aggregates.filter(isPlain), ...counted].map((text): Item => ({ text, kind: kindOf(text) })),
  );
  const isDistinct = counted.length === 0 && !aggregates.some(isPlain);
  const writer = new GroupingsWriter(draft, items, isDistinct);
  for (let more = 1 + random.below(2); more > 0; more--) writer.stage('WITH');
  writer.stage('RETURN');
  return writer.text;
}

/** Whether it is not computed from an unordered list. */
function isPlain(aggregate: string): boolean {
  return aggregate.startsWith('collect(') || aggregate.startsWith('size(') || !aggregate.includes('collect(');
}

function kindOf(aggregate: string): Column['kind'] {
  if (aggregate === 'count(*)' || /^count\([^()]*\)$/.test(aggregate)) return 'number';
  return aggregate.startsWith('collect') ? 'list' : 'value';
}

class GroupingsWriter {
  text: string;
  private columns: readonly Column[] = [];
  private names = 0;

  constructor(
    private readonly draft: Draft,
    first: readonly Item[],
    isDistinct: boolean,
  ) {
    this.text = `${this.projection(isDistinct ? 'WITH DISTINCT' : 'WITH', first)}${this.where()}`;
  }

  stage(clause: 'WITH' | 'RETURN'): void {
    const { random } = this.draft;
    const isPlain = clause === 'WITH' ? this.draft.use('with-chain', 0.6) : random.chance(0.35);
    const next = isPlain ? this.plain(clause) : this.grouping(clause);
    this.text += ` ${next}${clause === 'WITH' ? this.where() : ''}`;
  }

  private grouping(clause: string): string {
    const { random } = this.draft;
    const keys = random.chance(0.25)
      ? this.sameKeys()
      : Array.from({ length: random.below(3) }, () => this.key());
    const isDistinct = keys.length > 0 && random.chance(0.2);
    const aggregates = isDistinct ? [] : Array.from({ length: 1 + random.below(2) }, () => this.aggregate());
    return this.projection(`${clause}${isDistinct ? ' DISTINCT' : ''}`, [...keys, ...aggregates]);
  }

  /** Nodes that were keys before: the groups live on the same nodes as those. */
  private sameKeys(): Item[] {
    return this.columns.flatMap(({ name, kind }) => (kind === 'node' ? [{ text: name, kind }] : []));
  }

  private plain(clause: string): string {
    const { random } = this.draft;
    if (clause === 'WITH' && this.draft.use('star', 0.2)) return 'WITH *';
    return this.projection(
      clause,
      Array.from({ length: 1 + random.below(2) }, () => this.key()),
    );
  }

  private key(): Item {
    const { random } = this.draft;
    const { name, kind } = random.pick(this.columns);
    if (kind === 'list') return { text: `size(${name})`, kind: 'value' };
    if (random.chance(0.5)) return { text: name, kind };
    if (kind === 'node' && random.chance(0.4)) {
      return { text: random.pick([`id(${name})`, `labels(${name})`, `${name}.q`]), kind: 'value' };
    }
    if (random.chance(0.4)) return { text: this.number(), kind: 'number' };
    return { text: random.pick([name, `[${name}, 1]`, `${name} IS NULL`]), kind: 'value' };
  }

  /** A number of any origin. */
  private number(): string {
    const { random } = this.draft;
    const { name, kind } = random.pick(this.columns);
    if (kind === 'number') return random.pick([name, name, `${name} % 2`, `${name} + 1`]);
    if (kind === 'list') return `coalesce(size(${name}), 0)`;
    const value = kind === 'node' ? `${name}.p` : name;
    return `CASE WHEN ${value} IN [1, 2] THEN toInteger(${value}) ELSE 3 END`;
  }

  private aggregate(): Item {
    const { random } = this.draft;
    const { name, kind } = random.pick(
      this.columns.filter(each => each.kind !== 'list' || random.chance(0.2)).concat(this.columns[0]!),
    );
    const value = kind === 'node' ? `${name}.p` : kind === 'list' ? `size(${name})` : name;
    const distinct = this.draft.use('distinct-aggregate', 0.4) ? 'DISTINCT ' : '';
    if (random.chance(0.2)) {
      return { text: random.pick([`max(${value})`, `min(${value})`]), kind: 'value' };
    }
    if (random.chance(0.15)) return { text: `collect(${distinct}${value})`, kind: 'list' };
    const text = random.pick([
      'count(*)',
      `count(${distinct}${name})`,
      `count(${distinct}${value})`,
      `sum(${distinct}${this.number()})`,
      `min(${this.number()}) + count(*)`,
      `size(collect(${distinct}${value}))`,
      `toInteger(round(10 * coalesce(avg(${this.number()}), 0)))`,
    ]);
    const isNumber = !text.startsWith('min');
    return { text, kind: isNumber ? 'number' : 'value' };
  }

  private where(): string {
    const { random } = this.draft;
    if (random.chance(0.6)) return '';
    const { name, kind } = random.pick(this.columns);
    const numbers = this.columns.filter(each => each.kind === 'number');
    if (numbers.length > 0 && random.chance(0.7)) {
      const number = random.pick(numbers).name;
      return ` WHERE ${random.pick([`${number} > 1`, `${number} <> 2`, `${number} % 2 = 1`, `${number} < 4`])}`;
    }
    const value = kind === 'list' ? `size(${name})` : kind === 'node' ? `${name}.p` : name;
    return ` WHERE ${random.pick([`${value} IS NOT NULL`, `${value} <> 1`, `coalesce(${value}, 1) = 1`])}`;
  }

  private projection(clause: string, items: readonly Item[]): string {
    const columns = items.map(({ kind }) => ({ name: `g${++this.names}`, kind }));
    const text = items.map((item, i) => `${item.text} AS ${columns[i]!.name}`).join(', ');
    this.columns = columns;
    return `${clause} ${text}`;
  }
}
