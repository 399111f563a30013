/** From drafts to the pattern nodes that the engine runs. */
import type { ParentLink, RowCondition } from '../../plan/node-demands.js';
import type { OriginFolding, RowNodePlan, RowEdgePlan, StepPlan } from '../../plan/row-plan.js';
import { isSameEdge } from '../../collections/row-key.js';
import { RelationshipValue, type Value } from '@weir/model';
import type { BranchStep, Draft, DraftStep, EdgeStep } from '../drafting/draft.js';
import { asCondition, compileForRows, needsOf } from '../expressions/element-expressions.js';
import { apartText, conditionText } from '../expressions/condition-text.js';
import type { DraftPlanner } from '../drafting/draft-planner.js';
import { ReadsOfElement } from '../expressions/expression-reads.js';
import { mayMeetTheUnborn, namedIdsOf } from '../reading/named-elements.js';
import { isNeeded, neededEdges } from '../drafting/needed-edges.js';
import { isInOrder, outputOf, ownReductionOf } from './row-output.js';
import { type NodeBuilder, type PlainForm, EdgeBuilder } from './edge-builder.js';
import type { ElementExpression, ElementNumber, NodeElement, Shape } from '../shape/shape.js';
import { WeirError } from '@weir/platform';
import { unkeyedStep } from './unkeyed-step.js';

/** Maximum number of pattern nodes in a query. */
export const MOST_PATTERN_NODES = 256;

const NOTHING_READ = new ReadsOfElement().frozen();
const ALL_READ = { keys: [], all: true, labels: true } as const;

export class RowPlanBuilder implements NodeBuilder {
  readonly planNodes: (RowNodePlan | undefined)[] = [];

  constructor(
    readonly shape: Shape,
    readonly drafts: Pick<DraftPlanner, 'reads' | 'compared'>,
    readonly query: number,
    private readonly origins: OriginFolding | undefined,
  ) {}

  get tracksOrigins(): boolean {
    return this.origins !== undefined;
  }

  add(draft: Draft, parent: ParentLink | undefined): number {
    const number = this.reserve();
    const layout = draft.uses.has(draft.element) ? [draft.element] : [];
    const hasOwnColumn = layout.length > 0;
    const patternEdges: RowEdgePlan[] = [];
    const steps: StepPlan[] = [];
    const open = [...draft.conditions];
    const local = takeWhere(open, condition => this.isKnown(condition, [draft.element]));
    const exclusions = [...draft.exclusions];
    const isOwnRead = open.some(condition => this.isOver(condition, draft.element));
    for (const step of inOrder(draft.steps)) {
      steps.push(this.step(draft, step, number, layout, patternEdges, open, exclusions));
    }
    if (open.length + exclusions.length > 0) {
      throw new WeirError(
        'standing.invalid-pattern',
        `\`${open[0]?.text ?? 'Edges of a subquery'}\` cannot be watched inside this subquery: write it ` +
          `in the outer WHERE`,
      );
    }
    const ownReduction = isOwnRead ? undefined : ownReductionOf(draft, steps);
    const waits = patternEdges.some(patternEdge => patternEdge.awaited && patternEdge.child >= 0);
    this.planNodes[number] = {
      kind: 'rows',
      query: this.query,
      number,
      variable: this.shape.elements[draft.element]!.variable,
      parent,
      isRoot: number === 0,
      ...this.demands(draft, parent === undefined),
      anyOf: [],
      loops: [],
      impossible: false,
      hop: undefined,
      conditions: local.map(condition => ({
        ...conditionText(this.shape, condition, [draft.element]),
        holds: this.condition(condition, [draft.element]),
      })),
      reads: draft.checks ? this.drafts.reads[draft.element]!.frozen() : NOTHING_READ,
      hasOwnColumn,
      ownReduction,
      patternEdges,
      steps,
      ...outputOf(draft, layout, this.drafts.compared, ownReduction),
      waits,
      tracksOrigins: this.tracksOrigins,
    };
    return number;
  }

