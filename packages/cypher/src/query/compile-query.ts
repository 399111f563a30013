/** From text to an executable query: parse, check, plan. Compiled queries are cached. */
import { LruMap } from '@weir/platform';
import type { CompiledQuery } from '../compiled-query.js';
import type { CompileOptions } from '../compile-options.js';
import type { FunctionRegistry } from '../registry/function-registry.js';
import { BUILT_IN } from './built-in-registry.js';
import { helpProcedures } from '../procedures/help.js';
import { PlanContext } from '../plan/plan-context.js';
import { planBody } from '../plan/query-planner.js';
import { planSubqueryExpression } from '../plan/subquery-planner.js';
import { checkQuery, guarded, parseQuery } from '../syntax/index.js';
import type { SemanticFacts } from '../syntax/index.js';
import { checkOptions } from './check-options.js';
import { explain } from './explain.js';
import { PlannedQuery } from './planned-query.js';
import { profile } from './profile.js';

/** Minimum weight of a query in characters: its compiled form takes more memory than its text. */
const LIGHTEST_QUERY = 1024;
/** The maximum length of a query. */
const KEPT_CHARACTERS = 1024 * LIGHTEST_QUERY;

const cache = new LruMap<string, CompiledQuery>(KEPT_CHARACTERS, key => Math.max(LIGHTEST_QUERY, key.length));
const registries = new WeakMap<object, { readonly registry: FunctionRegistry; readonly number: number }>();
let registryCount = 0;

/** @throws WeirError `cypher.syntax` or `cypher.compile`, with a position. */
export function compileQuery(text: string, options: CompileOptions = {}): CompiledQuery {
  const { registry, number } = registryFor(options.extensions);
  const key = JSON.stringify([
    text,
    options.rowParameters ?? [],
    options.parameters ?? null,
    options.rowVariables ?? false,
    number,
  ]);
  const known = cache.get(key);
  if (known !== undefined) return known;
  const compiled = guarded(text, () => compile(text, options, registry));
  cache.set(key, compiled);
  return compiled;
}

function registryFor(extensions: CompileOptions['extensions']): {
  registry: FunctionRegistry;
  number: number;
} {
  if (extensions === undefined) return { registry: BUILT_IN, number: 0 };
  const known = registries.get(extensions);
  if (known !== undefined) return known;
  const registry: FunctionRegistry = BUILT_IN.extended({
    ...extensions,
    // The list of callables includes the extensions.
    procedures: [
      ...helpProcedures(
        () => registry,
        () => BUILT_IN,
      ),
      ...(extensions.procedures ?? []),
    ],
  });
  const entry = { registry, number: ++registryCount };
  registries.set(extensions, entry);
  return entry;
}

function compile(text: string, options: CompileOptions, registry: FunctionRegistry): CompiledQuery {
  const rowParameters = options.rowParameters ?? [];
  const variables = options.rowVariables === true ? rowParameters : [];
  const query = parseQuery(text);
  // A query that is not run needs no values.
  const given = query.mode === 'explain' ? undefined : options.parameters;
  const parameters = given && [...rowParameters, ...given];
  const { bounds } = options;
  const context = new PlanContext(
    { source: text, functions: registry, rowParameters, parameters, bounds },
    (planContext, expression, bindings) => planSubqueryExpression(planContext, facts, expression, bindings),
  );
  const { budget } = context;
  const facts: SemanticFacts = checkQuery(query, {
    ...checkOptions(registry, parameters, variables),
    budget,
  });
  const body = planBody(
    context,
    facts,
    query.body,
    new Map(variables.map((name, slot) => [name, { slot, kind: 'unknown' }])),
  );
  const planned = new PlannedQuery(
    text,
    context,
    facts,
    body,
    rowParameters.length,
    (inner, names, innerBounds) =>
      compileQuery(inner, {
        rowParameters: names,
        rowVariables: true,
        parameters: [],
        extensions: options.extensions,
        bounds: innerBounds,
      }),
  );
  if (query.mode === 'explain') return explain(planned);
  return query.mode === 'profile' ? profile(planned) : planned;
}
