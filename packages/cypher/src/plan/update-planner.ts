/** CREATE, SET, REMOVE, DELETE and the effects of MERGE. */
import type { Binding, Bindings } from '../expression/bindings.js';
import { Footprint } from '../footprint.js';
import { Delete } from '../operators/writing/delete.js';
import {
  CreateNodeEffect,
  CreateRelationshipEffect,
  LabelsEffect,
  SetPropertiesEffect,
  SetPropertyEffect,
} from '../operators/writing/effect.js';
import type { CompiledExpression } from '../expression/compiled-expression.js';
import type { Effect, EffectValue } from '../operators/writing/effect.js';
import { Assign } from '../operators/rows/assign.js';
import { pathFrom } from '../operators/matching/path.js';
import type { UpdateSpec } from '../operators/writing/update.js';
import type {
  Delete as DeleteClause,
  Expression,
  LabelExpression,
  NodePattern,
  PatternPart,
  PatternProperties,
  RelationshipPattern,
  RemoveItem,
  SetItem,
  Variable,
} from '../syntax/index.js';
import { mentionedNames } from './free-names.js';
import { planStep, updateStep } from './plan.js';
import type { PlanStep } from './plan.js';
import type { PlanContext } from './plan-context.js';

/** Effects in source order, with their reads and writes. */
export class EffectPlanner {
  readonly stages: Effect[][] = [];
  readonly reads = new Footprint();
  readonly writes = new Footprint();
  private readonly stageWrites = new Footprint();
  /** The item being planned: see `inOrder`. */
  private effects: Effect[] = [];
  private itemReads = new Footprint();
  private itemWrites = new Footprint();
  /** Names used by the expressions and targets. */
  readonly names = new Set<string>();

  constructor(
    private readonly context: PlanContext,
    readonly bindings: Map<string, Binding>,
    private readonly inMerge = false,
  ) {
    context.writes = true;
  }

  /** Plans one item of a clause. If it reads what its stage writes, it starts a new stage. */
  private inOrder<T>(plan: () => T): T {
    this.effects = [];
    this.itemReads = new Footprint();
    this.itemWrites = new Footprint();
    const planned = plan();
    if (this.effects.length === 0) return planned;
    if (this.stages.length === 0 || this.itemReads.conflictsWith(this.stageWrites)) {
      this.stages.push([]);
      this.stageWrites.clear();
    }
    this.stages[this.stages.length - 1]!.push(...this.effects);
    this.stageWrites.add(this.itemWrites);
    this.reads.add(this.itemReads);
    this.writes.add(this.itemWrites);
    return planned;
  }

  private value(expression: Expression): EffectValue {
    mentionedNames(expression, this.names);
    const compiled = this.context.compile(expression, this.bindings);
    this.itemReads.add(compiled.reads);
    return effectValue(this.context, expression, compiled);
  }

  set(item: SetItem): void {
    this.inOrder(() => this.setItem(item));
  }

  private setItem(item: SetItem): void {
    switch (item.kind) {
      case 'set-property':
        this.itemWrites.addProperty(item.key);
        this.touches(item.subject);
        this.effects.push(
          new SetPropertyEffect(this.value(item.subject), item.key, this.storedValue(item.value)),
        );
        return;
      case 'set-properties':
        this.setProperties(item.variable, item.merge, item.value);
        return;
      case 'set-labels':
        this.labels(item.variable, item.labels, false);
    }
  }

  /** Writing to a node bound only by its id makes it exist. */
  private touches(target: Expression): void {
    const binding = target.kind === 'variable' ? this.bindings.get(target.name) : undefined;
    const exists =
      binding !== undefined && binding.kind !== 'unknown' && !this.context.anchoredSlots.has(binding.slot);
    if (!exists) this.itemWrites.nodes = true;
  }

  private storedValue(expression: Expression): EffectValue {
    const value = this.value(expression);
    // Graph elements are stored as maps of their data.
    if (value.entities) this.itemReads.allProperties = this.itemReads.labels = true;
    return value;
  }

