/** Random standing queries as Cypher text, over the whole accepted grammar. */
import type { SeededRandom } from '@weir/graph/testing';

export interface RandomQuery {
  readonly text: string;
  readonly mode: 'DistinctId' | 'MultipleValues';
}

const KEYS = ['p', 'q'];
const LABELS = ['A', 'B'];

export function randomQuery(
  random: SeededRandom,
  idTexts: readonly string[],
  edgeLabels: readonly string[],
): RandomQuery {
  return new QueryWriter(random, idTexts, edgeLabels).write();
}

/** Two or three parts, joined by UNION or UNION ALL. */
export function randomUnion(
  random: SeededRandom,
  idTexts: readonly string[],
  edgeLabels: readonly string[],
): RandomQuery {
  const width = 1 + random.below(2);
  const isAll = random.chance(0.5);
  const parts = Array.from({ length: random.chance(0.3) ? 3 : 2 }, () =>
    new QueryWriter(random, idTexts, edgeLabels).unionPart(width, !isAll),
  );
  return { text: parts.join(isAll ? ' UNION ALL ' : ' UNION '), mode: 'MultipleValues' };
}

class QueryWriter {
  private nodes: string[] = [];
  private edges: string[] = [];
  private variables = 0;

  constructor(
    private readonly random: SeededRandom,
    private readonly idTexts: readonly string[],
    private readonly edgeLabels: readonly string[],
  ) {}

  write(): RandomQuery {
    const { random } = this;
    const clauses = [`MATCH ${this.pattern(1 + random.below(3), true).join(', ')}`];
    const where = this.where(0);
    if (where !== '') clauses.push(where);
    if (random.chance(0.15)) {
      clauses.push(`MATCH ${this.hop(random.pick(this.nodes), true)}`);
      if (random.chance(0.3)) clauses.push(`WHERE ${this.condition()}`);
    }
    const required = [...this.nodes];
    const requiredEdges = [...this.edges];
    if (random.chance(0.2)) {
      clauses.push(`OPTIONAL MATCH ${this.hop(random.pick(required), true)}`);
      if (random.chance(0.5)) clauses.push(`WHERE ${this.condition()}`);
    }
    if (random.chance(0.25)) {
      const root = random.pick(required);
      const filterOnly = [...clauses];
      if (this.nodes.length === required.length && this.edges.length === requiredEdges.length) {
        return { text: [...filterOnly, `RETURN DISTINCT id(${root})`].join(' '), mode: 'DistinctId' };
      }
    }
    clauses.push(this.projection());
    return { text: clauses.join(' '), mode: 'MultipleValues' };
  }

  /** Has columns `v0`, `v1`, ..., in any order. @param mayBeDistinct whether the whole union is distinct in the end. */
  unionPart(width: number, mayBeDistinct: boolean): string {
    const { random } = this;
    const clauses = [`MATCH ${this.pattern(1 + random.below(3), true).join(', ')}`];
    const where = this.where(0);
    if (where !== '') clauses.push(where);
    const required = [...this.nodes];
    if (random.chance(0.25)) clauses.push(`OPTIONAL MATCH ${this.hop(random.pick(required), true)}`);
    const values = this.values(width);
    if (random.chance(0.25)) {
      clauses.push(`UNWIND [1, 2, ${random.pick(required)}.p] AS u`);
      values[0] = 'u AS v0';
    }
    if (random.chance(0.3)) {
      clauses.push(`WITH ${values.join(', ')} WHERE v0 ${random.pick(['<> 2', '= 1', 'IS NOT NULL'])}`);
      values.forEach((_, i) => (values[i] = `v${i}`));
    }
    if (random.chance(0.3)) values.reverse();
    const distinct = mayBeDistinct && random.chance(0.3) ? 'DISTINCT ' : '';
    return `${clauses.join(' ')} RETURN ${distinct}${values.join(', ')}`;
  }

  // Patterns

  private pattern(size: number, named: boolean): string[] {
    const { random } = this;
    const first = this.newNode();
    const parts: string[] = [];
    let written = false;
    for (let i = 1; i < size; i++) {
      const from = random.pick(this.nodes);
      parts.push(this.hop(from, named));
      written = true;
    }
    if (written && random.chance(0.25)) {
      const [a, b] = [random.pick(this.nodes), random.pick(this.nodes)];
      parts.push(`(${a})${this.edge(named)}(${b})`);
    }
    if (!written) parts.push(this.nodeText(first));
    return parts;
  }

  private hop(from: string, named: boolean): string {
    const edge = this.edge(named);
    const to = this.newNode();
    return `(${from})${edge}${this.nodeText(to)}`;
  }

  private newNode(): string {
    const name = `n${this.variables++}`;
    this.nodes.push(name);
    return name;
  }

  private nodeText(name: string): string {
    const { random } = this;
    const label = random.chance(0.15) ? `:${random.pick(LABELS)}` : random.chance(0.03) ? ':A|B' : '';
    const test = random.chance(0.12) ? ` {${random.pick(KEYS)}: ${this.literal()}}` : '';
    return `(${name}${label}${test})`;
  }

  private edge(named: boolean): string {
    const { random } = this;
    const length = random.chance(0.12) ? random.pick(['*1..2', '*2', '*0..1', '*1..3', '*2..3']) : '';
    let name = '';
    if (named && length === '' && random.chance(0.35)) {
      name = `e${this.variables++}`;
      this.edges.push(name);
    } else if (named && length !== '' && random.chance(0.3)) {
      name = `e${this.variables++}`;
    }
    const label = random.chance(0.15) ? '' : `:${random.pick(this.edgeLabels)}`;
    const types =
      label !== '' && random.chance(0.1) ? ':x|y' : label !== '' && random.chance(0.03) ? ':!x' : label;
    const test = random.chance(0.08) ? ` {w: ${1 + random.below(2)}}` : '';
    const inside = `[${name}${types}${length}${test}]`;
    const roll = random.next();
    return roll < 0.2 ? `-${inside}-` : roll < 0.6 ? `-${inside}->` : `<-${inside}-`;
  }

