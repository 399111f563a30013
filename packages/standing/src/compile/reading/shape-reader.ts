/** From the syntax tree of a standing query to its shape. Rejects queries that cannot be watched. */
import { type Clause, type Expression, type Match, type Query, walk, type With } from '@weir/cypher';
import { CallReader } from './call-reader.js';
import { ConditionReader } from './condition-reader.js';
import { withoutGroupsInTheMiddle } from './grouped-match.js';
import { optionalOwner, requireMentioned } from './optional-scopes.js';
import { expressionsOf, isBranch, isGroupingClause, stageOf } from './query-forms.js';
import { type ElementNumber, emptyScope, type Scope, type Shape, type Stage } from '../shape/shape.js';
import { type Names, ShapeDraft } from './shape-draft.js';
import { Variables } from './variables.js';

type Projection = Extract<Clause, { kind: 'with' | 'return' }>;

export class ShapeReader {
  private readonly draft: ShapeDraft;
  private readonly conditions: ConditionReader;
  private readonly variables = new Variables();
  private readonly calls: CallReader;
  private readonly stages: Stage[] = [];
  private hinted: ElementNumber | undefined;

  constructor(
    private readonly query: Query,
    private readonly options: Pick<Shape, 'extensions' | 'onFailure'>,
  ) {
    this.draft = new ShapeDraft(query.text, options.extensions, options.onFailure);
    this.conditions = new ConditionReader(this.draft);
    this.calls = new CallReader(this.draft, this.variables, clause =>
      this.readMatchClause(clause, this.draft.main, this.variables.names),
    );
  }

  /** @throws WeirError `cypher.compile`, `standing.invalid-pattern` */
  read(): Shape {
    const clauses = withoutGroupsInTheMiddle(this.query.body.parts[0]!.clauses);
    clauses.forEach(clause => this.readClause(clause));
    const { variables, hinted, stages } = this;
    const { main, unwinds, text, elements } = this.draft;
    const [first, ...later] = stages;
    const { names } = variables;
    const counted = first!.columns.flatMap(({ expression }) =>
      this.conditions.countedIn(expression, main, names),
    );
    this.refuseQueries([first!.where, ...later.flatMap(expressionsOf)]);
    return { text, ...this.options, elements, main, unwinds, names, counted, hinted, stages };
  }

  private readClause(clause: Clause): void {
    const { variables } = this;
    switch (clause.kind) {
      case 'match':
        this.refuseAfterStages(clause, 'MATCH');
        this.readMatchClause(variables.resolved(clause), this.draft.main, variables.names);
        break;
      case 'unwind':
        this.refuseAfterStages(clause, 'UNWIND');
        this.conditions.readUnwind(variables.resolved(clause), variables.names);
        break;
      case 'call-subquery':
        this.refuseAfterStages(clause, 'CALL');
        this.calls.read(clause);
        break;
      case 'with':
      case 'return':
        if (clause.kind === 'with' && this.stages.length === 0 && isTransparent(clause)) {
          variables.project(clause);
          const { where } = clause;
          if (where !== undefined) {
            this.conditions.readWhere(variables.resolved(where), this.draft.main, variables.names);
          }
        } else {
          this.addStage(clause);
        }
        break;
      default:
        throw this.draft.refusals.wrongFormat(
          'use only MATCH, OPTIONAL MATCH, UNWIND, CALL { ... }, WITH and RETURN',
          clause.span,
        );
    }
  }

  private addStage(clause: Projection): void {
    this.checkProjection(clause);
    const { stages, variables } = this;
    const last = stages[stages.length - 1];
    if (last !== undefined) {
      stages.push(stageOf(clause, last.columns.map(({ name }) => name).sort()));
      return;
    }
    const stage = stageOf(clause, variables.visible());
    const columns = stage.columns.map(({ name, expression }) => ({
      name,
      expression: variables.resolved(expression),
    }));
    stages.push({ ...stage, columns });
  }

  private refuseAfterStages({ span }: Clause, what: string): void {
    if (this.stages.length === 0) return;
    throw this.draft.refusals.unsupported(
      `${what} after a WITH that groups`,
      span,
      'group by one node of MATCHes alone; or write the MATCH before it, and count with COUNT { (a)-[:x]->(b) } or group by ' +
        'its result too',
    );
  }

  /** The results of a grouping WITH are values: a pattern cannot continue from them. */
  private refuseQueries(expressions: readonly (Expression | undefined)[]): void {
    for (const expression of expressions) {
      if (expression === undefined) continue;
      walk(expression, node => {
        if (!isBranch(node)) return;
        throw this.draft.refusals.unsupported(
          'A pattern or subquery after a WITH that groups',
          node.span,
          'compute it in that WITH, or before it, and give it a name there',
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
    const owner = optionalOwner(main, scope);
    if (owner === 'ambiguous') {
      throw this.draft.refusals.unsupported(
        'An OPTIONAL MATCH that continues from two others',
        clause.span,
        'begin it at a node of only one of them, and compare ids in its WHERE',
      );
    }
    const text = this.query.text.slice(clause.span.start, clause.span.end);
    (owner ?? main).branches.push({ mode: 'optional', text, scope, result: undefined, aggregate: undefined });
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

  private checkProjection(clause: Extract<Clause, { kind: 'with' | 'return' }>): void {
    const { span } = clause;
    if (clause.orderBy.length > 0)
      throw this.draft.refusals.wrongFormat(
        'results are reported as they occur, so sort them in the consumer',
        span,
      );
    if (clause.skip !== undefined || clause.limit !== undefined) {
      throw this.draft.refusals.wrongFormat(
        'instead of SKIP and LIMIT, filter with WHERE or count with COUNT { ... }',
        span,
      );
    }
  }
}

/** Whether the WITH only renames elements and expressions, and filters. */
function isTransparent(clause: With): boolean {
  return (
    !isGroupingClause(clause) &&
    clause.orderBy.length === 0 &&
    clause.skip === undefined &&
    clause.limit === undefined
  );
}
