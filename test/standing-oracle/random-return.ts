/** What a random standing query returns, and the clauses between its MATCH and its RETURN. */
import type { StandingMode } from '@weir/standing';
import type { Draft } from './random-query.js';
import { EDGE_KEY, EDGE_LABELS, NUMBER_KEY } from './random-write.js';

interface Returned {
  readonly text: string;
  readonly mode: StandingMode;
  readonly isLoose: boolean;
}

export function randomReturn(draft: Draft): Returned {
  const isAggregate = draft.use('aggregate', 0.7);
  const isGlobal = !isAggregate && draft.use('global-aggregate', 0.7);
  const isMore = isAggregate || isGlobal || draft.use('values', 0.85);
  if (!isMore) {
    const function_ = draft.random.pick(['id', 'strId']);
    const text = `RETURN DISTINCT ${function_}(n${draft.random.below(draft.nodes)}) AS root`;
    return { text, mode: 'DistinctId', isLoose: false };
  }
  draft.features.add('values');
  const before: string[] = [];
  if (draft.use('optional-match', 0.8)) before.push(optionalMatch(draft));
  const nodes = Array.from({ length: draft.nodes }, (_, node) => `n${node}`);
  const scope: Scope = {
    nodes: draft.features.has('optional-match') ? [...nodes, 'o'] : nodes,
    edges: draft.edgeVariables(),
  };
  const renamed = draft.use('with', 0.8) ? withClause(draft, scope, before) : scope;
  const items = isGlobal ? [] : drawItems(draft, renamed, isAggregate ? 2 : 3);
  if (isAggregate || isGlobal) items.push(...drawAggregates(draft, renamed));
  const isDistinct = !isAggregate && !isGlobal && draft.use('distinct', 0.7);
  const columns = items.map((item, i) => `${item} AS c${i}`).join(', ');
  return {
    text: [...before, `RETURN ${isDistinct ? 'DISTINCT ' : ''}${columns}`].join(' '),
    mode: 'MultipleValues',
    isLoose: isDistinct || isAggregate || isGlobal,
  };
}

interface Scope {
  readonly nodes: readonly string[];
  readonly edges: readonly string[];
}

function optionalMatch(draft: Draft): string {
  const { random } = draft;
  const label = random.pick(EDGE_LABELS);
  const target = random.pick(['(o)', '(o:A)', '(o {p: 1})']);
  const edge = random.pick([`-[:${label}]->`, `<-[:${label}]-`]);
  const where = random.pick(['', '', ' WHERE o.q IS NOT NULL', ` WHERE o.${NUMBER_KEY} > 1`]);
  return `OPTIONAL MATCH (${draft.anyNode()})${edge}${target}${where}`;
}

function withClause(draft: Draft, { nodes, edges }: Scope, before: string[]): Scope {
  const renamedNodes = nodes.map((node, i) => (draft.random.chance(0.5) ? node : `r${i}`));
  const items = [...nodes.map((node, i) => rename(node, renamedNodes[i]!)), ...edges];
  const where = draft.random.chance(0.4) ? ` WHERE ${renamedNodes[0]}.${NUMBER_KEY} > 0` : '';
  before.push(`WITH ${items.join(', ')}${where}`);
  return { nodes: renamedNodes, edges };
}

function rename(name: string, to: string): string {
  return name === to ? name : `${name} AS ${to}`;
}

function drawItems(draft: Draft, { nodes, edges }: Scope, most: number): string[] {
  const { random } = draft;
  return Array.from({ length: 1 + random.below(most) }, () => {
    const node = random.pick(nodes);
    const other = random.pick(nodes);
    const edge = edges.length > 0 && random.chance(0.4) ? random.pick(edges) : undefined;
    if (edge !== undefined) {
      return random.pick([`type(${edge})`, `${edge}.${EDGE_KEY}`, `properties(${edge})`]);
    }
    return random.pick([
      `id(${node})`,
      `strId(${node})`,
      `${node}.p`,
      `${node}.q`,
      `${node}.${NUMBER_KEY}`,
      `properties(${node})`,
      `labels(${node})`,
      `coalesce(${node}.p, 'none')`,
      `[${node}.p, ${other}.q]`,
      `{a: ${node}.p, b: ${other}.${NUMBER_KEY}}`,
      `CASE WHEN ${node}.p = ${other}.p THEN 1 ELSE ${node}.q END`,
      `${node}.${NUMBER_KEY} + ${other}.${NUMBER_KEY}`,
      `${node}.p = ${other}.p`,
      `${node} = ${other}`,
    ]);
  });
}

function drawAggregates({ random }: Draft, { nodes }: Scope): string[] {
  return Array.from({ length: 1 + random.below(2) }, () => {
    const node = random.pick(nodes);
    return random.pick([
      'count(*)',
      `count(${node}.p)`,
      `count(DISTINCT ${node}.p)`,
      `count(${node})`,
      `count(DISTINCT ${node})`,
      `sum(${node}.${NUMBER_KEY})`,
      `avg(${node}.${NUMBER_KEY})`,
      `min(${node}.p)`,
      `max(${node}.q)`,
      `min(${node}.${NUMBER_KEY})`,
      `collect(${node}.q)`,
      // Rounded: the last bits of a float depend on the order of the values.
      `round(1000 * stDev(${node}.${NUMBER_KEY}))`,
      `round(1000 * stDevP(${node}.${NUMBER_KEY}))`,
      `percentileDisc(${node}.${NUMBER_KEY}, 0.7)`,
      `percentileCont(${node}.${NUMBER_KEY}, 0.25)`,
      `collect(DISTINCT ${node}.p)`,
      `count(*) > 1`,
      `sum(${node}.${NUMBER_KEY}) + count(*)`,
    ]);
  });
}
