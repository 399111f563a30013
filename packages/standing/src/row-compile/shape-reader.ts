/** From the syntax tree of a standing query to its shape. What no standing query can watch is refused here. */
import { type Clause, type Expression, type Match, type Query, walk, type With } from '@weir/cypher';
import { ConditionReader } from './condition-reader.js';
import { optionalHome, requireMentioned } from './optional-scopes.js';
import { expressionsOf, isBranch, stageOf } from './query-forms.js';
import { type ElementNumber, emptyScope, type Scope, type Shape, type Stage } from './shape.js';
import { type Names, ShapeDraft, visibleNames } from './shape-draft.js';

const REORDER = 'put all MATCH clauses first';

export class ShapeReader {
  private readonly draft: ShapeDraft;
  private readonly conditions: ConditionReader;
  private hinted: ElementNumber | undefined;

  constructor(
    private readonly query: Query,
    private readonly options: Pick<Shape, 'extensions' | 'onFailure'>,
  ) {
    this.draft = new ShapeDraft(query.text, options.extensions);
    this.conditions = new ConditionReader(this.draft);
  }

  /** @throws WeirError `cypher.compile`, `standing.invalid-pattern` */
  read(): Shape {
    const clauses = [...this.query.body.parts[0]!.clauses];
    const main = emptyScope();
    let names: Names = new Map();
    const stages: Stage[] = [];
    clauses.forEach(clause => {
      if (clause.kind === 'match') {
        if (stages.length > 0)
          throw this.draft.refusals.unsupported(
            'MATCH after a WITH that computes something',
            clause.span,
            REORDER,
          );
        this.readMatchClause(clause, main, names);
      } else if (clause.kind === 'with' && stages.length === 0 && this.onlyRenames(clause)) {
        names = this.renamed(clause, names, main);
      } else if (clause.kind === 'with' || clause.kind === 'return') {
        this.checkProjection(clause);
        const last = stages[stages.length - 1];
        const visible =
          last === undefined ? visibleNames(names) : last.columns.map(({ name }) => name).sort();
        stages.push(stageOf(clause, visible));
      } else {
        throw this.draft.refusals.wrongFormat(
          'there is room for MATCH, OPTIONAL MATCH, WITH and RETURN only',
          clause.span,
        );
      }
    });
    const [first, ...later] = stages;
    const counted = first!.columns.flatMap(({ expression }) =>
      this.conditions.countedIn(expression, main, names),
    );
    this.refuseQueries([first!.where, ...later.flatMap(expressionsOf)]);
    const { text, elements } = this.draft;
    const { hinted } = this;
    return { text, ...this.options, elements, main, names, counted, hinted, stages };
  }

  /** What a WITH has computed is values: there is no node in them to go on from. */
  private refuseQueries(expressions: readonly (Expression | undefined)[]): void {
    for (const expression of expressions) {
      if (expression === undefined) continue;
      walk(expression, node => {
        if (!isBranch(node)) return;
        throw this.draft.refusals.unsupported(
          'A pattern or subquery after a WITH that computes something',
          node.span,
          'compute it in the first WITH that does, and give it a name there',
        );
      });
    }
  }

  private readMatchClause(clause: Match, main: Scope, names: Names): void {
    if (!clause.optional) {
      this.readMatch(clause, main, names);
      requireMentioned(main);
      return;
    }
    const scope = emptyScope();
    const inner = new Map(names);
    this.readMatch(clause, scope, inner);
    const home = optionalHome(main, scope);
    if (home === 'ambiguous') {
      throw this.draft.refusals.unsupported(
        'An OPTIONAL MATCH that goes on from two others',
        clause.span,
        'begin it at a node of one of them and of no other, and compare ids in its WHERE',
      );
    }
    (home ?? main).branches.push({ mode: 'optional', scope, result: undefined, value: undefined });
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
