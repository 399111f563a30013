/** From a query's shape to its row plan. */
import type { Expression } from '@weir/cypher';
import type { OriginFolding, RowNodePlan } from '../../plan/row-plan.js';
import type { StandingPlan } from '../../plan/standing-plan.js';
import { writersPlan } from './writers-plan.js';
import { DraftPlanner } from '../drafting/draft-planner.js';
import { mentionsAggregate } from '../reading/query-forms.js';
import { ResultPlanner } from './result-planner.js';
import { RowPlanBuilder } from './row-plan-builder.js';
import type { ElementNumber, NodeElement, Shape } from '../shape/shape.js';

/**
 * @param root node from which the pattern is watched; `undefined` selects the most suitable one.
 * @param tracksOrigins whether results name the records that caused them.
 * @throws WeirError `cypher.compile`, `standing.invalid-pattern`
 */
export function buildRowPlan(
  shape: Shape,
  query: number,
  root: ElementNumber | undefined,
  tracksOrigins: boolean,
): StandingPlan {
  const results = new ResultPlanner(shape);
  const keys = results.keys();
  const rootElement = root ?? shape.hinted ?? rootFor(shape, keys);
  const drafts = new DraftPlanner(shape, !tracksOrigins);
  const onlyWhether = !tracksOrigins && onlyTestsExistence(shape, rootElement);
  const draft = drafts.plan(rootElement, results.expressions(), onlyWhether);
  const folded = tracksOrigins ? folding(shape) : undefined;
  const builder = new RowPlanBuilder(shape, drafts, query, folded);
  builder.add(draft, undefined);
  const rowNodes = builder.planNodes as RowNodePlan[];
  const nodes: StandingPlan['nodes'][number][] = [...rowNodes];
  if (tracksOrigins) nodes.push(writersPlan(query, nodes.length, rowNodes));
  const localGroupings = groupingsBy(shape, keys, rootElement);
  addGroupNodes(nodes, query, localGroupings, keys.length);
  return {
    kind: 'rows',
    query,
    columns: shape.stages[shape.stages.length - 1]!.columns.map(({ name }) => name),
    nodes,
    result: results.plan(draft.out, localGroupings, onlyWhether),
    tracksOrigins,
  };
}

/** Whether the query returns only which roots match. */
function onlyTestsExistence({ stages, unwinds, ...shape }: Shape, root: ElementNumber): boolean {
  const [stage, ...more] = stages;
  if (more.length + unwinds.length > 0 || !stage!.distinct) return false;
  return stage!.columns.every(
    ({ expression }) =>
      expression.kind === 'call' && identified({ stages, unwinds, ...shape }, expression) === root,
  );
}

function folding({ stages }: Shape): OriginFolding {
  const sumsUp = stages.some(({ columns }) =>
    columns.some(({ expression }) => mentionsAggregate(expression)),
  );
  return sumsUp ? 'all' : 'one';
}

/** Adds a group node for each grouping whose groups are not stored on the root. */
function addGroupNodes(
  nodes: StandingPlan['nodes'][number][],
  query: number,
  first: number,
  end: number,
): void {
  let child = 0;
  for (let grouping = first; grouping < end; grouping++) {
    const number = nodes.length;
    const common = { variable: undefined, parent: undefined, isRoot: false } as const;
    nodes.push({ kind: 'group', query, number, grouping, child, ...common });
    child = number;
  }
}

/** How many groupings, from the first one on, have the node among their keys: their groups can be stored there. */
function groupingsBy(shape: Shape, keys: readonly (readonly Expression[])[], node: ElementNumber): number {
  const without = keys.findIndex(some => !some.some(key => identified(shape, key) === node));
  return without < 0 ? keys.length : without;
}

/** Returns the node that an expression identifies: `n`, `id(n)`, `strId(n)`. */
export function identified(shape: Shape, expression: Expression): ElementNumber | undefined {
  if (expression.kind === 'variable') return nodeNamed(shape, expression.name);
  if (expression.kind !== 'call' || expression.arguments.length !== 1) return undefined;
  const [argument] = expression.arguments;
  const name = expression.name.toLowerCase();
  if (argument?.kind !== 'variable' || (name !== 'id' && name !== 'strid')) return undefined;
  return nodeNamed(shape, argument.name);
}

function nodeNamed(shape: Shape, name: string): ElementNumber | undefined {
  const element = shape.names.get(name);
  return element !== undefined && shape.main.nodes.has(element) ? element : undefined;
}

/**
 * Prefers a node that is a grouping key, since groups are then stored at the root; otherwise the node with the fewest
 * candidates.
 */
function rootFor(shape: Shape, keys: readonly (readonly Expression[])[]): ElementNumber {
  let best: ElementNumber | undefined;
  let most = 0;
  for (const key of keys[0] ?? []) {
    const element = identified(shape, key);
    const groupings = element === undefined ? 0 : groupingsBy(shape, keys, element);
    if (groupings > most) [best, most] = [element, groupings];
  }
  if (best !== undefined) return best;
  for (const node of shape.main.nodes) {
    if (best === undefined || restriction(shape, node) > restriction(shape, best)) best = node;
  }
  return best!;
}

function restriction(shape: Shape, node: ElementNumber): number {
  const { id, named, labels, tests } = shape.elements[node] as NodeElement;
  if (id !== undefined || named.length > 0) return 3;
  if (tests.some(({ kind }) => kind === 'equal' || kind === 'matches')) return 2;
  return labels.length > 0 || tests.some(({ kind }) => kind === 'present' || kind === 'not-equal') ? 1 : 0;
}
