/**
 * Random standing queries beyond a pattern with conditions: named paths, OPTIONAL MATCHes that extend each other, lists
 * of matches, CALL { ... }, chains of WITHs, all aggregates.
 */
import type { SeededRandom } from '@weir/graph/testing';
import type { RandomQuery } from './random-query.js';

const LENGTHS = ['*1..2', '*2', '*0..1', '*1..3', '*0..2'];

export function randomWideQuery(
  random: SeededRandom,
  _ids: readonly string[],
  edgeLabels: readonly string[],
): RandomQuery {
  return { text: new WideQueryWriter(random, edgeLabels).write(), mode: 'MultipleValues' };
}

class WideQueryWriter {
  /** Node variables, and the ones bound by a MATCH. */
  private readonly nodes: string[] = [];
  private required: string[] = [];
  private readonly paths: string[] = [];
  /** Results of CALL { ... }. */
  private readonly amounts: string[] = [];
  private readonly clauses: string[] = [];
  private variables = 0;

  constructor(
    private readonly random: SeededRandom,
    private readonly edgeLabels: readonly string[],
  ) {}

  write(): string {
    const { random, clauses } = this;
    this.nodes.push('n0');
    clauses.push(`MATCH ${this.chain('n0', random.below(3))}`);
    if (random.chance(0.3)) clauses.push(`WHERE ${this.condition()}`);
    this.required = [...this.nodes];
    while (random.chance(0.45) && clauses.length < 6) {
      const isOptional = random.chance(0.8);
      const from = random.pick(random.chance(0.7) ? this.nodes : this.required);
      clauses.push(`${isOptional ? 'OPTIONAL ' : ''}MATCH ${this.chain(from, 1 + random.below(2))}`);
      if (random.chance(0.3)) clauses.push(`WHERE ${this.condition()}`);
    }
    while (random.chance(0.2)) clauses.push(this.call());
    if (random.chance(0.3)) {
      const names = [...this.nodes, ...this.paths, ...this.amounts];
      clauses.push(`WITH ${names.join(', ')} WHERE ${this.condition()}`);
    }
    clauses.push(this.projection());
    return clauses.join(' ');
  }

  private call(): string {
    const { random } = this;
    const from = random.pick(this.nodes);
    const to = `n${++this.variables}`;
    const amount = `c${this.variables}`;
    const where = random.chance(0.3) ? ` WHERE ${to}.q IS NOT NULL` : '';
    const asked = this.aggregate(to);
    // A list has no order, and may become the key of a group.
    const aggregate = asked.startsWith('collect') ? `size(${asked})` : asked;
    this.amounts.push(amount);
    return `CALL { WITH ${from} MATCH (${from})${this.edge()}(${to})${where} RETURN ${aggregate} AS ${amount} }`;
  }

  private chain(from: string, hops: number): string {
    const { random } = this;
    let text = `(${from})`;
    for (let i = 0; i < hops; i++) {
      const to = `n${++this.variables}`;
      this.nodes.push(to);
      text += this.edge() + `(${to}${random.chance(0.15) ? ':A' : ''})`;
    }
    if (!random.chance(0.5)) return text;
    const path = `p${++this.variables}`;
    this.paths.push(path);
    return `${path} = ${text}`;
  }

  private edge(): string {
    const { random } = this;
    const length = random.chance(0.3) ? random.pick(LENGTHS) : '';
    const label = random.chance(0.15) ? '' : `:${random.pick(this.edgeLabels)}`;
    const inside = `[${label}${length}]`;
    const roll = random.next();
    return roll < 0.15 ? `-${inside}-` : roll < 0.6 ? `-${inside}->` : `<-${inside}-`;
  }