  addPlain(
    parent: ParentLink,
    { columns, hasOwnColumn, hop }: PlainForm,
    patternEdgesOf: (number: number) => RowEdgePlan[],
  ): number {
    const number = this.reserve();
    const patternEdges = patternEdgesOf(number);
    const positions = Array.from({ length: columns }, (_, position) => position);
    const output = positions.map(position => position + (hasOwnColumn ? 1 : 0));
    if (hasOwnColumn) output.push(0);
    this.planNodes[number] = {
      kind: 'rows',
      query: this.query,
      number,
      variable: undefined,
      parent,
      isRoot: false,
      id: undefined,
      labels: [],
      tests: [],
      edges: [],
      needsExistence: false,
      anyOf: [],
      loops: [],
      impossible: false,
      hop,
      named: [],
      conditions: [],
      reads: hasOwnColumn ? ALL_READ : NOTHING_READ,
      hasOwnColumn,
      ownReduction: undefined,
      patternEdges,
      steps: [unkeyedStep(positions, this.origins)],
      output: output.map(position => ({ position, bare: false, reduction: undefined, keep: undefined })),
      reportsAll: !hasOwnColumn,
      reduced: [],
      waits: patternEdges.some(patternEdge => patternEdge.awaited && patternEdge.child >= 0),
      tracksOrigins: this.tracksOrigins,
    };
    return number;
  }

  demandsNothing(draft: Draft): boolean {
    if (draft.steps.length + draft.conditions.length + draft.out.size > 0) return false;
    if (!draft.checks) return true;
    const { labels, tests } = this.shape.elements[draft.element] as NodeElement;
    return labels.length + tests.length === 0 && !mayMeetTheUnborn(this.shape, draft.element);
  }

  private reserve(): number {
    if (this.planNodes.length >= MOST_PATTERN_NODES) {
      throw new WeirError(
        'standing.invalid-pattern',
        `The pattern has more than ${MOST_PATTERN_NODES} pattern nodes: shorten its paths of variable length or split the query`,
      );
    }
    return this.planNodes.push(undefined) - 1;
  }

  private demands(
    draft: Draft,
    isRoot: boolean,
  ): Pick<RowNodePlan, 'id' | 'labels' | 'tests' | 'edges' | 'needsExistence' | 'named'> {
    if (!draft.checks) {
      return { id: undefined, labels: [], tests: [], edges: [], needsExistence: false, named: [] };
    }
    const { id, named, labels, tests } = this.shape.elements[draft.element] as NodeElement;
    const isEdgeNeeded = draft.steps.some(step => step.kind === 'edge' && isNeeded(step, this.shape));
    const needsExistence =
      (isRoot || mayMeetTheUnborn(this.shape, draft.element)) &&
      named.length === 0 &&
      labels.length === 0 &&
      !isEdgeNeeded &&
      tests.every(test => test.kind === 'absent');
    return {
      id,
      labels,
      tests,
      edges: neededEdges(draft, this.shape),
      needsExistence,
      named: isRoot || needsExistence ? namedIdsOf(this.shape, draft.element) : [],
    };
  }

