/** Compiles and runs a query against a MapGraph, to its end. */
import type { ValueMap } from '@weir/model';
import type { Environment } from '@weir/platform';
import type { QueryLimits } from '../budget/query-limits.js';
import type { Row } from '../compiled-query.js';
import type { CompileOptions } from '../compile-options.js';
import { compileQuery } from '../query/compile-query.js';
import type { MapGraph } from './map-graph.js';

export interface QueryResult {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

export interface RunOptions extends CompileOptions {
  readonly values?: ValueMap;
  /** Argument rows, one slot per row parameter. */
  readonly argumentRows?: readonly Row[];
  readonly environment?: Environment;
  readonly limits?: QueryLimits;
  readonly batchRows?: number;
}

/** Rejects with the query's error, at compile time or run time. */
export async function runQuery(
  graph: MapGraph,
  text: string,
  options: RunOptions = {},
): Promise<QueryResult> {
  const query = compileQuery(text, options);
  const session = graph.session();
  const context = {
    graph: session,
    environment: options.environment ?? graph.environment,
    parameters: options.values ?? {},
    limits: options.limits,
    batchRows: options.batchRows,
  };
  const stream = query.run(context, options.argumentRows);
  const rows: Row[] = [];
  for (let batch = await stream.next(); batch !== undefined; batch = await stream.next()) rows.push(...batch);
  await session.settled();
  return { columns: query.columns, rows };
}
