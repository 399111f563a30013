/** Random standing queries as text, over the whole grammar that standing queries are meant to take. */
import type { SeededRandom } from '@weir/graph/testing';
import { formatNodeId } from '@weir/model';
import type { StandingMode } from '@weir/standing';
import type { Feature } from './features.js';
import { randomConditions } from './random-conditions.js';
import { randomReturn } from './random-return.js';
import { EDGE_KEY, EDGE_LABELS, idOf, KEYS, literal, NODE_LABELS, VALUES } from './random-write.js';

export interface RandomQuery {
  readonly text: string;
  readonly mode: StandingMode;
  readonly features: readonly Feature[];
  /** Values that are equal but not the same (1 and 1.0) count as one: the query groups by them. */
  readonly isLoose: boolean;
}

/** What a query is made of while it is written. */
export class Draft {
  readonly features = new Set<Feature>();
  readonly edges: DraftEdge[] = [];
  nodes = 1;

  constructor(
    readonly random: SeededRandom,
    /** The features that this query may use. */
    private readonly offered: ReadonlySet<Feature>,
    /** How seldom nodes are looked at, 0 to 1. */
    readonly bareness: number,
  ) {}

  /** Decides for a feature, and notes that it is used. */
  use(feature: Feature, probability: number): boolean {
    if (!this.offered.has(feature) || !this.random.chance(probability)) return false;
    this.features.add(feature);
    return true;
  }

  anyNode(): string {
    return `n${this.random.below(this.nodes)}`;
  }

  edgeVariables(): string[] {
    return this.edges.flatMap(({ variable }) => (variable === undefined ? [] : [variable]));
  }
}

export interface DraftEdge {
  readonly source: number;
  readonly target: number;
  readonly variable: string | undefined;
  /** Between the ends' parentheses, in the direction from source to target: `-[e0:x]->`. */
  readonly forth: string;
  readonly back: string;
}

export function randomQuery(
  random: SeededRandom,
  offered: ReadonlySet<Feature>,
  graphNodes: number,
): RandomQuery {
  const draft = new Draft(random, offered, random.next());
  drawShape(draft);
  const matches = matchClauses(draft, graphNodes);
  const { text: returned, mode, isLoose } = randomReturn(draft);
  return {
    text: `${matches} ${returned}`,
    mode,
    features: [...draft.features],
    isLoose,
  };
}

function drawShape(draft: Draft): void {
  const { random, edges } = draft;
  draft.nodes = random.pick([1, 1, 2, 2, 2, 3, 3, 4]);
  const isLinear = random.chance(0.4);
  for (let node = 1; node < draft.nodes; node++) {
    const other = isLinear ? node - 1 : random.below(node);
    edges.push(random.chance(0.5) ? drawEdge(draft, node, other) : drawEdge(draft, other, node));
  }
  for (let node = 0; node < draft.nodes; node++) {
    if (draft.use('self-loop', 0.12)) edges.push(drawEdge(draft, node, node));
  }
  if (draft.nodes > 1 && draft.use('cycle', 0.7)) {
    const source = random.below(draft.nodes);
    const target = (source + 1 + random.below(draft.nodes - 1)) % draft.nodes;
    edges.push(drawEdge(draft, source, target));
  }
}

function drawEdge(draft: Draft, source: number, target: number): DraftEdge {
  const { random } = draft;
  const length = drawLength(draft);
  let label = `:${random.pick(EDGE_LABELS)}`;
  if (draft.use('any-label', 0.4)) label = '';
  else if (draft.use('several-labels', 0.6)) label = ':x|y';
  const isNamed = length === '' && draft.use('edge-variable', 0.7);
  const variable = isNamed ? `e${draft.edges.length}` : undefined;
  const properties =
    length === '' && draft.use('edge-where', 0.3) ? ` {${EDGE_KEY}: ${1 + random.below(3)}}` : '';
  const inside = `${variable ?? ''}${label}${length}${properties}`;
  const body = inside === '' ? '' : `[${inside}]`;
  const isDirected = !draft.use('undirected', 0.6);
  return {
    source,
    target,
    variable,
    forth: isDirected ? `-${body}->` : `-${body}-`,
    back: isDirected ? `<-${body}-` : `-${body}-`,
  };
}

function drawLength(draft: Draft): string {
  if (draft.use('variable-length', 0.35)) return draft.random.pick(['*1..2', '*2', '*..2', '*1..3', '*2..3']);
  if (draft.use('zero-length', 0.35)) return draft.random.pick(['*0..1', '*0..2']);
  return '';
}

function matchClauses(draft: Draft, graphNodes: number): string {
  const { random, edges } = draft;
  const writeNode = nodeWriter(draft);
  const parts =
    edges.length === 0
      ? [writeNode(0)]
      : edges.map(({ source, target, forth, back }) =>
          random.chance(0.5)
            ? writeNode(source) + forth + writeNode(target)
            : writeNode(target) + back + writeNode(source),
        );
  const split = parts.length > 1 && draft.use('several-match', 0.8) ? 1 + random.below(parts.length - 1) : 0;
  const first = split === 0 ? [] : [`MATCH ${parts.slice(0, split).join(', ')}`];
  const conditions = [...plainTests(draft, graphNodes), ...randomConditions(draft)];
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  return [...first, `MATCH ${parts.slice(split).join(', ')}${where}`].join(' ');
}

/** Labels stand where a node is first mentioned. */
function nodeWriter({ random, bareness }: Draft): (node: number) => string {
  const seen = new Set<number>();
  return node => {
    if (seen.has(node)) return `(n${node})`;
    seen.add(node);
    const labels = NODE_LABELS.filter(() => random.chance(0.15 * (1 - bareness)));
    const properties = random.chance(0.1 * (1 - bareness)) ? ` {p: ${literal(random.pick(VALUES))}}` : '';
    return `(n${node}${labels.map(label => `:${label}`).join('')}${properties})`;
  };
}

/** What every mode takes: tests of single properties against constants. One per key, and none where the map has one. */
function plainTests({ random, nodes, bareness }: Draft, graphNodes: number): string[] {
  return Array.from({ length: nodes }, (_, node) => {
    const tests = random.chance(0.35 * (1 - bareness)) ? [plainTest(random, `n${node}.${KEYS[1]}`)] : [];
    if (random.chance(0.04)) tests.push(idTest(random, `n${node}`, graphNodes));
    return tests;
  }).flat();
}

/** A node that a query names by its id is there for it whether it exists or not. */
function idTest(random: SeededRandom, node: string, graphNodes: number): string {
  const id = (): string => `"${formatNodeId(idOf(random.below(graphNodes)))}"`;
  const roll = random.next();
  if (roll < 0.6) return `id(${node}) = ${id()}`;
  if (roll < 0.75) return `strId(${node}) = ${id()}`;
  if (roll < 0.9) return `id(${node}) IN [${id()}, ${id()}]`;
  return `(id(${node}) = ${id()} OR id(${node}) = ${id()} AND ${node}.${KEYS[0]} IS NULL)`;
}

function plainTest(random: SeededRandom, property: string): string {
  const value = literal(random.pick(VALUES));
  return random.pick([
    `${property} = ${value}`,
    `${property} <> ${value}`,
    `exists(${property})`,
    `${property} IS NOT NULL`,
    `NOT exists(${property})`,
    `${property} IS NULL`,
    `${property} =~ 'a.*'`,
    `${property} =~ '.'`,
  ]);
}
