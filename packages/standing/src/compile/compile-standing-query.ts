/**
 * From the Cypher text of a standing query to its plan. The grammar is a small part of Cypher: one MATCH, maybe a
 * WHERE, one RETURN. What is outside is rejected with the messages that clients of the reference know.
 */
import { checkQuery, cypherError, parseQuery, type Match, type Query, type Return } from '@weir/cypher';
import { WeirError } from '@weir/model';
import { buildPlan } from '../plan/build-plan.js';
import type { StandingPlan } from '../plan/standing-plan.js';
import type { StandingPattern } from '../pattern/standing-pattern.js';
import { PatternReader } from './pattern-reader.js';
import { readReturn, type ReturnedColumn } from './read-return.js';
import { findNode } from './syntax-search.js';
import { readConditions } from './read-conditions.js';

export type StandingMode = 'DistinctId' | 'MultipleValues';

const WRONG_FORMAT = 'Wrong format for a standing query (expected `MATCH ... WHERE ... RETURN ...`)';

/**
 * @param queryNumber what results and messages will name the query by.
 * @throws WeirError `cypher.syntax`, `cypher.compile`: not in the grammar; `standing.invalid-pattern`: in the
 * grammar, but not for this mode, or not a tree.
 */
export function compileStandingQuery(text: string, mode: StandingMode, queryNumber: number): StandingPlan {
  return buildPlan(readStandingPattern(text, mode), queryNumber);
}

/** The pattern alone, not yet checked to be a tree. Throws as `compileStandingQuery` does. */
export function readStandingPattern(text: string, mode: StandingMode): StandingPattern {
  const query = parseQuery(text);
  const { match, projection } = clausesOf(query);
  const reader = new PatternReader(text, match);
  checkQuery(query);
  const conditions = readConditions(text, reader);
  const returned = readReturn(text, projection, reader);
  checkMode(mode, projection.distinct, conditions.hasFilter, returned);

  const column = returned[0]!;
  const root = reader.hintedNode ?? (returned.length === 1 && column.idOf !== undefined ? column.idOf : 0);
  if (returned.length !== 1 || column.idOf !== root) {
    throw invalid('DistinctId queries must return exactly the `id` of the root node');
  }
  return {
    nodes: reader.patternNodes(),
    edges: reader.edges,
    root,
    column: column.name,
    idAsText: column.asText,
  };
}

function clausesOf(query: Query): { match: Match; projection: Return } {
  const { body, text } = query;
  const [match, projection, ...others] = body.parts[0]!.clauses;
  const isPlain =
    query.mode === 'run' &&
    body.parts.length === 1 &&
    others.length === 0 &&
    match?.kind === 'match' &&
    !match.optional &&
    projection?.kind === 'return' &&
    !projection.star &&
    projection.orderBy.length === 0 &&
    projection.skip === undefined &&
    projection.limit === undefined;
  if (!isPlain) throw cypherError('cypher.compile', WRONG_FORMAT, { source: text, offset: query.span.start });
  const parameter = findNode(query, node => node.kind === 'parameter');
  if (parameter !== undefined) {
    throw cypherError('cypher.compile', `${WRONG_FORMAT}: it has no parameters`, {
      source: text,
      offset: parameter.span.start,
    });
  }
  return { match, projection };
}

function checkMode(
  mode: StandingMode,
  distinct: boolean,
  hasFilter: boolean,
  returned: readonly ReturnedColumn[],
): void {
  if (mode === 'MultipleValues') {
    if (distinct) throw invalid('MultipleValues Standing Queries do not yet support `DISTINCT`');
    throw invalid(
      'MultipleValues Standing Queries are not available in this version; use the mode DistinctId',
    );
  }
  if (!distinct) throw invalid('DistinctId Standing Queries must specify a `DISTINCT` keyword');
  if (hasFilter) throw invalid('DistinctId queries cannot filter');
  if (returned.some(column => column.computed)) throw invalid('DistinctId queries cannot map');
}

function invalid(message: string): WeirError {
  return new WeirError('standing.invalid-pattern', message);
}