  private step(
    draft: Draft,
    step: DraftStep,
    number: number,
    layout: ElementNumber[],
    patternEdges: RowEdgePlan[],
    open: ElementExpression[],
    exclusions: (readonly [ElementNumber, ElementNumber])[],
  ): StepPlan {
    const builder = new EdgeBuilder(
      this,
      number,
      patternEdges,
      draft,
      step.kind === 'branch' || draft.inBranch,
    );
    const index = builder.nextStep();
    const right = step.kind === 'edge' ? builder.edge(index, step) : this.branchColumns(builder, index, step);
    const shared = right.filter(element => layout.includes(element));
    const leftKey = shared.map(element => layout.indexOf(element));
    const rightKey = shared.map(element => right.indexOf(element));
    const fresh = right.filter(element => !layout.includes(element));
    const isSettled =
      step.kind === 'edge' && this.isSettledBy(step, draft, [...layout, ...fresh], fresh, open, exclusions);
    const mode = step.kind === 'branch' ? step.branch.mode : isSettled ? 'semi' : 'inner';
    const asks = mode !== 'inner' && mode !== 'optional';
    const stepConditions = this.conditionsOf(step, [...layout, ...fresh], isSettled, open, exclusions);
    const takes =
      !asks || mode === 'aggregate' || stepConditions.conditions.length + stepConditions.apart.length > 0;
    const take = takes ? fresh.map(element => right.indexOf(element)) : [];
    const merged = takes ? [...layout, ...fresh] : [...layout];
    const on = [
      ...stepConditions.apart.map(([a, b]) => areApart(merged.indexOf(a), merged.indexOf(b))),
      ...stepConditions.conditions.map(condition => this.condition(condition, merged)),
    ];
    const made = step.kind === 'branch' ? step.branch.aggregate : undefined;
    const aggregate = made && { ...made, value: compileForRows(this.shape, made.value, merged) };
    const asking = [...stepConditions.conditions, ...(made === undefined ? [] : [made.value])];
    const dependsOn = this.positionsOf(asking, stepConditions.apart.flat(), layout);
    if (!asks) layout.push(...fresh);
    const result = step.kind === 'branch' ? step.branch.result : undefined;
    if (result !== undefined) layout.push(result);
    const ready = takeWhere(open, condition => this.isKnown(condition, layout));
    const apart = takeWhere(exclusions, ([a, b]) => layout.includes(a) && layout.includes(b));
    const after = [
      ...apart.map(([a, b]) => areApart(layout.indexOf(a), layout.indexOf(b))),
      ...ready.map(condition => this.condition(condition, layout)),
    ];
    const texts = {
      branch: step.kind === 'branch' ? step.branch.text : undefined,
      shared: shared.map(element => this.shape.elements[element]?.variable ?? null),
      on: [
        ...stepConditions.apart.map(pair => apartText(this.shape, pair, merged)),
        ...stepConditions.conditions.map(each => conditionText(this.shape, each, merged)),
      ],
      after: [
        ...apart.map(pair => apartText(this.shape, pair, layout)),
        ...ready.map(condition => conditionText(this.shape, condition, layout)),
      ],
    };
    const distinct = step.kind === 'branch' && step.distinct;
    const keepsAnswer = result !== undefined && this.isNeededLater(result, draft, open);
    if (result !== undefined && !keepsAnswer) layout.pop();
    const origins =
      this.origins === undefined || (mode !== 'count' && mode !== 'aggregate') ? this.origins : 'all';
    return {
      mode,
      leftKey,
      rightKey,
      dependsOn,
      take,
      takesAll: isInOrder(take, right.length),
      distinct,
      keepsAnswer,
      on,
      aggregate,
      after,
      origins,
      texts,
    };
  }

  /** Whether only the existence of a match matters, and later steps need nothing that this step adds. */
  private isSettledBy(
    step: EdgeStep,
    draft: Draft,
    known: readonly ElementNumber[],
    fresh: readonly ElementNumber[],
    open: readonly ElementExpression[],
    exclusions: readonly (readonly [ElementNumber, ElementNumber])[],
  ): boolean {
    if (!draft.onlyWhether || fresh.some(element => draft.out.has(element))) return false;
    const steps = inOrder(draft.steps);
    const later = steps.slice(steps.indexOf(step) + 1);
    // A branch, or an edge that closes a cycle, may be joined by elements that this step adds.
    const isJoined = later.some(each => each.kind === 'branch' || each.child?.checks === false);
    if (isJoined && fresh.length > 0) return false;
    const needed = (elements: readonly ElementNumber[]): boolean =>
      elements.some(element => fresh.includes(element)) &&
      !elements.every(element => known.includes(element));
    return !(
      open.some(each => needed(needsOf(each, this.shape.elements).map(({ element }) => element))) ||
      exclusions.some(needed)
    );
  }

