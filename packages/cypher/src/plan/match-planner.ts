/**
 * Plans one MATCH: the order in which its nodes are found. Greedy, cheapest first: bound elements, nodes by id, edges
 * between known nodes, edges from a known node, and finally a scan. A predicate is tested as soon as its inputs are
 * known.
 */
import { reversed } from '@weir/model';
import type { Binding, Bindings } from '../expression/bindings.js';
import type { CompiledExpression } from '../expression/compiled-expression.js';
import type { EvaluateId } from '../expression/compile-call.js';
import { Footprint } from '../footprint.js';
import { Assign } from '../operators/rows/assign.js';
import { Expand } from '../operators/matching/expand.js';
import type { ExpandSpec } from '../operators/matching/expand.js';
import { Filter } from '../operators/rows/filter.js';
import { pathFrom } from '../operators/matching/path.js';
import { ProjectEndpoints } from '../operators/matching/project-endpoints.js';
import { AllNodesScan } from '../operators/matching/scan.js';
import { ShortestPaths } from '../operators/matching/shortest-paths.js';
import { VariableLengthExpand } from '../operators/matching/variable-length-expand.js';
import { type Expression, logicalChain, type PatternPart } from '../syntax/index.js';
import { planAnchor } from './anchor-planner.js';
import { anchorsOf } from './anchors.js';
import type { Anchor } from './anchors.js';
import { cost, mayCoincide, mostSelective } from './pattern-choice.js';
import { patternGraph } from './pattern-graph.js';
import type { PatternGraph, PatternNode, PatternRelationship, Predicate } from './pattern-graph.js';
import { planStep } from './plan.js';
import type { PlanStep } from './plan.js';
import type { PlanContext } from './plan-context.js';

export interface PlannedMatch {
  readonly steps: readonly PlanStep[];
  readonly bindings: Map<string, Binding>;
  /** Slots of the elements that the pattern binds, named or not. */
  readonly newSlots: readonly number[];
  /** Node ids that depend only on the argument row. */
  readonly anchors: readonly EvaluateId[];
  /** Whether a node is found by means other than such an id or an edge from such a node. */
  readonly otherStarts: boolean;
  /** Whether it scans all nodes. */
  readonly scans: boolean;
}

export function planMatch(
  context: PlanContext,
  patterns: readonly PatternPart[],
  where: Expression | undefined,
  bindings: Bindings,
): PlannedMatch {
  return new MatchPlanner(context, patternGraph(context, patterns, where), bindings).plan();
}

class MatchPlanner {
  private readonly steps: PlanStep[] = [];
  private readonly bindings: Map<string, Binding>;
  private readonly newSlots: number[] = [];
  private readonly known: Set<string>;
  private readonly own = new Set<string>();
  private readonly matched: PatternRelationship[] = [];
  private waiting: Predicate[];
  private anchors: Anchor[] = [];
  private readonly rowAnchors: EvaluateId[] = [];
  private scans = false;
  private otherStarts = false;

  constructor(
    private readonly context: PlanContext,
    private readonly graph: PatternGraph,
    private readonly outer: Bindings,
  ) {
    context.budget.steps(2 * outer.size);
    this.bindings = new Map(outer);
    this.known = new Set(outer.keys());
    for (const name of graph.nodes.keys()) this.own.add(name);
    for (const { name } of graph.relationships) this.own.add(name);
    for (const { name } of graph.paths) this.own.add(name);
    this.waiting = graph.predicates;
    for (const predicate of graph.predicates) {
      this.anchors.push(...anchorsOf(predicate, name => graph.nodes.has(name) && !outer.has(name)));
    }
    // Anchors of one id before anchors of several.
    this.anchors.sort((a, b) => Number(a.shape !== 'one') - Number(b.shape !== 'one'));
  }

  plan(): PlannedMatch {
    this.keepBoundNodes();
    const relationships = new Set(this.graph.relationships);
    const nodes = new Map([...this.graph.nodes].filter(([name]) => !this.known.has(name)));
    for (;;) {
      this.context.budget.steps(relationships.size + nodes.size + this.anchors.length);
      this.testWhatIsKnown();
      const next = this.chooseRelationship(relationships);
      if (next?.ready === true) {
        this.expand(next.relationship);
      } else {
        const anchor = this.anchors.find(
          candidate => nodes.has(candidate.node) && this.isKnown(candidate.names),
        );
        if (anchor !== undefined) this.anchor(anchor);
        else if (next !== undefined) this.expand(next.relationship);
        else if (nodes.size > 0) this.scan(mostSelective(nodes.values()));
        else break;
      }
      if (this.matched.length > 0) relationships.delete(this.matched.at(-1)!);
      for (const name of nodes.keys()) if (this.known.has(name)) nodes.delete(name);
      this.anchors = this.anchors.filter(candidate => !this.known.has(candidate.node));
    }
    for (const path of this.graph.paths) this.bindPath(path.name, path.nodes, path.relationships);
    this.testWhatIsKnown();
    return {
      steps: this.steps,
      bindings: this.bindings,
      newSlots: this.newSlots,
      anchors: this.rowAnchors,
      otherStarts: this.otherStarts || this.scans,
      scans: this.scans,
    };
  }

