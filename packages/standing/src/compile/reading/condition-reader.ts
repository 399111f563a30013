/** Splits conditions into node conditions, expressions over elements, and branches. */
import type { AstNode, Expression, Match, Subquery, Unwind } from '@weir/cypher';
import type { Value } from '@weir/model';
import type { WeirError } from '@weir/platform';
import { namedNodes, walk } from '@weir/cypher';
import { constantIdOf, labelsOf, testOf } from './node-conditions.js';
import type { AggregateChoice } from '../../plan/aggregate-choice.js';
import { aggregateState } from '../../aggregates/aggregate-state.js';
import { aggregateChoiceOf } from './aggregate-calls.js';
import { mentions } from '../expressions/expression-reads.js';
import { optionalOwner } from './optional-scopes.js';
import { PatternReader, type PatternWheres } from './pattern-reader.js';
import { type BranchExpression, conjunctsOf, isBranch, isIdleReturn } from './query-forms.js';
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
} from '../shape/shape.js';
import type { Names, ShapeDraft } from './shape-draft.js';

/** The aggregate of COLLECT { ... } and pattern comprehensions. */
const LIST: AggregateChoice = { name: 'collect', distinct: false, percentile: 0 };

/** Expressions that query the graph and are not branches. */
const QUERYING = new Set<AstNode['kind']>(['shortest-path', 'parameter']);

export class ConditionReader implements PatternWheres {
  private readonly patterns: PatternReader;

  constructor(private readonly draft: ShapeDraft) {
    this.patterns = new PatternReader(draft, this);
  }

  /** The patterns and WHERE of a MATCH. */
  readMatch(clause: Match, scope: Scope, names: Names): void {
    const match = this.draft.nextMatch();
    for (const part of clause.patterns) this.patterns.readPart(part, scope, names, match);
    if (clause.where !== undefined) this.readMatchWhere(clause.where, scope, names, match);
  }

  readMatchWhere(where: Expression, scope: Scope, names: Names, match: number): void {
    this.nameNodes(where, names, match);
    this.readWhere(where, scope, names);
  }

  private nameNodes(where: Expression, names: Names, match: number): void {
    const nodeOf = (name: string): NodeElement | undefined => {
      const number = names.get(name);
      const element = number === undefined ? undefined : this.draft.elements[number];
      return element?.kind === 'node' && element.match === match ? element : undefined;
    };
    const { text: source, extensions } = this.draft;
    for (const conjunct of conjunctsOf(where)) {
      for (const { variable, ids } of namedNodes(conjunct, { source, extensions }, name => !!nodeOf(name))) {
        const node = nodeOf(variable)!;
        if (node.named.length === 0) node.named = ids;
      }
    }
  }

  readWhere(where: Expression, scope: Scope, names: Names): void {
    for (const conjunct of conjunctsOf(where)) this.readConjunct(conjunct, scope, names);
  }

  private readConjunct(conjunct: Expression, scope: Scope, names: Names): void {
    if (this.readNodeCondition(conjunct, scope, names)) return;
    const negated = conjunct.kind === 'unary' && conjunct.operator === 'NOT';
    const inner = negated ? conjunct.operand : conjunct;
    if (inner.kind !== 'pattern-predicate' && (inner.kind !== 'subquery' || inner.form !== 'exists')) {
      this.add(conjunct, scope, names);
      return;
    }
    const branch = this.branchOf(inner, negated ? 'anti' : 'semi', names);
    const owner = this.ownerOf(branch, scope, inner);
    if (owner === scope) {
      scope.branches.push(branch);
      return;
    }
    // At null nodes it has no match, which only a count can express.
    const element = this.addCounting({ ...branch, mode: 'count' }, owner);
    const counted = { expression: inner, element, isBoolean: true, ofNone: 0 };
    scope.conditions.push(this.elementExpression(conjunct, names, [counted]));
  }