  private setProperties(variable: Variable, merge: boolean, expression: Expression): void {
    const binding = this.bindingOf(variable);
    this.itemWrites.allProperties = true;
    this.touches(variable);
    if (binding.kind !== 'node' && !merge) this.itemReads.allProperties = true;
    const value = this.storedValue(expression);
    const scratch = this.context.slots.allocate();
    this.effects.push(new SetPropertiesEffect(binding.slot, merge, value, scratch));
  }

  private labels(variable: Variable, labels: readonly string[], remove: boolean): void {
    this.itemWrites.labels = true;
    this.touches(variable);
    if (remove) this.itemWrites.labelRemovals = this.context.takesAway = true;
    this.effects.push(new LabelsEffect(this.bindingOf(variable).slot, labels, remove));
  }

  remove(item: RemoveItem): void {
    this.inOrder(() => this.removeItem(item));
  }

  private removeItem(item: RemoveItem): void {
    if (item.kind === 'remove-labels') {
      this.labels(item.variable, item.labels, true);
      return;
    }
    this.itemWrites.addProperty(item.key);
    this.effects.push(new SetPropertyEffect(this.value(item.subject), item.key, undefined));
  }

  private bindingOf(variable: Variable): Binding {
    this.names.add(variable.name);
    const binding = this.bindings.get(variable.name);
    if (binding === undefined) {
      throw this.context.error(
        `Variable \`${variable.name}\` not defined`,
        variable.span,
        'UndefinedVariable',
      );
    }
    return binding;
  }

  /** Creates the unbound elements of a pattern. @returns the slots of its nodes and relationships. */
  create(part: PatternPart): { readonly nodes: number[]; readonly relationships: number[] } {
    return this.inOrder(() => {
      const nodes = part.nodes.map(node => this.createNode(node));
      const relationships = part.relationships.map((relationship, i) =>
        this.createRelationship(relationship, nodes[i]!, nodes[i + 1]!),
      );
      return { nodes, relationships };
    });
  }

  private createNode(pattern: NodePattern): number {
    const name = pattern.variable?.name;
    const bound = name === undefined ? undefined : this.bindings.get(name);
    const labels = createdLabels(pattern.labels);
    if (bound !== undefined) {
      this.names.add(name!);
      if (pattern.variable !== undefined && labels.length > 0) this.labels(pattern.variable, labels, false);
      return bound.slot;
    }
    this.context.idempotent = false;
    const properties = this.properties(pattern.properties);
    this.itemWrites.nodes = true;
    if (labels.length > 0) this.itemWrites.labels = true;
    const slot = this.context.slots.allocate();
    if (name !== undefined) this.bindings.set(name, { slot, kind: 'node' });
    this.effects.push(new CreateNodeEffect(slot, labels, properties, this.inMerge));
    return slot;
  }

  private properties(properties: PatternProperties | undefined): EffectValue | undefined {
    if (properties === undefined) return undefined;
    if (properties.kind !== 'map') this.itemWrites.allProperties = true;
    else for (const entry of properties.entries) this.itemWrites.addProperty(entry.key);
    return this.storedValue(properties);
  }

  private createRelationship(pattern: RelationshipPattern, left: number, right: number): number {
    const name = pattern.variable?.name;
    const properties = this.properties(pattern.properties);
    const type = pattern.types?.kind === 'label-name' ? pattern.types.name : undefined;
    if (type === undefined) {
      throw this.context.error(
        'Edges must be created with exactly one label',
        pattern.span,
        'NoSingleRelationshipType',
      );
    }
    this.itemWrites.edges = this.itemWrites.nodes = true;
    const slot = this.context.slots.allocate();
    if (name !== undefined) this.bindings.set(name, { slot, kind: 'relationship' });
    // MERGE without a direction creates from left to right.
    const [start, end] = pattern.direction === 'incoming' ? [right, left] : [left, right];
    this.effects.push(new CreateRelationshipEffect(slot, start, type, end, properties, this.inMerge));
    return slot;
  }