  private condition(): string {
    const { random } = this;
    const a = random.pick(this.nodes);
    const options = [
      `${a}.p = ${random.pick(this.nodes)}.q`,
      `${a}.p IS NULL`,
      `NOT ${a}:A`,
      `${a} IS NOT NULL`,
      `NOT (${a})-[:x]->()`,
      `(${a})<-[:x]-()`,
      `COUNT { (${a})--() } > 1`,
      `NOT EXISTS { (${a})-[:x]->(m) WHERE m.p = ${a}.q }`,
      `size([(${a})-[:x]->(m) | m.p]) < 2`,
    ];
    for (const amount of this.amounts) options.push(`${amount} <> 1`, `${amount} = ${a}.p`);
    for (const path of this.paths) {
      options.push(
        `length(${path}) <> 2`,
        `all(n IN nodes(${path}) WHERE n.p IS NULL OR n.p = 1)`,
        `none(r IN relationships(${path}) WHERE r.w = 1)`,
      );
    }
    return random.pick(options);
  }

  /** @param isKey rows are grouped by it, so it must not be an unordered list. */
  private value(isKey: boolean): string {
    const { random } = this;
    const a = random.pick(this.nodes);
    const b = random.pick(this.nodes);
    const lists = [
      `[(${a})-[:x]->(m) | m.p]`,
      `[(${a})-[:x]->(m) WHERE m.q IS NOT NULL | [m.q, ${a}.p]]`,
      `[q = (${a})<-[:x*1..2]-() | length(q)]`,
      `[(${a})--(m) | id(m) = id(${b})]`,
      `COLLECT { MATCH (${a})<-[:x]-(m) RETURN id(m) }`,
    ];
    const list = random.pick(lists);
    const options = [
      `id(${a})`,
      `${a}.p`,
      `labels(${a})`,
      `size(COLLECT { MATCH (${a})-[e]-(m) WHERE m.p = 1 RETURN e.w })`,
      ...Array.from({ length: 6 }, () => (isKey ? `size(${list})` : list)),
      ...this.amounts.flatMap(amount => [amount, amount, amount]),
    ];
    for (const path of this.paths) {
      options.push(
        `length(${path})`,
        `reduce(way = '', n IN nodes(${path}) | way + strId(n) + coalesce(n.q, '-'))`,
        `reduce(way = '', r IN relationships(${path}) | way + strId(startNode(r)) + type(r))`,
        `[n IN nodes(${path}) | id(n)]`,
        `[n IN nodes(${path}) | n.p]`,
        `[r IN relationships(${path}) | type(r)]`,
        `[r IN relationships(${path}) | r.w]`,
        path,
      );
    }
    return random.pick(options);
  }

  private projection(): string {
    const { random } = this;
    const count = 1 + random.below(2);
    const isGrouped = random.chance(0.6);
    const values = Array.from({ length: count }, (_, i) => `${this.value(isGrouped)} AS v${i}`);
    const names = values.map((_, i) => `v${i}`);
    const aggregate = this.aggregate(random.pick(this.nodes));
    const inLists = [
      `RETURN ${values.join(', ')}`,
      `WITH ${values.join(', ')} WHERE v0 IS NOT NULL WITH [${names.join(', ')}] AS all RETURN all, size(all) AS s`,
    ];
    if (!isGrouped) return random.pick(inLists);
    return random.pick([
      `RETURN DISTINCT ${values.join(', ')}`,
      `RETURN ${values[0]}, ${aggregate} AS c`,
      `RETURN ${aggregate} AS c`,
      `WITH ${values.join(', ')} WITH v0 AS u RETURN u, count(*) AS c`,
      `WITH ${values[0]}, ${aggregate} AS c WITH v0, [c] AS d RETURN d, v0`,
      `WITH ${values[0]}, ${aggregate} AS c WHERE c IS NOT NULL RETURN DISTINCT v0, c`,
    ]);
  }

  private aggregate(n: string): string {
    const { random } = this;
    const number = `CASE WHEN ${n}.p IN [1, 2] THEN ${n}.p ELSE 3 END`;
    return random.pick([
      'count(*)',
      `count(${n})`,
      `round(1000 * stDev(${number}))`,
      `round(1000 * stDevP(DISTINCT ${number}))`,
      `percentileDisc(${number}, 0.7)`,
      `percentileCont(${number}, 0.3)`,
      `collect(${n}.p)`,
      `max(${number})`,
      `sum(${number})`,
      `count(DISTINCT ${n}.p)`,
    ]);
  }
}