  // Conditions

  private where(depth: number): string {
    const { random } = this;
    const conditions: string[] = [];
    while (random.chance(0.45) && conditions.length < 3) {
      conditions.push(random.chance(0.35) ? this.subquery(depth) : this.condition());
    }
    return conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  }

  private condition(): string {
    const { random } = this;
    const a = random.pick(this.nodes);
    const b = random.pick(this.nodes);
    const key = random.pick(KEYS);
    const options = [
      `${a}.${key} = ${b}.${random.pick(KEYS)}`,
      `${a}.${key} <> ${b}.${random.pick(KEYS)}`,
      `${a}.p > ${this.literal()}`,
      `${a}.p = ${this.literal()}`,
      `${a}.q IS NOT NULL`,
      `${a}.p IS NULL`,
      `(${a}.p = 1 OR ${b}.q = 2)`,
      `NOT ${a}:A`,
      `${a}:B`,
      `id(${a}) <> id(${b})`,
      `${a} <> ${b}`,
      `size(labels(${a})) = ${random.below(2)}`,
      `id(${a}) = "${random.pick(this.idTexts)}"`,
      `size(keys(${a})) > 0`,
    ];
    if (this.edges.length > 0) {
      const e = random.pick(this.edges);
      options.push(
        `${e}.w = ${1 + random.below(2)}`,
        `type(${e}) = "x"`,
        `${e}.w IS NULL`,
        `${e}.w = ${a}.p`,
      );
    }
    return random.pick(options);
  }

  private subquery(depth: number): string {
    const { random } = this;
    const outer = { nodes: [...this.nodes], edges: [...this.edges] };
    const from = random.pick(this.nodes);
    const known = random.chance(0.3) ? random.pick(this.nodes) : undefined;
    const roll = random.next();
    let text: string;
    if (roll < 0.3) {
      const edge = this.edge(false);
      const end = known === undefined ? this.nodeText('') : `(${known})`;
      text = `${random.chance(0.7) ? 'NOT ' : ''}(${from})${edge}${end}`;
    } else {
      const parts = [known === undefined ? this.hop(from, true) : `(${from})${this.edge(true)}(${known})`];
      if (random.chance(0.25)) parts.push(this.hop(random.pick(this.nodes), false));
      let inner = random.chance(0.5) ? this.condition() : '';
      if (depth === 0 && random.chance(0.1)) inner = this.subquery(1);
      const body = `${parts.join(', ')}${inner === '' ? '' : ` WHERE ${inner}`}`;
      if (roll < 0.75) text = `${random.chance(0.6) ? 'NOT ' : ''}EXISTS { ${body} }`;
      else if (roll < 0.9) text = `COUNT { ${body} } ${random.pick(['=', '>', '<='])} ${random.below(3)}`;
      else text = `(EXISTS { ${body} } OR ${from}.p = 1)`;
    }
    this.nodes = outer.nodes;
    this.edges = outer.edges;
    return text;
  }

  // Results

  private projection(): string {
    const { random } = this;
    const values = this.values(1 + random.below(3));
    const roll = random.next();
    if (roll < 0.5) return `RETURN ${values.join(', ')}`;
    if (roll < 0.65) return `RETURN DISTINCT ${values.join(', ')}`;
    const aggregate = this.aggregate();
    const keys = random.chance(0.2) ? [] : values.slice(0, 2);
    if (roll < 0.9) return `RETURN ${[...keys, aggregate].join(', ')}`;
    const named = keys.map((key, i) => `${key.replace(/ AS \w+$/, '')} AS k${i}`);
    const over = random.chance(0.5) ? 'WHERE c > 1 ' : '';
    const items = [...named, 'count(*) AS c'];
    return `WITH ${items.join(', ')} ${over}RETURN ${[...named.map((_, i) => `k${i}`), 'c'].join(', ')}`;
  }

  private values(count: number): string[] {
    const { random } = this;
    const values: string[] = [];
    for (let i = 0; i < count; i++) {
      const n = random.pick(this.nodes);
      const options = [
        `id(${n})`,
        `${n}.p`,
        `${n}.q`,
        `properties(${n})`,
        `labels(${n})`,
        `strId(${n})`,
        `coalesce(${n}.p, 0)`,
        `${n}.p = ${random.pick(this.nodes)}.q`,
        `COUNT { (${n})-[:x]->() }`,
      ];
      if (this.edges.length > 0) {
        const e = random.pick(this.edges);
        options.push(`type(${e})`, `${e}.w`, `properties(${e})`);
      }
      values.push(`${random.pick(options)} AS v${i}`);
    }
    return values;
  }

  private aggregate(): string {
    const { random } = this;
    const n = random.pick(this.nodes);
    return random.pick([
      'count(*)',
      `count(${n}.p)`,
      `count(DISTINCT ${n}.p)`,
      `count(DISTINCT ${n})`,
      `min(${n}.p)`,
      `max(${n}.q)`,
      `collect(${n}.p)`,
      `collect(DISTINCT ${n}.q)`,
      `sum(CASE WHEN ${n}.p IN [1, 2, 1.0] THEN ${n}.p ELSE 0 END)`,
      `avg(CASE WHEN ${n}.p IN [1, 2] THEN ${n}.p ELSE 3 END)`,
      `count(*) + 1`,
    ]);
  }

  private literal(): string {
    return this.random.pick(['1', '2', '"a"', '1.0']);
  }
}
