/** From conditions to what nodes check by themselves, expressions over elements, and branches. */
import type { AstNode, Expression, Match, Subquery } from '@weir/cypher';
import { walk } from '@weir/cypher';
import { constantIdOf, labelsOf, testOf } from '../compile/node-conditions.js';
import { PatternReader } from './pattern-reader.js';
import { conjunctsOf, isIdleReturn } from './query-forms.js';
import {
  type Branch,
  type BranchMode,
  type CountedQuery,
  type ElementExpression,
  type ElementNumber,
  emptyScope,
  type NodeElement,
  requireLabels,
  type Scope,
} from './shape.js';
import type { Names, ShapeDraft } from './shape-draft.js';

/** What asks the graph and is not a branch. */
const QUERYING = new Set<AstNode['kind']>([
  'pattern-comprehension',
  'shortest-path',
  'subquery',
  'parameter',
]);

export class ConditionReader {
  private readonly patterns: PatternReader;

  constructor(private readonly draft: ShapeDraft) {
    this.patterns = new PatternReader(draft, this);
  }

  /** The patterns and WHERE of a MATCH. */
  readMatch(clause: Match, scope: Scope, names: Names): void {
    const match = this.draft.nextMatch();
    for (const part of clause.patterns) this.patterns.readPart(part, scope, names, match);
    if (clause.where !== undefined) this.readWhere(clause.where, scope, names);
  }

  readWhere(where: Expression, scope: Scope, names: Names): void {
    for (const conjunct of conjunctsOf(where)) this.readConjunct(conjunct, scope, names);
  }

  private readConjunct(conjunct: Expression, scope: Scope, names: Names): void {
    if (this.readNodeCondition(conjunct, scope, names)) return;
    const negated = conjunct.kind === 'unary' && conjunct.operator === 'NOT';
    const inner = negated ? conjunct.operand : conjunct;
    if (inner.kind === 'pattern-predicate' || (inner.kind === 'subquery' && inner.form === 'exists')) {
      scope.branches.push(this.branchOf(inner, negated ? 'anti' : 'semi', names));
    } else {
      this.add(conjunct, scope, names);
    }
  }

  /** Conditions that the node can check by itself. */
  private readNodeCondition(conjunct: Expression, scope: Scope, names: Names): boolean {
    const own = (name: string): NodeElement | undefined => {
      const number = names.get(name);
      const element =
        number === undefined || !scope.own.has(number) ? undefined : this.draft.elements[number];
      return element?.kind === 'node' ? element : undefined;
    };
    const found = testOf(this.draft.text, conjunct);
    const tested = found && own(found.variable);
    if (found !== undefined && tested !== undefined) {
      tested.tests.push(found.test);
      return true;
    }
    const labels = labelsOf(conjunct);
    const labelled = labels && own(labels.variable);
    if (labels !== undefined && labelled !== undefined) {
      requireLabels(labelled, labels.labels);
      return true;
    }
    const id = constantIdOf(conjunct);
    const named = id && own(id.variable);
    if (id === undefined || named === undefined || (named.id !== undefined && named.id !== id.id))
      return false;
    named.id = id.id;
    return true;
  }

  add(expression: Expression, scope: Scope, names: Names): void {
    const counted = this.countedIn(expression, scope, names);
    scope.conditions.push(this.elementExpression(expression, names, counted));
  }

  private elementExpression(
    expression: Expression,
    names: Names,
    counted: readonly CountedQuery[],
  ): ElementExpression {
    const { start, end } = expression.span;
    return { expression, text: this.draft.text.slice(start, end), names: new Map(names), counted };
  }

  /** Turns each query inside of an expression into a branch that counts its matches. */
  countedIn(expression: Expression, scope: Scope, names: Names): CountedQuery[] {
    const found: CountedQuery[] = [];
    walk(expression, node => {
      if (node.kind === 'pattern-predicate' || (node.kind === 'subquery' && node.form !== 'collect')) {
        const branch = this.branchOf(node, 'count', names);
        scope.branches.push(branch);
        const asBoolean = node.kind === 'pattern-predicate' || node.form === 'exists';
        const counted = { expression: node, element: branch.result!, asBoolean };
        found.push(counted);
        this.draft.counted.push(counted);
        return false;
      }
      if (QUERYING.has(node.kind)) {
        const { start, end } = node.span;
        throw this.draft.refusals.error(
          `\`${this.draft.text.slice(start, end)}\` is not a pure expression - it requires querying the graph: ` +
            'use EXISTS { ... }, COUNT { ... } or OPTIONAL MATCH with collect(...)',
          node.span,
        );
      }
      return true;
    });
    return found;
  }

  private branchOf(
    node: Subquery | Extract<Expression, { kind: 'pattern-predicate' }>,
    mode: BranchMode,
    outer: Names,
  ): Branch {
    const scope = emptyScope();
    const names = new Map(outer);
    if (node.kind === 'pattern-predicate') {
      this.patterns.readPart(node.pattern, scope, names, this.draft.nextMatch());
    } else {
      const clauses = node.body.parts.length === 1 ? node.body.parts[0]!.clauses : [];
      const plain = clauses.filter(clause => !isIdleReturn(clause));
      if (plain.length === 0 || !plain.every(clause => clause.kind === 'match' && !clause.optional)) {
        throw this.draft.refusals.unsupported(
          'A subquery of other clauses than MATCH and WHERE',
          node.span,
          'write EXISTS { MATCH ... WHERE ... }',
        );
      }
      for (const clause of plain) if (clause.kind === 'match') this.readMatch(clause, scope, names);
    }
    let result: ElementNumber | undefined;
    if (mode === 'count') result = this.draft.elements.push({ kind: 'matches', variable: undefined }) - 1;
    return { mode, scope, result };
  }
}
