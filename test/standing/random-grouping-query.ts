/**
 * Random standing queries that group once, twice or three times, in WITH or in RETURN, with conditions on groups and
 * plain WITHs in between.
 */
import type { SeededRandom } from '@weir/graph/testing';
import type { RandomQuery } from './random-query.js';

/** Visible in a clause: a `node` has properties, a `number` can be summed, a `value` can be anything. */
interface Column {
  readonly name: string;
  readonly kind: 'node' | 'number' | 'value';
}

export function randomGroupingQuery(
  random: SeededRandom,
  _ids: readonly string[],
  edgeLabels: readonly string[],
): RandomQuery {
  return { text: new GroupingQueryWriter(random, edgeLabels).write(), mode: 'MultipleValues' };
}

class GroupingQueryWriter {
  private columns: Column[] = [];
  private names = 0;

  constructor(
    private readonly random: SeededRandom,
    private readonly edgeLabels: readonly string[],
  ) {}

  write(): string {
    const { random } = this;
    const clauses = [this.match()];
    const stages = 1 + random.below(3);
    for (let i = 0; i < stages; i++) {
      clauses.push(random.chance(0.2) ? this.plain('WITH') : this.grouping('WITH'));
      if (random.chance(0.4)) clauses.push(`WHERE ${this.condition()}`);
    }
    clauses.push(random.chance(0.35) ? this.plain('RETURN') : this.grouping('RETURN'));
    return clauses.join(' ');
  }

  private match(): string {
    const { random } = this;
    const edge = (): string => {
      const inside = `[:${random.pick(this.edgeLabels)}${random.chance(0.15) ? '*1..2' : ''}]`;
      return random.chance(0.5) ? `-${inside}->` : `<-${inside}-`;
    };
    const label = random.chance(0.2) ? ':A' : '';
    this.columns = [{ name: 'a', kind: 'node' }];
    if (random.chance(0.15)) return `MATCH (a${label})`;
    this.columns.push({ name: 'b', kind: 'node' });
    if (random.chance(0.2)) return `MATCH (a${label}) OPTIONAL MATCH (a)${edge()}(b)`;
    if (random.chance(0.6)) return `MATCH (a${label})${edge()}(b)`;
    this.columns.push({ name: 'c', kind: 'node' });
    return `MATCH (a${label})${edge()}(b)${edge()}(c)`;
  }

  /** A value of one row; a number if `numeric`. */
  private value(numeric: boolean): string {
    const { random } = this;
    const { name, kind } = random.pick(this.columns);
    if (kind === 'number') return random.chance(0.7) ? name : `${name} % 2`;
    const property = kind === 'node' ? `${name}.${random.pick(['p', 'q'])}` : name;
    return numeric ? `CASE WHEN ${property} IN [1, 2] THEN toInteger(${property}) ELSE 3 END` : property;
  }

  private key(): { text: string; kind: Column['kind'] } {
    const { random } = this;
    const { name, kind } = random.pick(this.columns);
    if (random.chance(0.5)) return { text: name, kind };
    if (kind === 'node' && random.chance(0.3)) return { text: `id(${name})`, kind: 'value' };
    return random.chance(0.5)
      ? { text: this.value(true), kind: 'number' }
      : { text: this.value(false), kind: 'value' };
  }

  private aggregate(): { text: string; kind: Column['kind'] } {
    const { random } = this;
    const { name } = random.pick(this.columns);
    const numbers = [
      'count(*)',
      `count(${name})`,
      `count(DISTINCT ${this.value(false)})`,
      `sum(${this.value(true)})`,
      `min(${this.value(true)}) + count(*)`,
      `size(collect(${this.value(false)}))`,
      `toInteger(round(10 * avg(${this.value(true)})))`,
    ];
    return random.chance(0.8)
      ? { text: random.pick(numbers), kind: 'number' }
      : { text: random.pick([`max(${this.value(false)})`, `min(${this.value(false)})`]), kind: 'value' };
  }

  private condition(): string {
    const { random } = this;
    const number = this.columns.filter(({ kind }) => kind === 'number').map(({ name }) => name);
    const { name } = random.pick(this.columns);
    const any = [`${name} IS NOT NULL`, `NOT ${name} IS NULL OR true`];
    if (number.length === 0) return random.pick(any);
    const one = random.pick(number);
    return random.pick([`${one} > 1`, `${one} <> 2`, `${one} % 2 = 1`, `${one} < 4`, ...any]);
  }

  private grouping(clause: 'WITH' | 'RETURN'): string {
    const { random } = this;
    const keys = Array.from({ length: random.below(3) }, () => this.key());
    const isDistinct = keys.length > 0 && random.chance(0.2);
    const aggregates = isDistinct ? [] : Array.from({ length: 1 + random.below(2) }, () => this.aggregate());
    return this.projection(`${clause}${isDistinct ? ' DISTINCT' : ''}`, [...keys, ...aggregates]);
  }

  private plain(clause: 'WITH' | 'RETURN'): string {
    const count = 1 + this.random.below(2);
    return this.projection(
      clause,
      Array.from({ length: count }, () => this.key()),
    );
  }

  private projection(clause: string, items: readonly { text: string; kind: Column['kind'] }[]): string {
    const columns = items.map(({ kind }) => ({ name: `v${++this.names}`, kind }));
    const text = items.map((item, i) => `${item.text} AS ${columns[i]!.name}`).join(', ');
    this.columns = columns;
    return `${clause} ${text}`;
  }
}
