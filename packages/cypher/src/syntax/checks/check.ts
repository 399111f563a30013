/** Checks that the grammar cannot make, and the facts they produce. */
import type { Expression, Query } from '../ast/ast.js';
import { CheckContext } from './check-context.js';
import { ClauseChecker } from './clause-checker.js';
import { guarded } from '../parse.js';
import type { CheckOptions, Scope, SemanticFacts } from './semantic-facts.js';
import { typeOfKind } from './static-type.js';
import { TypeScope } from './type-scope.js';

/**
 * Checks a query before it is planned.
 * @throws WeirError `cypher.syntax`, `cypher.compile` or `cypher.type-mismatch`, with a position and openCypher's name
 * of the reason as `detail`. Only the first error is reported.
 */
export function checkQuery(query: Query, options: CheckOptions = {}): SemanticFacts {
  const context = new CheckContext(query.text, options);
  const columns = guarded(query.text, () =>
    new ClauseChecker(context).body(query.body, initialScope(options.variables), 'query'),
  );
  return {
    columns: [...(columns?.keys() ?? [])],
    parameters: [...context.parameters],
    isReadOnly: context.isReadOnly,
    itemsOf: context.itemsOf,
    isAggregating: context.isAggregating,
    scopeBefore: context.scopeBefore,
    scopeAfter: context.scopeAfter,
  };
}

/** Checks a standalone expression, such as the body of a function. Errors as for `checkQuery`. */
export function checkExpression(expression: Expression, source: string, options: CheckOptions = {}): void {
  const context = new CheckContext(source, options);
  guarded(source, () => new ClauseChecker(context).expression(expression, initialScope(options.variables)));
}

function initialScope(variables: Scope | undefined): TypeScope {
  return TypeScope.of([...(variables ?? [])].map(([name, kind]) => [name, typeOfKind(kind)]));
}
