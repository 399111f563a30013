/** Checks the patterns of MATCH, of expressions, and of CREATE and MERGE, and the variables they bind. */
import type * as ast from '../ast/ast.js';
import type { CheckContext } from './check-context.js';
import { contextOf, type ExpressionChecker, type ExpressionContext } from './expression-checker.js';
import { isCertainlyNot, listOf, typeName, type StaticType } from './static-type.js';
import type { TypeScope } from './type-scope.js';

export class PatternChecker {
  /** Names of nodes that CREATE creates. */
  private readonly created = new Set<string>();

  constructor(
    private readonly context: CheckContext,
    private readonly expressions: () => ExpressionChecker,
  ) {}

  // ------------------------------------------------------------------------------------------- reading

  /** The parts of one MATCH. Everything they bind is visible in all of them. @returns the resulting scope. */
  match(parts: readonly ast.PatternPart[], scope: TypeScope): TypeScope {
    let bound = scope;
    const hops = new Set<string>();
    for (const part of parts) bound = this.bindPart(part, bound, hops);
    for (const part of parts) this.checkInside(part, contextOf(bound), false);
    return bound;
  }

  /** A pattern within an expression. With `mayBind` unknown variables are new, otherwise they are errors. */
  within(part: ast.PatternPart, at: ExpressionContext, mayBind: boolean): TypeScope {
    if (!mayBind) this.requireBound(part, at.scope);
    const bound = this.bindPart(part, at.scope, new Set());
    this.checkInside(part, { ...at, scope: bound }, true);
    return bound;
  }

  private requireBound(part: ast.PatternPart, scope: TypeScope): void {
    for (const { variable } of [...part.nodes, ...part.relationships]) {
      if (variable && !scope.has(variable.name)) this.undefined(variable);
    }
  }

  private undefined(variable: ast.Variable): never {
    return this.context.fail('UndefinedVariable', `Variable \`${variable.name}\` not defined`, variable.span);
  }

  private bindPart(part: ast.PatternPart, scope: TypeScope, hops: Set<string>): TypeScope {
    this.checkShortest(part);
    let bound = scope;
    for (const node of part.nodes) bound = this.bind(node.variable, 'node', bound);
    for (const hop of part.relationships) bound = this.bindHop(hop, bound, hops);
    if (part.path === undefined) return bound;
    if (bound.has(part.path.name)) this.alreadyBound(part.path);
    return bound.with(part.path.name, 'path', this.context.budget);
  }

  private bindHop(hop: ast.RelationshipPattern, scope: TypeScope, hops: Set<string>): TypeScope {
    const { variable, length } = hop;
    if (variable && hops.has(variable.name)) {
      const message = `Relationship \`${variable.name}\` cannot be matched twice in one pattern`;
      this.context.fail('RelationshipUniquenessViolation', message, variable.span);
    }
    if (variable && !scope.has(variable.name)) hops.add(variable.name);
    return this.bind(variable, length ? listOf('relationship') : 'relationship', scope);
  }

  private bind(variable: ast.Variable | undefined, type: StaticType, scope: TypeScope): TypeScope {
    if (variable === undefined) return scope;
    const known = scope.get(variable.name);
    if (known === undefined || known === 'any' || known === 'null') {
      this.created.delete(variable.name);
      return scope.with(variable.name, type, this.context.budget);
    }
    if (isCertainlyNot(known, typeName(type) as 'node')) this.typeConflict(variable, known, type);
    return scope;
  }

  private typeConflict(variable: ast.Variable, known: StaticType, wanted: StaticType): never {
    const message = `Type mismatch: variable \`${variable.name}\` is a ${typeName(known)}, expected a ${typeName(wanted)}`;
    return this.context.fail('VariableTypeConflict', message, variable.span);
  }

  private alreadyBound(variable: ast.Variable): never {
    return this.context.fail(
      'VariableAlreadyBound',
      `Variable \`${variable.name}\` already declared`,
      variable.span,
    );
  }

  /** Rejects labels or properties on a bound node, with an alternative. */
  private boundNode(node: ast.NodePattern, { name, span }: ast.Variable, clause: 'CREATE' | 'MERGE'): never {
    const { source } = this.context;
    const textOf = (part: ast.Span | undefined): string =>
      part === undefined ? '' : source.slice(part.start, part.end).trim();
    const labels = textOf(node.labels?.span).replace(/^:?/, ':');
    const set = [
      ...(node.labels === undefined ? [] : [`${name}${labels}`]),
      ...(node.properties === undefined ? [] : [`${name} += ${textOf(node.properties.span)}`]),
    ];
    const message =
      `${clause} cannot add labels or properties to \`${name}\`, which is already bound. ` +
      `Write (${name}) in the pattern, and add them with SET ${set.join(', ')}`;
    return this.context.fail('VariableAlreadyBound', message, span);
  }

  private checkShortest(part: ast.PatternPart): void {
    if (part.shortest === undefined || part.relationships.length === 1) return;
    const message = 'shortestPath needs a pattern of one relationship between two nodes';
    this.context.fail('UnexpectedSyntax', message, part.span);
  }

