/** From the syntax tree of a standing query to its shape. What no standing query can watch is refused here. */
import type { Clause, Match, Query, With } from '@weir/cypher';
import { ConditionReader } from './condition-reader.js';
import { stageOf } from './query-forms.js';
import { type ElementNumber, emptyScope, type Scope, type Shape, type Stage } from './shape.js';
import { type Names, ShapeDraft } from './shape-draft.js';

const REORDER = 'put all MATCH clauses first';

export class ShapeReader {
  private readonly draft: ShapeDraft;
  private readonly conditions: ConditionReader;
  private hinted: ElementNumber | undefined;

  constructor(private readonly query: Query) {
    this.draft = new ShapeDraft(query.text);
    this.conditions = new ConditionReader(this.draft);
  }

  /** @throws WeirError `cypher.compile`, `standing.invalid-pattern` */
  read(): Shape {
    const clauses = [...this.query.body.parts[0]!.clauses];
    const main = emptyScope();
    let names: Names = new Map();
    const stages: Stage[] = [];
    clauses.forEach((clause, i) => {
      if (clause.kind === 'match') {
        if (stages.length > 0)
          throw this.draft.refusals.unsupported(
            'MATCH after a WITH that computes something',
            clause.span,
            REORDER,
          );
        this.readMatchClause(clause, main, names);
      } else if (clause.kind === 'with' && this.onlyRenames(clause) && clauses[i + 1]?.kind === 'match') {
        names = this.renamed(clause, names, main);
      } else if (clause.kind === 'with' || clause.kind === 'return') {
        this.checkProjection(clause);
        stages.push(stageOf(clause));
      } else {
        throw this.draft.refusals.wrongFormat(
          'there is room for MATCH, OPTIONAL MATCH, WITH and RETURN only',
          clause.span,
        );
      }
    });
    if (stages.length > 2) {
      throw this.draft.refusals.unsupported(
        'More than one WITH that computes something',
        this.query.span,
        'join them into one',
      );
    }
    const counted = stages.flatMap(({ columns, where }) => [
      ...columns.flatMap(({ expression }) => this.conditions.countedIn(expression, main, names)),
      ...(where === undefined ? [] : this.conditions.countedIn(where, main, names)),
    ]);
    const { text, elements } = this.draft;
    const { hinted } = this;
    return { text, elements, main, names, counted, hinted, stages };
  }

  private readMatchClause(clause: Match, main: Scope, names: Names): void {
    if (!clause.optional) {
      this.readMatch(clause, main, names);
      return;
    }
    const scope = emptyScope();
    const inner = new Map(names);
    this.readMatch(clause, scope, inner);
    main.branches.push({ mode: 'optional', scope, result: undefined });
    for (const [name, element] of inner) names.set(name, element);
  }

  private readMatch(clause: Match, scope: Scope, names: Names): void {
    this.conditions.readMatch(clause, scope, names);
    for (const hint of clause.hints) {
      for (const variable of hint.variables) {
        if (!names.has(variable)) {
          throw this.draft.refusals.error(
            `Using hint refers to undefined variable \`${variable}\``,
            hint.span,
          );
        }
      }
      if (hint.hint === 'scan') this.hinted = names.get(hint.variables[0]!);
    }
  }

  private onlyRenames(clause: With): boolean {
    return (
      !clause.distinct &&
      clause.orderBy.length === 0 &&
      clause.skip === undefined &&
      clause.limit === undefined &&
      clause.items.every(({ expression }) => expression.kind === 'variable')
    );
  }

  private renamed(clause: With, names: Names, main: Scope): Names {
    const next: Names = clause.star ? new Map(names) : new Map();
    for (const { expression, name } of clause.items) {
      if (expression.kind === 'variable') next.set(name, names.get(expression.name)!);
    }
    if (clause.where !== undefined) this.conditions.readWhere(clause.where, main, next);
    return next;
  }

  private checkProjection(clause: Extract<Clause, { kind: 'with' | 'return' }>): void {
    const { span } = clause;
    if (clause.star)
      throw this.draft.refusals.wrongFormat('name what is to be returned in place of `*`', span);
    if (clause.orderBy.length > 0)
      throw this.draft.refusals.wrongFormat(
        'results come when they come, so leave ORDER BY to whoever gets them',
        span,
      );
    if (clause.skip !== undefined || clause.limit !== undefined) {
      throw this.draft.refusals.wrongFormat(
        'in place of SKIP and LIMIT, filter with WHERE or count with COUNT { ... }',
        span,
      );
    }
  }
}