  /** A bound node that is in no relationship of the pattern must not be null. */
  private keepBoundNodes(): void {
    const inRelationships = new Set(this.graph.relationships.flatMap(({ from, to }) => [from, to]));
    for (const name of this.graph.nodes.keys()) {
      const binding = this.outer.get(name);
      if (binding === undefined || inRelationships.has(name)) continue;
      const { slot } = binding;
      this.addFilter('Filter', {
        evaluate: row => row[slot] !== null,
        entities: false,
        reads: new Footprint(),
        isConstant: false,
        isPure: true,
      });
    }
  }

  private bind(name: string, kind: Binding['kind']): number {
    const slot = this.context.slots.allocate();
    this.bindings.set(name, { slot, kind });
    this.newSlots.push(slot);
    this.known.add(name);
    return slot;
  }

  private slotOf(name: string): number {
    return this.bindings.get(name)!.slot;
  }

  private isKnown(names: ReadonlySet<string>): boolean {
    for (const name of names) if (this.own.has(name) && !this.known.has(name)) return false;
    return true;
  }

  private testWhatIsKnown(): void {
    this.context.budget.steps(this.waiting.length);
    const ready: Expression[] = [];
    const waiting: Predicate[] = [];
    for (const predicate of this.waiting) {
      if (this.isKnown(predicate.names)) ready.push(predicate.expression);
      else waiting.push(predicate);
    }
    if (ready.length === 0) return;
    this.waiting = waiting;
    this.addFilter('Filter', this.context.compile(logicalChain('AND', ready), this.bindings));
  }

  private addFilter(operatorType: string, predicate: CompiledExpression): void {
    this.steps.push(
      planStep({
        operatorType,
        keepsRows: true,
        open: (state, source) => new Filter(state, source, predicate),
      }),
    );
  }

  private anchor(anchor: Anchor): void {
    if (anchor.isWhole) this.waiting = this.waiting.filter(predicate => predicate !== anchor.predicate);
    this.context.budget.steps(this.bindings.size);
    const before = new Map(this.bindings);
    const slot = this.bind(anchor.node, 'node');
    this.context.anchoredSlots.add(slot);
    const { step, rowId } = planAnchor(this.context, anchor, before, slot);
    if (rowId !== undefined) this.rowAnchors.push(rowId);
    else this.otherStarts = true;
    this.steps.push(step);
  }

  private scan(node: PatternNode): void {
    const slot = this.bind(node.name, 'node');
    this.scans = true;
    const reads = new Footprint();
    reads.nodes = true;
    this.steps.push(
      planStep({
        operatorType: 'AllNodesScan',
        identifiers: [node.name],
        reads,
        open: (state, source) => new AllNodesScan(state, source, slot),
      }),
    );
  }

  /** `ready`: costs at most a lookup of edges between known nodes. */
  private chooseRelationship(
    candidates: Iterable<PatternRelationship>,
  ): { readonly relationship: PatternRelationship; readonly ready: boolean } | undefined {
    let best: PatternRelationship | undefined;
    for (const candidate of candidates) {
      const ends = Number(this.known.has(candidate.from)) + Number(this.known.has(candidate.to));
      if (ends === 2 || this.outer.has(candidate.name)) return { relationship: candidate, ready: true };
      if (ends === 0 || candidate.shortest !== undefined) continue;
      if (best === undefined || cost(candidate) < cost(best)) best = candidate;
    }
    return best && { relationship: best, ready: false };
  }

  private expand(relationship: PatternRelationship): void {
    this.context.budget.steps(this.matched.length);
    const distinctFrom = this.matched
      .filter(other => mayCoincide(other, relationship))
      .map(other => this.slotOf(other.name));
    this.matched.push(relationship);
    if (this.outer.has(relationship.name)) this.projectEndpoints(relationship, distinctFrom);
    else if (relationship.shortest !== undefined) this.shortest(relationship);
    else this.expandNew(relationship, distinctFrom);
  }

