/**
 * Assigns work to pattern nodes: which of them evaluate branches and check conditions, and which elements rows must
 * carry for that.
 */
import { WeirError } from '@weir/platform';
import { DraftTreeBuilder, type DraftTree } from './draft-tree.js';
import { type BranchStep, carry, type Draft, IDENTITY_ONLY, lowestAbove } from './draft.js';
import { needsOf } from '../expressions/element-expressions.js';
import { ComparedEdges } from './compared-edges.js';
import { ReadsOfElement } from '../expressions/expression-reads.js';
import { canCoincide } from './exclusions.js';
import type { Branch, EdgeElement, ElementExpression, ElementNumber, Scope, Shape } from '../shape/shape.js';

export class DraftPlanner {
  /** Reads of each element, by all expressions. */
  readonly reads: readonly ReadsOfElement[];
  readonly compared: ComparedEdges;

  /** @param reducesReturned a node of which only properties are returned travels as their values. */
  constructor(
    private readonly shape: Shape,
    private readonly reducesReturned: boolean,
  ) {
    this.compared = new ComparedEdges(shape.elements);
    this.reads = shape.elements.map(() => new ReadsOfElement());
  }

  /**
   * @param results the returned expressions.
   * @param onlyWhether the result depends only on whether a root matches.
   * @throws WeirError `standing.invalid-pattern`
   */
  plan(root: ElementNumber, results: readonly ElementExpression[], onlyWhether: boolean): Draft {
    const { main, elements } = this.shape;
    const tree = new DraftTreeBuilder(elements, main, [], false, onlyWhether).build(root);
    this.planScope(main, tree);
    for (const result of results) this.carryNeeds(result, tree, undefined);
    return tree.root;
  }

  private planScope(scope: Scope, tree: DraftTree): void {
    for (const branch of scope.branches) this.planBranch(branch, tree);
    for (const condition of scope.conditions) {
      const needs = needsOf(condition, this.shape.elements);
      if (needs.some(({ element }) => !tree.producers.has(element) || this.isOuter(element, tree))) continue;
      let target = lowestAbove(
        tree.root,
        needs.map(({ element }) => tree.producers.get(element)!),
      );
      // The elements of an OPTIONAL MATCH are known where it is joined.
      while (target.inBranch !== tree.root.inBranch) target = target.parent!;
      target.conditions.push(condition);
      this.carryNeeds(condition, tree, target);
    }
    this.keepApart(scope, tree);
    for (const draft of tree.root.all()) this.carryClosings(draft, tree);
  }

  /** Whether it is a node of an outer scope; only its id is known here. */
  private isOuter(element: ElementNumber, tree: DraftTree): boolean {
    const producer = tree.producers.get(element)!;
    return producer.element === element && !producer.checks;
  }

  private carryNeeds(expression: ElementExpression, tree: DraftTree, consumer: Draft | undefined): void {
    for (const { element, reads } of needsOf(expression, this.shape.elements)) {
      const producer = tree.producers.get(element);
      if (producer === undefined) throw impossible(`\`${expression.text}\``);
      this.reads[element]!.add(reads);
      this.compared.show(element);
      const isReturned = consumer === undefined && this.shape.elements[element]!.kind === 'node';
      const reduction = isReturned && this.reducesReturned ? reads.onlyProperties : undefined;
      carry(element, producer, consumer, { rich: !reads.isBare, reduction });
    }
  }

  private carryClosings(draft: Draft, tree: DraftTree): void {
    for (const step of draft.steps) {
      if (step.kind !== 'edge' || step.child === undefined) continue;
      const { child } = step;
      const producer = tree.producers.get(child.element);
      if (child.checks || producer === child || producer === undefined) continue;
      child.idAbove = true;
      carry(child.element, producer, draft, IDENTITY_ONLY);
    }
  }

  /** Edges of one MATCH must stand on different graph edges. */
  private keepApart(scope: Scope, tree: DraftTree): void {
    const { elements } = this.shape;
    scope.edges.forEach((a, i) => {
      for (const b of scope.edges.slice(i + 1)) {
        if (!canCoincide(elements, a, b)) continue;
        const producers = [tree.producers.get(a)!, tree.producers.get(b)!];
        const target = lowestAbove(tree.root, producers);
        target.exclusions.push([a, b]);
        this.compared.compare(a, b, target);
        carry(a, producers[0]!, target, IDENTITY_ONLY);
        carry(b, producers[1]!, target, IDENTITY_ONLY);
      }
    });
  }

  // Branches

  private planBranch(branch: Branch, tree: DraftTree): void {
    const { scope } = branch;
    const outer = [...this.outerElements(branch)];
    for (const element of outer) {
      const producer = tree.producers.get(element);
      if (producer === undefined || tree.brought.has(element)) {
        throw impossible('A condition of a subquery or OPTIONAL MATCH on the result of another one');
      }
    }
    const host = lowestAbove(
      tree.root,
      outer.map(element => tree.producers.get(element)!),
    );
    const connectors = this.connectors(scope, host, tree);
    const builder = new DraftTreeBuilder(
      this.shape.elements,
      withNode(scope, host.element),
      connectors,
      true,
      branch.mode === 'semi' || branch.mode === 'anti',
    );
    const inner = builder.build(host.element);
    this.planScope(scope, inner);
    const overPaths = connectors.some(edge => (this.shape.elements[edge] as EdgeElement).hops !== undefined);
    const distinct = overPaths && branch.mode !== 'semi' && branch.mode !== 'anti';
    const step: BranchStep = {
      kind: 'branch',
      branch,
      root: inner.root,
      inlined: undefined,
      distinct,
      ownOnly: branch.mode !== 'optional',
      on: [],
    };
    host.steps.push(step);
    this.joinBranch(step, host, tree, inner);
    if (distinct) {
      for (const element of scope.own) {
        this.compared.show(element);
        carry(element, inner.producers.get(element)!, host, IDENTITY_ONLY);
      }
    }
    if (!overPaths) this.inline(step, host);
    if (branch.result !== undefined) tree.producers.set(branch.result, host);
    if (branch.mode !== 'optional') return;
    for (const element of [...scope.own, ...inner.brought, ...resultsOf(scope)]) {
      tree.producers.set(element, inner.producers.get(element)!);
      tree.brought.add(element);
    }
  }

