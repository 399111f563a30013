/** The updating clauses, row by row. */
import { PlainEdge, PlainNode, PlainPath, type PlainRow, type PlainValue } from './plain-elements.js';
import { setAll } from './plain-graph.js';
import type { PlainRun } from './plain-run.js';
import type {
  CallProcedure,
  Delete,
  Merge,
  PatternPart,
  PatternProperties,
  RemoveItem,
  SetItem,
} from '@weir/cypher';
import { alive, propertiesOf } from './plain-functions.js';
import { isList, isMap, NotComparable } from './plain-value.js';

/** Returns a value that a property can hold. */
function storable(value: PlainValue): PlainValue {
  if (value instanceof PlainNode || value instanceof PlainEdge || value instanceof PlainPath)
    throw new NotComparable('a graph element as a property');
  if (isList(value)) return value.map(storable);
  return isMap(value) ? new Map([...value].map(([key, inner]) => [key, storable(inner)])) : value;
}

/** The element that SET and REMOVE change; `undefined` for null. */
function target(value: PlainValue): PlainNode | PlainEdge | undefined {
  if (value === null) return undefined;
  if (value instanceof PlainNode || value instanceof PlainEdge) return alive(value);
  throw new NotComparable('an update of something else');
}

export function setItem(run: PlainRun, item: SetItem, row: PlainRow): void {
  if (item.kind === 'set-property') {
    const element = target(run.parts.evaluate(run, item.subject, row));
    const value = storable(run.parts.evaluate(run, item.value, row));
    if (element !== undefined) setAll(element.properties, [[item.key, value]]);
    return;
  }
  const element = target(row.get(item.variable.name) ?? null);
  if (item.kind === 'set-labels') {
    if (element instanceof PlainNode) for (const label of item.labels) element.labels.add(label);
    return;
  }
  const value = run.parts.evaluate(run, item.value, row);
  if (element === undefined) return;
  const entries = [...propertiesOf(value)].map(([key, inner]) => [key, storable(inner)] as const);
  if (!item.merge) element.properties.clear();
  setAll(element.properties, entries);
}

export function removeItem(run: PlainRun, item: RemoveItem, row: PlainRow): void {
  if (item.kind === 'remove-property') {
    target(run.parts.evaluate(run, item.subject, row))?.properties.delete(item.key);
    return;
  }
  const element = target(row.get(item.variable.name) ?? null);
  if (element instanceof PlainNode) for (const label of item.labels) element.labels.delete(label);
}

/** Creates the unbound elements of a pattern. @returns the row with everything bound. */
export function createPart(run: PlainRun, part: PatternPart, row: PlainRow): PlainRow {
  const created = new Map(row);
  const nodes = part.nodes.map(pattern => {
    const name = pattern.variable?.name;
    if (name !== undefined && created.has(name)) {
      const bound = created.get(name)!;
      if (!(bound instanceof PlainNode)) throw new NotComparable('an edge of something else');
      return alive(bound);
    }
    const properties = createdProperties(run, pattern.properties, created);
    const node = run.graph.addNode();
    setAll(node.properties, properties);
    const { labels } = pattern;
    const names = labels === undefined ? [] : labels.kind === 'label-and' ? labels.operands : [labels];
    for (const label of names) if (label.kind === 'label-name') node.labels.add(label.name);
    if (name !== undefined) created.set(name, node);
    return node;
  });
  const edges = part.relationships.map((pattern, i) => {
    if (pattern.types?.kind !== 'label-name') throw new NotComparable('an edge without one label');
    const properties = createdProperties(run, pattern.properties, created);
    const [source, end] =
      pattern.direction === 'incoming' ? [nodes[i + 1]!, nodes[i]!] : [nodes[i]!, nodes[i + 1]!];
    const edge = run.graph.addEdge(source, pattern.types.name, end);
    setAll(edge.properties, properties);
    if (pattern.variable !== undefined) created.set(pattern.variable.name, edge);
    return edge;
  });
  if (part.path !== undefined) created.set(part.path.name, new PlainPath(nodes, edges));
  return created;
}

function createdProperties(
  run: PlainRun,
  properties: PatternProperties | undefined,
  row: PlainRow,
): readonly (readonly [string, PlainValue])[] {
  if (properties === undefined) return [];
  return [...propertiesOf(run.parts.evaluate(run, properties, row))]
    .filter(([, value]) => value !== null)
    .map(([key, value]) => [key, storable(value)] as const);
}

export function mergeRow(run: PlainRun, clause: Merge, row: PlainRow): readonly PlainRow[] {
  const { pattern } = clause;
  for (const element of [...pattern.nodes, ...pattern.relationships]) {
    if (element.properties === undefined) continue;
    const wanted = propertiesOf(run.parts.evaluate(run, element.properties, row));
    if ([...wanted.values()].includes(null)) throw new NotComparable('a merge by null');
  }
  const bound = pattern.nodes.map(node => node.variable && row.get(node.variable.name));
  if (bound.includes(null)) throw new NotComparable('a merge of an edge of null');
  const found = run.arrange(run.parts.matchPattern(run, [pattern], undefined, row));
  if (found.length > 0) {
    for (const match of found) for (const item of clause.onMatch) setItem(run, item, match);
    return found;
  }
  const created = createPart(run, pattern, row);
  for (const item of clause.onCreate) setItem(run, item, created);
  return [created];
}

export function deleteElements(run: PlainRun, clause: Delete, rows: readonly PlainRow[]): void {
  const elements = new Set<PlainNode | PlainEdge>();
  for (const row of rows) {
    for (const expression of clause.expressions) {
      const value = run.parts.evaluate(run, expression, row);
      if (value instanceof PlainNode || value instanceof PlainEdge) elements.add(value);
      else if (value instanceof PlainPath)
        for (const part of [...value.nodes, ...value.edges]) elements.add(part);
      else if (value !== null) throw new NotComparable('a deletion of something else');
    }
  }
  for (const element of elements) {
    if (!(element instanceof PlainNode)) continue;
    for (const edge of run.graph.edgesOf(element)) {
      if (!clause.detach && !elements.has(edge)) throw new NotComparable('a node that still has edges');
      elements.add(edge);
    }
  }
  for (const element of elements) run.graph.delete(element);
}

/** Procedures that are equivalent to a clause. */
export function callProcedure(run: PlainRun, clause: CallProcedure, row: PlainRow): PlainRow {
  const [subject, name, value = null, other] = clause.arguments!.map(argument =>
    run.parts.evaluate(run, argument, row),
  );
  const node = target(subject!);
  if (!(node instanceof PlainNode) || typeof name !== 'string')
    throw new NotComparable('a procedure of no node');
  const yields = clause.yields === '*' ? undefined : clause.yields?.[0]?.variable.name;
  switch (clause.procedure) {
    case 'create.setProperty':
      setAll(node.properties, [[name, storable(value)]]);
      return row;
    case 'int.add': {
      const before = node.properties.get(name) ?? 0;
      if (typeof before !== 'number' || typeof value !== 'number') throw new NotComparable('a sum of others');
      node.properties.set(name, before + value);
      return new Map(row).set(yields!, before + value);
    }
    case 'create.relationship': {
      const end = target(other!);
      if (!(end instanceof PlainNode)) throw new NotComparable('an edge to no node');
      return new Map(row).set(yields!, run.graph.addEdge(node, name, end));
    }
    default:
      throw new NotComparable(`the procedure ${clause.procedure}`);
  }
}