  /** Conditions that the node can check alone. */
  private readNodeCondition(conjunct: Expression, scope: Scope, names: Names): boolean {
    const own = (name: string): NodeElement | undefined => {
      const number = names.get(name);
      const element =
        number === undefined || !scope.own.has(number) ? undefined : this.draft.elements[number];
      return element?.kind === 'node' ? element : undefined;
    };
    const found = testOf(this.draft.text, conjunct, this.draft.onFailure);
    const tested = found && own(found.variable);
    if (found !== undefined && tested !== undefined) {
      tested.tests.push(found.test);
      return true;
    }
    const labels = labelsOf(conjunct);
    const labeled = labels && own(labels.variable);
    if (labels !== undefined && labeled !== undefined) {
      requireLabels(labeled, labels.labels);
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
    const condition = this.elementExpression(expression, names, counted);
    const { main, unwinds } = this.draft;
    const last = unwinds.findLast(({ element }) => usesElement(condition, element));
    if (last === undefined) scope.conditions.push(condition);
    else if (scope === main) last.conditions.push(condition);
    else throw this.unwoundInside(expression);
  }

  /** `UNWIND list AS variable`. */
  readUnwind({ list, variable }: Unwind, names: Names): void {
    const { main, unwinds } = this.draft;
    const counted = this.countedIn(list, main, names);
    const written = this.elementExpression(list, names, counted);
    const element = this.draft.add({ kind: 'unwound', variable: variable.name });
    unwinds.push({ element, list: written, conditions: [] });
    names.set(variable.name, element);
  }

  private unwoundInside(expression: Expression): WeirError {
    return this.draft.refusals.unsupported(
      'The value of UNWIND, in a subquery or OPTIONAL MATCH,',
      expression.span,
      'compare it in the WHERE of a MATCH or WITH',
    );
  }

  private elementExpression(
    expression: Expression,
    names: Names,
    counted: readonly CountedQuery[],
  ): ElementExpression {
    const { start, end } = expression.span;
    return { expression, text: this.draft.text.slice(start, end), names: new Map(names), counted };
  }

  /** Turns each query inside an expression into a branch that counts or lists its matches. */
  countedIn(expression: Expression, scope: Scope, names: Names): CountedQuery[] {
    const found: CountedQuery[] = [];
    walk(expression, node => {
      if (isBranch(node)) {
        const known =
          scope === this.draft.main ? this.draft.counted.find(each => each.expression === node) : undefined;
        if (known !== undefined) {
          found.push(known);
          return false;
        }
        const branch = this.branchOf(node, 'count', names);
        const element = this.addCounting(branch, this.ownerOf(branch, scope, node));
        const counted = { expression: node, element, isBoolean: isBoolean(node), ofNone: ofNone(branch) };
        found.push(counted);
        this.draft.counted.push(counted);
        return false;
      }
      if (QUERYING.has(node.kind)) {
        const { start, end } = node.span;
        throw this.draft.refusals.error(
          `\`${this.draft.text.slice(start, end)}\` is not a pure expression - it requires querying the graph: ` +
            'use EXISTS { ... }, COUNT { ... }, a pattern comprehension or OPTIONAL MATCH with collect(...)',
          node.span,
        );
      }
      return true;
    });
    return found;
  }

  /** The scope that a branch belongs to: the one in which it starts. */
  private ownerOf(branch: Branch, scope: Scope, at: Expression): Scope {
    const owner = optionalOwner(scope, branch.scope);
    if (owner !== 'ambiguous') return owner ?? scope;
    throw this.draft.refusals.unsupported(
      'A subquery that continues from two OPTIONAL MATCHes',
      at.span,
      'begin it at a node of only one of them',
    );
  }

  private addCounting(branch: Branch, owner: Scope): ElementNumber {
    const result = this.draft.add({ kind: 'matches', variable: undefined, text: branch.text });
    owner.branches.push({ ...branch, result });
    return result;
  }

  /** @param mode of a branch that computes no value from its matches. */
  private branchOf(node: BranchExpression, mode: BranchMode, outer: Names): Branch {
    const scope = emptyScope();
    const names = new Map(outer);
    let listed: Expression | undefined;
    if (node.kind === 'subquery') {
      listed = this.readSubquery(node, scope, names);
    } else if (node.kind === 'call') {
      listed = this.readSubquery(node.arguments[0], scope, names);
    } else {
      this.patterns.readPart(node.pattern, scope, names, this.draft.nextMatch());
      if (node.kind === 'pattern-comprehension') {
        if (node.where !== undefined) this.readWhere(node.where, scope, names);
        listed = node.projection;
      }
    }
    const text = this.draft.text.slice(node.span.start, node.span.end);
    if (listed === undefined) return { mode, text, scope, result: undefined, aggregate: undefined };
    const value = this.elementExpression(listed, names, this.countedIn(listed, scope, names));
    if (this.draft.unwinds.some(({ element }) => usesElement(value, element))) {
      throw this.unwoundInside(value.expression);
    }
    const isWritten = node.kind !== 'call';
    const choice = isWritten ? LIST : aggregateChoiceOf(node, this.draft.refusals);
    return {
      mode: 'aggregate',
      text,
      scope,
      result: undefined,
      aggregate: { ...choice, value, keepsNulls: isWritten },
    };
  }

  /** @returns the expression that COLLECT collects. */
  private readSubquery(node: Subquery, scope: Scope, names: Names): Expression | undefined {
    const clauses = node.body.parts.length === 1 ? node.body.parts[0]!.clauses : [];
    const matches = clauses.filter(clause => clause.kind === 'match' && !clause.optional);
    const [last, ...more] = clauses.filter(clause => !matches.includes(clause));
    const isIdle = last === undefined || isIdleReturn(last);
    if (matches.length === 0 || more.length > 0 || !isIdle) {
      throw this.draft.refusals.unsupported(
        'A subquery of other clauses than MATCH, WHERE and a plain RETURN',
        node.span,
        `write ${node.form.toUpperCase()} { MATCH ... WHERE ...${node.form === 'collect' ? ' RETURN ...' : ''} }, and ` +
          'compare numbers outside of it, as in COUNT { ... } > 1',
      );
    }
    for (const clause of matches) if (clause.kind === 'match') this.readMatch(clause, scope, names);
    return node.form === 'collect' && last?.kind === 'return' ? last.items[0]!.expression : undefined;
  }
}

function usesElement({ expression, names }: ElementExpression, element: ElementNumber): boolean {
  return [...names].some(([name, number]) => number === element && mentions(expression, name, () => false));
}

function isBoolean(node: BranchExpression): boolean {
  return node.kind === 'pattern-predicate' || (node.kind === 'subquery' && node.form === 'exists');
}

function ofNone({ aggregate }: Branch): Value {
  return aggregate === undefined ? 0 : aggregateState(aggregate).result()!;
}