  /**
   * Conditions that right rows must meet to match: for a branch, its conditions; for an edge, all conditions that
   * become decidable with it.
   */
  private conditionsOf(
    step: DraftStep,
    known: readonly ElementNumber[],
    isSettled: boolean,
    open: ElementExpression[],
    exclusions: (readonly [ElementNumber, ElementNumber])[],
  ): {
    readonly conditions: readonly ElementExpression[];
    readonly apart: readonly (readonly [ElementNumber, ElementNumber])[];
  } {
    if (step.kind === 'branch') return { conditions: step.on, apart: [] };
    if (!isSettled) return { conditions: [], apart: [] };
    return {
      conditions: takeWhere(open, condition => this.isKnown(condition, known)),
      apart: takeWhere(exclusions, ([a, b]) => known.includes(a) && known.includes(b)),
    };
  }

  /** Positions of the elements that the expressions need, and of these elements, in ascending order. */
  private positionsOf(
    expressions: readonly ElementExpression[],
    elements: readonly ElementNumber[],
    layout: readonly ElementNumber[],
  ): readonly number[] {
    const needed = new Set<ElementNumber>(elements);
    for (const expression of expressions) {
      for (const { element } of needsOf(expression, this.shape.elements)) needed.add(element);
    }
    return layout.flatMap((element, position) => (needed.has(element) ? [position] : []));
  }

  private isNeededLater(
    element: ElementNumber,
    draft: Draft,
    conditions: readonly ElementExpression[],
  ): boolean {
    const inBranches = draft.steps.flatMap(step => (step.kind === 'branch' ? step.on : []));
    return draft.out.has(element) || [...conditions, ...inBranches].some(each => this.isOver(each, element));
  }

  private branchColumns(builder: EdgeBuilder, index: number, step: BranchStep): ElementNumber[] {
    return step.inlined === undefined ? builder.here(index, step.root) : builder.edge(index, step.inlined);
  }

  private isKnown(condition: ElementExpression, layout: readonly ElementNumber[]): boolean {
    return needsOf(condition, this.shape.elements).every(({ element }) => layout.includes(element));
  }

  private isOver(condition: ElementExpression, element: ElementNumber): boolean {
    return needsOf(condition, this.shape.elements).some(need => need.element === element);
  }

  private condition(condition: ElementExpression, layout: readonly ElementNumber[]): RowCondition {
    return asCondition(compileForRows(this.shape, condition, layout));
  }
}

/**
 * First the steps that the node decides alone: otherwise a change of such a step would be joined with every edge. Then
 * the steps that add new nodes: they know more about a node than an edge that only leads to it.
 */
function inOrder(steps: readonly DraftStep[]): DraftStep[] {
  const rank = (step: DraftStep): number =>
    step.kind === 'branch' ? (step.ownOnly ? 0 : 3) : bringsNodes(step) ? 1 : 2;
  return [...steps].sort((a, b) => rank(a) - rank(b));
}

function bringsNodes({ child }: EdgeStep): boolean {
  return child !== undefined && (child.checks || child.steps.length > 0);
}

function takeWhere<T>(list: T[], wanted: (item: T) => boolean): T[] {
  const taken = list.filter(wanted);
  for (const item of taken) list.splice(list.indexOf(item), 1);
  return taken;
}

function areApart(a: number, b: number): RowCondition {
  return row => {
    const left = row[a]!;
    const right = row[b]!;
    if (left === null || right === null) return true;
    if (left instanceof RelationshipValue && right instanceof RelationshipValue)
      return !isSameEdge(left, right);
    return !edgesIn(left).some(edge => edgesIn(right).some(other => isSameEdge(edge, other)));
  };
}

function edgesIn(value: Value): readonly RelationshipValue[] {
  if (value instanceof RelationshipValue) return [value];
  if (!Array.isArray(value)) return [];
  return (value as readonly Value[]).filter(each => each instanceof RelationshipValue);
}