  spec(): UpdateSpec {
    const reads = !this.reads.isEmpty;
    return { stages: this.stages, reads, conflicts: reads ? this.conflicts() : undefined };
  }

  /** If the clause reads its own writes, rows that share an element must run separately. */
  private conflicts(): UpdateSpec['conflicts'] {
    if (!this.reads.conflictsWith(this.writes)) return undefined;
    if (this.reads.edges || this.reads.nodes) return 'each';
    const slots: number[] = [];
    for (const name of this.names) {
      const binding = this.bindings.get(name);
      if (binding === undefined || binding.kind === 'value') continue;
      if (binding.kind === 'unknown') return 'each';
      slots.push(binding.slot);
    }
    return slots;
  }

  step(operatorType: string, identifiers: readonly string[] = []): PlanStep {
    const spec = this.spec();
    // The step itself resolves conflicts between its reads and its own writes.
    return updateStep(operatorType, spec, this.reads, this.writes, identifiers);
  }
}

function createdLabels(labels: LabelExpression | undefined): string[] {
  if (labels === undefined) return [];
  if (labels.kind === 'label-name') return [labels.name];
  return labels.kind === 'label-and' ? labels.operands.flatMap(createdLabels) : [];
}

/** Plans CREATE. A pattern that uses elements created by the same clause becomes a separate step. */
export function planCreate(
  context: PlanContext,
  patterns: readonly PatternPart[],
  bindings: Bindings,
): { readonly steps: PlanStep[]; readonly bindings: Map<string, Binding> } {
  const steps: PlanStep[] = [];
  const scope = new Map(bindings);
  let planner = new EffectPlanner(context, scope);
  let fresh = new Set<string>();
  const paths: { name: string; nodes: number[]; relationships: number[] }[] = [];
  const finish = (): void => {
    if (planner.stages.length > 0) steps.push(planner.step('Create', [...fresh]));
    planner = new EffectPlanner(context, scope);
    fresh = new Set();
  };
  for (const part of patterns) {
    const mentioned = mentionedNames(
      [...part.nodes, ...part.relationships].map(element => element.properties),
    );
    if ([...mentioned].some(name => fresh.has(name))) finish();
    const created = planner.create(part);
    for (const element of [...part.nodes, ...part.relationships]) {
      if (element.variable !== undefined && !bindings.has(element.variable.name))
        fresh.add(element.variable.name);
    }
    if (part.path !== undefined) paths.push({ name: part.path.name, ...created });
  }
  finish();
  if (paths.length > 0) steps.push(bindPaths(context, scope, paths));
  return { steps, bindings: scope };
}

export function bindPaths(
  context: PlanContext,
  scope: Map<string, Binding>,
  paths: readonly { readonly name: string; readonly nodes: number[]; readonly relationships: number[] }[],
): PlanStep {
  const assignments = paths.map(({ name, nodes, relationships }) => {
    const slot = context.slots.allocate();
    scope.set(name, { slot, kind: 'unknown' });
    return { slot, evaluate: pathFrom(nodes, relationships) };
  });
  return planStep({
    operatorType: 'ProjectPath',
    identifiers: paths.map(path => path.name),
    keepsRows: true,
    open: (state, source) => new Assign(state, source, assignments),
  });
}

export function planDelete(context: PlanContext, clause: DeleteClause, bindings: Bindings): PlanStep {
  context.writes = true;
  context.takesAway = true;
  const targets = clause.expressions.map(expression =>
    effectValue(context, expression, context.compile(expression, bindings)),
  );
  const writes = new Footprint();
  writes.addAll();
  return planStep({
    operatorType: clause.detach ? 'DetachDelete' : 'Delete',
    writes,
    drains: true,
    open: (state, source) => new Delete(state, source, targets, clause.detach),
  });
}

function effectValue(
  context: PlanContext,
  expression: Expression,
  compiled: CompiledExpression,
): EffectValue {
  const { evaluate, entities } = compiled;
  return { evaluate, slot: context.slots.allocate(), entities, isGiven: expression.kind === 'parameter' };
}