  private expandNew(relationship: PatternRelationship, distinctFrom: readonly number[]): void {
    const { pattern } = relationship;
    const backwards = !this.known.has(relationship.from);
    const [from, to] = backwards
      ? [relationship.to, relationship.from]
      : [relationship.from, relationship.to];
    const into = this.known.has(to);
    const fromSlot = this.slotOf(from);
    const toSlot = into ? this.slotOf(to) : this.bind(to, 'node');
    const isHop = pattern.length === undefined;
    // Properties of hops may only use names bound before them.
    const properties = isHop ? [] : this.hopProperties(relationship);
    const slot = this.bind(relationship.name, isHop ? 'relationship' : 'unknown');
    const direction =
      relationship.direction === undefined || !backwards
        ? relationship.direction
        : reversed(relationship.direction);
    const spec: ExpandSpec = {
      from: fromSlot,
      to: toSlot,
      into,
      relationship: slot,
      direction,
      labels: relationship.types,
      distinctFrom,
    };
    const reads = new Footprint();
    reads.edges = true;
    const identifiers = into ? [relationship.name] : [relationship.name, to];
    if (isHop) {
      this.steps.push(
        planStep({
          operatorType: into ? 'ExpandInto' : 'Expand',
          identifiers,
          reads,
          open: (state, source) => new Expand(state, source, spec),
        }),
      );
      return;
    }
    for (const { key } of properties) reads.addProperty(key);
    const length = {
      min: pattern.length?.min ?? 1,
      max: pattern.length?.max ?? Infinity,
      // Its relationships are listed in the order of the pattern.
      backwards: backwards !== isWrittenBackwards(relationship),
      properties,
    };
    this.steps.push(
      planStep({
        operatorType: into ? 'VariableLengthExpandInto' : 'VariableLengthExpand',
        identifiers,
        reads,
        open: (state, source) => new VariableLengthExpand(state, source, spec, length),
      }),
    );
  }

  private hopProperties(relationship: PatternRelationship): { key: string; value: CompiledExpression }[] {
    const { properties } = relationship.pattern;
    if (properties === undefined) return [];
    if (properties.kind !== 'map') {
      throw this.context.error(
        'A parameter cannot be the properties of a variable-length relationship',
        properties.span,
      );
    }
    return properties.entries.map(entry => ({
      key: entry.key,
      value: this.context.compile(entry.value, this.bindings),
    }));
  }

  private projectEndpoints(relationship: PatternRelationship, distinctFrom: readonly number[]): void {
    const fromKnown = this.known.has(relationship.from);
    const toKnown = this.known.has(relationship.to) || relationship.to === relationship.from;
    const from = fromKnown ? this.slotOf(relationship.from) : this.bind(relationship.from, 'node');
    const to = toKnown ? this.slotOf(relationship.to) : this.bind(relationship.to, 'node');
    const isLoop = relationship.to === relationship.from && !fromKnown;
    const spec = {
      relationship: this.slotOf(relationship.name),
      from,
      to,
      fromKnown,
      toKnown: toKnown && !isLoop,
      isLoop,
      types: relationship.types,
      directed: relationship.direction !== undefined,
      list: relationship.pattern.length !== undefined,
      backwards: isWrittenBackwards(relationship),
      min: relationship.pattern.length?.min ?? 1,
      max: relationship.pattern.length?.max ?? Infinity,
      distinctFrom,
    };
    this.steps.push(
      planStep({
        operatorType: 'ProjectEndpoints',
        open: (state, source) => new ProjectEndpoints(state, source, spec),
      }),
    );
  }

  private shortest(relationship: PatternRelationship): void {
    this.context.budget.steps(this.graph.paths.length);
    const path = this.graph.paths.find(candidate => candidate.relationships.includes(relationship.name));
    const { length } = relationship.pattern;
    const properties = this.hopProperties(relationship);
    const slot = this.bind(relationship.name, 'unknown');
    const spec = {
      from: this.slotOf(relationship.from),
      to: this.slotOf(relationship.to),
      relationships: slot,
      backwards: isWrittenBackwards(relationship),
      direction: relationship.direction,
      labels: relationship.types,
      min: length === undefined ? 1 : (length.min ?? 1),
      max: length === undefined ? 1 : (length.max ?? Infinity),
      all: relationship.shortest === 'all',
      properties,
    };
    const reads = new Footprint();
    reads.edges = true;
    for (const { key } of properties) reads.addProperty(key);
    this.steps.push(
      planStep({
        operatorType: 'ShortestPath',
        identifiers: path ? [path.name] : [],
        reads,
        open: (state, source) => new ShortestPaths(state, source, spec),
      }),
    );
  }

  private bindPath(name: string, nodes: readonly string[], relationships: readonly string[]): void {
    const evaluate = pathFrom(
      nodes.map(node => this.slotOf(node)),
      relationships.map(relationship => this.slotOf(relationship)),
    );
    const slot = this.bind(name, 'unknown');
    this.steps.push(
      planStep({
        operatorType: 'ProjectPath',
        identifiers: [name],
        keepsRows: true,
        open: (state, source) => new Assign(state, source, [{ slot, evaluate }]),
      }),
    );
  }
}

/** `(a)<-[r]-(b)`: the relationship leads from `from` to `to` but is written in reverse. */
function isWrittenBackwards({ pattern }: PatternRelationship): boolean {
  return pattern.direction === 'incoming';
}