  /**
   * Determines what both sides must know, and which conditions of the branch its host, the pattern node that evaluates
   * it, checks itself.
   */
  private joinBranch(step: BranchStep, host: Draft, tree: DraftTree, inner: DraftTree): void {
    const { scope } = step.branch;
    step.root.parent = host;
    for (const [element, draft] of inner.producers) {
      if (draft.element !== element || draft.checks || element === host.element) continue;
      step.ownOnly = false;
      carry(element, draft, host, IDENTITY_ONLY);
      carry(element, tree.producers.get(element)!, host, IDENTITY_ONLY);
    }
    for (const condition of scope.conditions) {
      const needs = needsOf(condition, this.shape.elements);
      const isInner = needs.every(
        ({ element }) => inner.producers.has(element) && !this.isOuter(element, inner),
      );
      if (isInner && needs.length > 0) continue;
      step.on.push(condition);
      this.bringTogether(condition, step, host, tree, inner);
    }
    const value = step.branch.aggregate?.value;
    if (value !== undefined) this.bringTogether(value, step, host, tree, inner);
  }

  /** An expression over elements of both the host and the branch is evaluated where they are joined. */
  private bringTogether(
    expression: ElementExpression,
    step: BranchStep,
    host: Draft,
    tree: DraftTree,
    inner: DraftTree,
  ): void {
    for (const { element, reads } of needsOf(expression, this.shape.elements)) {
      this.reads[element]!.add(reads);
      this.compared.show(element);
      const isOuter = tree.producers.has(element);
      if (isOuter && element !== host.element) step.ownOnly = false;
      const producer = isOuter ? tree.producers.get(element)! : inner.producers.get(element);
      const isKnown =
        producer !== undefined &&
        !(isOuter && tree.connectors.has(element)) &&
        (reads.isBare || !isOuter || !this.isOuter(element, tree));
      if (!isKnown) throw impossible(`\`${expression.text}\` in a subquery of a subquery`);
      carry(element, producer, host, { rich: !reads.isBare, reduction: undefined });
    }
  }

  private inline(step: BranchStep, host: Draft): void {
    const { root } = step;
    const [only, ...more] = root.steps;
    if (only?.kind !== 'edge' || more.length > 0 || root.conditions.length > 0 || root.exclusions.length > 0)
      return;
    step.inlined = only;
    if (only.child !== undefined) only.child.parent = host;
    // Includes the node itself: a path that leads back to it is joined by its id.
    for (const element of root.uses) host.uses.add(element);
  }

  /** Elements of outer scopes that a branch mentions, in patterns or conditions. */
  private outerElements({ scope, aggregate }: Pick<Branch, 'scope' | 'aggregate'>): Set<ElementNumber> {
    const outer = new Set<ElementNumber>();
    const results = new Set(scope.branches.map(({ result }) => result));
    for (const node of scope.nodes) if (!scope.own.has(node)) outer.add(node);
    for (const condition of [...scope.conditions, ...(aggregate === undefined ? [] : [aggregate.value])]) {
      for (const { element } of needsOf(condition, this.shape.elements)) {
        if (!scope.own.has(element) && !results.has(element)) outer.add(element);
      }
    }
    for (const branch of scope.branches) {
      for (const element of this.outerElements(branch)) if (!scope.own.has(element)) outer.add(element);
    }
    return outer;
  }

  /**
   * Tree edges that lead from the host to the start of the branch's pattern: to one node of each of its connected
   * components.
   */
  private connectors(scope: Scope, host: Draft, tree: DraftTree): ElementNumber[] {
    const connectors = new Set<ElementNumber>();
    const reached = new Set<ElementNumber>();
    this.spread(scope, host.element, reached);
    for (const node of scope.nodes) {
      if (scope.own.has(node) || reached.has(node)) continue;
      for (let draft = tree.producers.get(node)!; draft !== host; draft = draft.parent!) {
        const entry = draft.parent!.steps.find(step => step.kind === 'edge' && step.child === draft);
        if (entry?.kind !== 'edge') break;
        connectors.add(entry.edge);
        this.spread(scope, draft.element, reached);
      }
    }
    return [...connectors];
  }

  private spread(scope: Scope, from: ElementNumber, reached: Set<ElementNumber>): void {
    if (reached.has(from)) return;
    reached.add(from);
    for (const number of scope.edges) {
      const { source, target } = this.shape.elements[number] as EdgeElement;
      if (source === from) this.spread(scope, target, reached);
      if (target === from) this.spread(scope, source, reached);
    }
  }
}

function resultsOf(scope: Scope): ElementNumber[] {
  return scope.branches.flatMap(({ result }) => (result === undefined ? [] : [result]));
}

function withNode(scope: Scope, node: ElementNumber): Scope {
  return { ...scope, nodes: new Set([...scope.nodes, node]) };
}

function impossible(what: string): WeirError {
  return new WeirError(
    'standing.invalid-pattern',
    `${what} is not supported in standing queries: write it over nodes of a MATCH`,
  );
}
