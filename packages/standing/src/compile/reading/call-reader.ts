/**
 * `CALL { ... }`. If it aggregates, it returns one row, so its columns become expressions over COUNT { ... } and
 * COLLECT { ... }. Otherwise it extends the pattern with variables that are not visible outside.
 */
import {
  type CallSubquery,
  type Clause,
  type Expression,
  isAggregateName,
  type Match,
  type Return,
  type Span,
  walk,
} from '@weir/cypher';
import { overSubqueries } from './call-aggregates.js';
import { mentionsAggregate } from './query-forms.js';
import { isOwnName, ownName, type ShapeDraft } from './shape-draft.js';
import { substituted } from './substitute.js';
import type { Variables } from './variables.js';

export class CallReader {
  private calls = 0;

  constructor(
    private readonly draft: ShapeDraft,
    private readonly variables: Variables,
    private readonly readMatch: (clause: Match) => void,
  ) {}

  /** @throws WeirError `cypher.compile` */
  read(clause: CallSubquery): void {
    const { matches, last } = this.body(clause);
    const aggregates = last.items.filter(({ expression }) => mentionsAggregate(expression));
    if (aggregates.length === 0) {
      matches.forEach(match => this.readMatch(match));
      for (const { name, expression } of last.items) {
        const element =
          expression.kind === 'variable' ? this.variables.names.get(expression.name) : undefined;
        if (element === undefined) this.variables.define(name, expression);
        else this.variables.defineElement(name, element);
      }
      return;
    }
    if (aggregates.length < last.items.length) {
      throw this.refused(
        last.span,
        'CALL that groups',
        'group after it, as in CALL { WITH c MATCH (c)-[p:paid]->(d) RETURN p, d } WITH c, d.kind AS kind, sum(p.amount) AS spent',
      );
    }
    const required = this.required(matches, last);
    for (const { name, expression } of last.items) {
      this.variables.define(name, overSubqueries(expression, required, this.draft.refusals));
    }
  }

  /** The clauses of the call, with variables renamed so that they cannot clash with outer ones. */
  private body({ imports, body, span }: CallSubquery): { matches: Match[]; last: Return } {
    if (body.parts.length > 1) {
      throw this.refused(
        span,
        'UNION in CALL',
        'unite whole queries: MATCH ... RETURN ... UNION ALL MATCH ... RETURN ...',
      );
    }
    const [first, ...rest] = body.parts[0]!.clauses;
    const outer = this.variables.visible();
    let imported = imports === '*' ? outer : (imports ?? []).map(({ name }) => name);
    let clauses: readonly Clause[] = [first!, ...rest];
    if (imports === undefined && first!.kind === 'with') {
      const { items, star } = first;
      if (items.some(({ expression, name }) => expression.kind !== 'variable' || expression.name !== name)) {
        throw this.refused(first.span, 'A WITH that computes in CALL', 'begin it with a WITH of names alone');
      }
      imported = star ? outer : items.map(({ name }) => name);
      clauses = rest;
    }
    const own = this.ownNames(clauses, imported);
    const matches: Match[] = [];
    for (const clause of clauses.slice(0, -1)) {
      if (clause.kind !== 'match') throw this.wrongForm(clause.span);
      matches.push(this.variables.resolved(substituted(clause, own)));
    }
    const last = clauses[clauses.length - 1];
    if (last?.kind !== 'return' || matches.length === 0) throw this.wrongForm(span);
    if (last.distinct) {
      throw this.refused(
        last.span,
        'DISTINCT in CALL',
        'write it in a WITH after the CALL: WITH DISTINCT c, d',
      );
    }
    if (last.star || last.orderBy.length > 0 || last.skip !== undefined || last.limit !== undefined) {
      throw this.wrongForm(last.span);
    }
    return { matches, last: this.variables.resolved(substituted(last, own)) };
  }

  private ownNames(clauses: readonly Clause[], imported: readonly string[]): Map<string, Expression> {
    const call = this.calls++;
    const own = new Map<string, Expression>();
    for (const clause of clauses) {
      if (clause.kind !== 'match') continue;
      walk(clause, node => {
        if (node.kind !== 'variable' || imported.includes(node.name)) return;
        own.set(node.name, { ...node, name: ownName(call, node.name) });
      });
    }
    return own;
  }

  /** A lone OPTIONAL MATCH adds only nulls, which aggregates of its values ignore. */
  private required(matches: readonly Match[], last: Return): Match[] {
    if (matches.every(({ optional }) => !optional)) return [...matches];
    let onlyOwnValues = true;
    for (const { expression } of last.items) {
      walk(expression, node => {
        if (node.kind === 'count-star') onlyOwnValues = false;
        if (node.kind !== 'call' || !isAggregateName(node.name)) return true;
        const [argument] = node.arguments;
        const subject = argument?.kind === 'property' ? argument.subject : argument;
        if (subject?.kind !== 'variable' || isOuter(subject.name)) onlyOwnValues = false;
        return false;
      });
    }
    if (matches.length > 1 || !onlyOwnValues) {
      throw this.refused(
        matches[0]!.span,
        'This OPTIONAL MATCH in CALL',
        'write MATCH, or COUNT { ... } outside',
      );
    }
    return [{ ...matches[0]!, optional: false }];
  }

  private wrongForm(span: Span): Error {
    return this.refused(
      span,
      'CALL { ... } of other clauses than MATCH, WHERE and a plain RETURN',
      'write CALL { WITH ... MATCH ... WHERE ... RETURN ... }',
    );
  }

  private refused(span: Span, what: string, instead: string): Error {
    return this.draft.refusals.unsupported(what, span, instead);
  }
}

function isOuter(name: string): boolean {
  return !isOwnName(name);
}