  private checkInside(part: ast.PatternPart, at: ExpressionContext, mayHaveParameters: boolean): void {
    for (const element of [...part.nodes, ...part.relationships]) {
      this.properties(element.properties, at, mayHaveParameters);
      this.expressions().predicate(element.where, at.scope);
    }
  }

  private properties(
    properties: ast.PatternProperties | undefined,
    at: ExpressionContext,
    mayBeParameter: boolean,
  ): void {
    if (properties === undefined) return;
    if (properties.kind === 'parameter' && !mayBeParameter) {
      const message =
        'A parameter cannot stand for the properties here: name them, as in {key: $parameter.key}';
      this.context.fail('InvalidParameterUse', message, properties.span);
    }
    this.expressions().check(properties, { ...at, isPredicate: false });
  }

  // ------------------------------------------------------------------------------------------- writing

  /** Parts of CREATE, in order: a later one sees what an earlier one created. @returns the resulting scope. */
  create(parts: readonly ast.PatternPart[], scope: TypeScope): TypeScope {
    let bound = scope;
    for (const part of parts) bound = this.write(part, bound, 'CREATE');
    return bound;
  }

  merge(part: ast.PatternPart, scope: TypeScope): TypeScope {
    return this.write(part, scope, 'MERGE');
  }

  private write(part: ast.PatternPart, scope: TypeScope, clause: 'CREATE' | 'MERGE'): TypeScope {
    if (part.shortest)
      this.context.fail('UnexpectedSyntax', `shortestPath cannot be used in ${clause}`, part.span);
    const isAlone = part.relationships.length === 0;
    let bound = scope;
    for (const [index, node] of part.nodes.entries()) {
      const hop = index === 0 ? undefined : part.relationships[index - 1];
      if (hop) this.checkWrittenHop(hop, bound, clause);
      bound = this.writeNode(node, bound, isAlone, clause);
    }
    for (const hop of part.relationships) bound = this.bind(hop.variable, 'relationship', bound);
    if (part.path === undefined) return bound;
    if (bound.has(part.path.name)) this.alreadyBound(part.path);
    return bound.with(part.path.name, 'path', this.context.budget);
  }

  private writeNode(
    node: ast.NodePattern,
    scope: TypeScope,
    isAlone: boolean,
    clause: 'CREATE' | 'MERGE',
  ): TypeScope {
    const { variable, labels, properties } = node;
    this.refuseWhere(node.where, clause);
    if (labels && !isConjunction(labels)) {
      this.context.fail('UnexpectedSyntax', `Only plain labels (:A:B) can be used in ${clause}`, labels.span);
    }
    const known = variable && scope.get(variable.name);
    if (variable && known !== undefined) {
      if (isCertainlyNot(known, 'node')) this.typeConflict(variable, known, 'node');
      if (properties || (labels && !this.mayAddLabels(variable, clause)))
        this.boundNode(node, variable, clause);
      if (isAlone) this.alreadyBound(variable);
    }
    this.properties(properties, contextOf(scope), clause === 'CREATE');
    const bound = this.bind(variable, 'node', scope);
    if (variable && known === undefined) this.created.add(variable.name);
    return bound;
  }

  /**
   * `MATCH (p), (m) ... CREATE (p:Person)-[:DIRECTED]->(m:Movie)` adds the labels: recipes of the predecessor system
   * use this form. For a node that CREATE itself created this is an error, as in openCypher.
   */
  private mayAddLabels(variable: ast.Variable, clause: 'CREATE' | 'MERGE'): boolean {
    return clause === 'CREATE' && !this.created.has(variable.name);
  }

  private checkWrittenHop(hop: ast.RelationshipPattern, scope: TypeScope, clause: 'CREATE' | 'MERGE'): void {
    this.refuseWhere(hop.where, clause);
    if (hop.variable && scope.has(hop.variable.name)) this.alreadyBound(hop.variable);
    if (hop.length) {
      const message = `Variable length relationships cannot be used in ${clause}`;
      this.context.fail('CreatingVarLength', message, hop.length.span);
    }
    if (hop.types?.kind !== 'label-name') {
      const written = hop.types
        ? this.context.source.slice(hop.types.span.start, hop.types.span.end)
        : 'none';
      const message = `Edges must be created with exactly one label (got ${written})`;
      this.context.fail('NoSingleRelationshipType', message, hop.span);
    }
    if (clause === 'CREATE' && hop.direction === 'either') {
      const message = 'Cannot create undirected relationship: write --> or <--';
      this.context.fail('RequiresDirectedRelationship', message, hop.span);
    }
    this.properties(hop.properties, contextOf(scope), clause === 'CREATE');
  }

  private refuseWhere(where: ast.Expression | undefined, clause: string): void {
    if (where) this.context.fail('UnexpectedSyntax', `WHERE cannot be used in ${clause}`, where.span);
  }
}

function isConjunction(labels: ast.LabelExpression): boolean {
  return (
    labels.kind === 'label-name' || (labels.kind === 'label-and' && labels.operands.every(isConjunction))
  );
}
