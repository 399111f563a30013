/**
 * From the Cypher text of a standing query to its plan. There are two kinds of plan: witness plans, for queries that
 * only ask which roots of a tree-shaped pattern match, and row plans, for all others.
 */
import {
  checkQuery,
  cypherError,
  type Extensions,
  parseQuery,
  type Query,
  type SingleQuery,
  walk,
} from '@weir/cypher';
import { WeirError } from '@weir/platform';
import type { StandingPlan } from '../plan/standing-plan.js';
import { buildPlan } from './witnesses/build-witness-plan.js';
import { buildRowPlan, identified } from './building/build-row-plan.js';
import { mentionsAggregate } from './reading/query-forms.js';
import { Refusals } from './reading/refusals.js';
import { ShapeReader } from './reading/shape-reader.js';
import type { ElementNumber, FailureListener, Shape } from './shape/shape.js';
import { compileUnion } from './compile-union.js';
import { witnessPattern } from './witnesses/witness-pattern.js';

export type StandingMode = 'DistinctId' | 'MultipleValues';

export interface StandingCompileOptions {
  /** Results name the records that wrote their content; this always requires a row plan. */
  readonly tracksOrigins?: boolean;
  /** Functions in addition to the built-in ones: the plan keeps their current versions. */
  readonly extensions?: Extensions | undefined;
  readonly onFailure?: FailureListener;
}

/**
 * @param queryNumber identifies the query in results and messages.
 * @throws WeirError `cypher.syntax`, `cypher.compile`: not a query, or impossible to watch; `standing.invalid-pattern`:
 * not supported in this mode, or not connected.
 */
export function compileStandingQuery(
  text: string,
  mode: StandingMode,
  queryNumber: number,
  { tracksOrigins = false, extensions, onFailure = () => undefined }: StandingCompileOptions = {},
): StandingPlan {
  const query = parseQuery(text);
  checkForm(query);
  refuseAggregates(query, extensions?.aggregates ?? []);
  checkQuery(query);
  if (query.body.parts.length > 1) {
    if (mode === 'DistinctId')
      throw invalid(
        'DistinctId queries do not support UNION: use MultipleValues, or write one query for each part',
      );
    return compileUnion(query, queryNumber, { tracksOrigins, extensions, onFailure });
  }
  const shape = new ShapeReader(query, { extensions, onFailure }).read();
  const root = mode === 'DistinctId' ? distinctRoot(shape) : onlyRoot(shape);
  const pattern = root === undefined || tracksOrigins ? undefined : witnessPattern(shape, root);
  return pattern === undefined
    ? buildRowPlan(shape, queryNumber, root, tracksOrigins)
    : buildPlan(pattern, queryNumber);
}

function checkForm(query: Query): void {
  const { body, text, span } = query;
  const refusals = new Refusals(text);
  if (query.mode !== 'run') throw refusals.wrongFormat('register it without EXPLAIN or PROFILE', span);
  for (const part of body.parts) checkPart(part, refusals);
  walk(query, node => {
    if (node.kind !== 'parameter') return;
    throw refusals.wrongFormat(
      `it has no parameters, so write the value of $${node.name} in the query`,
      node.span,
    );
  });
}

function checkPart({ clauses }: SingleQuery, refusals: Refusals): void {
  const first = clauses[0]!;
  const last = clauses[clauses.length - 1]!;
  if (first.kind === 'match' && first.optional) {
    throw refusals.wrongFormat('begin with a MATCH', first.span);
  }
  if (last.kind !== 'return') throw refusals.wrongFormat('it ends in RETURN and writes nothing', last.span);
  if (first.kind !== 'match' && first.kind !== 'unwind') {
    throw refusals.wrongFormat('begin with a MATCH', first.span);
  }
}

/** User-defined aggregates do not support removal of values. */
function refuseAggregates(query: Query, aggregates: readonly { readonly name: string }[]): void {
  const names = new Set(aggregates.map(({ name }) => name.toLowerCase()));
  walk(query, node => {
    if (node.kind !== 'call' || !names.has(node.name.toLowerCase())) return;
    throw cypherError(
      'cypher.compile',
      `The aggregate \`${node.name}\` is not supported in standing queries: use a function of collect(...)`,
      { source: query.text, offset: node.span.start },
    );
  });
}

/** The node whose id a DistinctId query returns. */
function distinctRoot(shape: Shape): ElementNumber {
  const stage = shape.stages[shape.stages.length - 1]!;
  const [column, ...others] = stage.columns;
  if (!stage.distinct) throw invalid('DistinctId Standing Queries must specify a `DISTINCT` keyword');
  const isMapped = stage.columns.some(({ expression }) => {
    if (expression.kind === 'property') return expression.subject.kind !== 'variable';
    if (expression.kind !== 'call' || mentionsAggregate(expression)) return true;
    const [argument, ...more] = expression.arguments;
    const isKnown = ['id', 'strid', 'properties'].includes(expression.name.toLowerCase());
    return !isKnown || more.length > 0 || argument?.kind !== 'variable';
  });
  if (isMapped) throw invalid('DistinctId queries cannot map');
  const { expression } = column!;
  const root =
    shape.stages.length > 1 || expression.kind !== 'call' ? undefined : identified(shape, expression);
  const isRoot = root !== undefined && (shape.hinted === undefined || shape.hinted === root);
  if (!isRoot || others.length > 0) {
    throw invalid('DistinctId queries must return exactly the `id` of the root node');
  }
  return root;
}

/** The node, if the query returns nothing but its distinct id. */
function onlyRoot(shape: Shape): ElementNumber | undefined {
  const [stage, ...more] = shape.stages;
  if (more.length > 0 || !stage!.distinct || stage!.columns.length > 1) return undefined;
  const { expression } = stage!.columns[0]!;
  const root = expression.kind === 'call' ? identified(shape, expression) : undefined;
  return shape.hinted === undefined || shape.hinted === root ? root : undefined;
}

function invalid(message: string): WeirError {
  return new WeirError('standing.invalid-pattern', message);
}
