/**
 * The pattern of a standing query as a tree, each element with the node that stands for it and whether its conditions
 * hold. Follows the explanations of single nodes from the root of the pattern over its edges.
 */
import type { ExplainedPatternNode, Explanation } from '../../api/types.js';
import { stateOfEdge, type EdgeState } from './checked-edge.js';

type ExplainedEdge = ExplainedPatternNode['edges'][number];

/** `missing`: no node was found; `open`: not evaluated yet. */
export type PartState = 'holds' | 'fails' | 'missing' | 'open';

export interface CheckedPart {
  readonly variable: string | null;
  /** `undefined` if it is missing. */
  readonly node: string | undefined;
  readonly state: PartState;
  readonly conditions: readonly Condition[];
  readonly edges: readonly CheckedPatternEdge[];
}

export interface Condition {
  readonly text: string;
  /** `undefined`: unknown, because there is no node. */
  readonly holds: boolean | undefined;
  readonly found?: unknown;
  readonly hint?: string | undefined;
}

export interface CheckedPatternEdge {
  readonly text: string;
  readonly state: EdgeState;
  /** Number of neighbors that match, and of all over such edges. */
  readonly matching: number;
  readonly neighbors: number;
  /** `undefined`: there must be no such edge, and there is none; or any node matches. */
  readonly end: CheckedPart | undefined;
}

/** Limits the requests; a larger pattern is cut off. */
const MOST_PARTS = 24;

/**
 * @param nodes of the match in question. The root of the pattern is the one where the query has a result; after the
 * match has ended, the one from which most of the pattern still holds.
 * @param explain requests the explanation of a node.
 * @returns `undefined` if none of them can be the root.
 */
export async function checkPattern(
  nodes: readonly string[],
  explain: (node: string) => Promise<Explanation>,
): Promise<CheckedPart | undefined> {
  const known = new Map<string, Promise<Explanation>>();
  const preferred = new Set(nodes);
  const once = (node: string): Promise<Explanation> => {
    let explanation = known.get(node);
    if (explanation === undefined) known.set(node, (explanation = explain(node)));
    return explanation;
  };
  const explanations = await Promise.all(nodes.map(once));
  const matching = nodes.filter((_, i) => explanations[i]!.matches);
  let best: CheckedPart | undefined;
  for (const root of matching.length > 0 ? matching.slice(0, 1) : nodes) {
    const part = (await once(root)).onNode?.find(({ isRoot }) => isRoot);
    if (part === undefined) continue;
    const found = await new PatternCheck(preferred, once).part(part, root);
    if (best === undefined || holding(found, preferred) > holding(best, preferred)) best = found;
  }
  return best;
}

/** Counts nodes of the match, conditions that hold, and, as half, those that fail although the property exists. */
function holding({ node, conditions, edges }: CheckedPart, preferred: ReadonlySet<string>): number {
  const isOfMatch = node !== undefined && preferred.has(node);
  const own = conditions.reduce(
    (sum, { holds, found }) => sum + (holds ? 1 : (found ?? null) === null ? 0 : 0.5),
    Number(isOfMatch),
  );
  return edges.reduce((sum, { end }) => sum + (end === undefined ? 0 : holding(end, preferred)), own);
}

class PatternCheck {
  private readonly used = new Set<string>();
  private count = 0;

  constructor(
    private readonly preferred: ReadonlySet<string>,
    private readonly explained: (node: string) => Promise<Explanation>,
  ) {}

  async part(part: ExplainedPatternNode, node: string): Promise<CheckedPart> {
    this.used.add(node);
    this.count++;
    const conditions = part.conditions.map(({ condition, holds, found, hint }) => ({
      text: condition,
      holds,
      found,
      hint,
    }));
    const filters = part.filters.map(({ filter, holds, fails }) => ({
      text: filter,
      holds: holds > 0 || fails === 0,
    }));
    const edges: CheckedPatternEdge[] = [];
    for (const edge of part.edges) edges.push(await this.edge(edge, node));
    return {
      variable: part.variable,
      node,
      state: part.holds ? 'holds' : 'fails',
      conditions: [...conditions, ...filters],
      edges,
    };
  }

  private async edge(edge: ExplainedEdge, node: string): Promise<CheckedPatternEdge> {
    const state = stateOfEdge(edge);
    return {
      text: edge.edge,
      state,
      matching: edge.matchingCount,
      neighbors: edge.neighbours,
      end: await this.end(edge, state, node),
    };
  }

  private async end(edge: ExplainedEdge, state: EdgeState, node: string): Promise<CheckedPart | undefined> {
    const isRequired = edge.mode === 'inner' || edge.mode === 'semi';
    const neighbor =
      (await this.ofMatch(edge, isRequired ? [...edge.matching, ...edge.others] : edge.matching)) ??
      this.choose(edge.matching) ??
      (isRequired ? this.choose(edge.others) : undefined);
    if (neighbor === undefined) {
      return isRequired && state === 'no' ? this.missing(edge, node) : undefined;
    }
    if (edge.part === null)
      return { variable: null, node: neighbor, state: 'holds', conditions: [], edges: [] };
    if (this.count < MOST_PARTS) {
      const { onNode = [] } = await this.explained(neighbor);
      const part = onNode.find(each => each.part === edge.part);
      if (part !== undefined) return this.part(part, neighbor);
    }
    return { variable: null, node: neighbor, state: 'open', conditions: [], edges: [] };
  }

  /** Returns the description of the pattern node without a node. */
  private async missing(edge: ExplainedEdge, node: string): Promise<CheckedPart> {
    const { parts } = await this.explained(node);
    const wanted = parts.find(({ part }) => part === edge.part);
    return {
      variable: wanted?.variable ?? null,
      node: undefined,
      state: 'missing',
      conditions: (wanted?.conditions ?? []).map(text => ({ text, holds: undefined })),
      edges: [],
    };
  }

  /** Returns the node of the match at the end of the edge; an explanation names only some of the neighbors. */
  private async ofMatch(edge: ExplainedEdge, named: readonly string[]): Promise<string | undefined> {
    const candidates = [...this.preferred].filter(id => !this.used.has(id));
    const found = named.find(id => candidates.includes(id));
    const isCut = edge.neighbours > edge.matching.length + edge.others.length;
    if (found !== undefined || !isCut || edge.part === null) return found;
    for (const id of candidates) {
      const { onNode = [] } = await this.explained(id);
      if (onNode.some(({ part, isAsked }) => part === edge.part && isAsked)) return id;
    }
    return undefined;
  }

  private choose(ids: readonly string[]): string | undefined {
    return ids.find(id => !this.used.has(id)) ?? ids[0];
  }
}

/** Whether every element of the pattern has a node that meets its conditions. */
export function holdsWhole({ state, edges }: CheckedPart): boolean {
  const isMet = ({ state, end }: CheckedPatternEdge): boolean =>
    end === undefined ? state === 'yes' : holdsWhole(end);
  return state === 'holds' && edges.every(isMet);
}

/** Ids of the nodes in the tree by state, from the root on. */
export function nodesByState(part: CheckedPart): ReadonlyMap<string, PartState> {
  const states = new Map<string, PartState>();
  const visit = ({ node, state, edges }: CheckedPart): void => {
    if (node !== undefined && !states.has(node)) states.set(node, state);
    for (const { end } of edges) if (end !== undefined) visit(end);
  };
  visit(part);
  return states;
}
