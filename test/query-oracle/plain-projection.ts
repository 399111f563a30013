/** WITH and RETURN: grouping, DISTINCT, ORDER BY, SKIP, LIMIT, WHERE, one after the other over the whole table. */
import type { PlainRow, PlainValue } from './plain-elements.js';
import type { KnownValue, PlainRun } from './plain-run.js';
import { sameTree, walk, type Expression, type ProjectionItem, type Return, type With } from '@weir/cypher';
import { AGGREGATES, aggregate } from './plain-functions.js';
import { asBoolean, NotComparable, order, same, sameRow } from './plain-value.js';

/** A projected row, and what ORDER BY and WHERE can access besides its columns. */
interface Projected {
  readonly columns: PlainRow;
  readonly before: PlainRow;
  readonly known: KnownValue;
}

export function project(
  run: PlainRun,
  clause: With | Return,
  rows: readonly PlainRow[],
): readonly PlainRow[] {
  const items = run.facts.itemsOf(clause);
  const expressions = [...items.map(item => item.expression), ...clause.orderBy.map(item => item.expression)];
  const isGrouping = expressions.some(hasAggregate);
  let table = isGrouping ? grouped(run, items, expressions, rows) : rows.map(row => single(run, items, row));
  if (clause.distinct) {
    table = table.filter((row, i) => table.findIndex(other => sameRow(other.columns, row.columns)) === i);
  }
  if (clause.orderBy.length > 0) table = sorted(run, clause, table);
  const skip = countOf(run, clause.skip) ?? 0;
  table = table.slice(skip, skip + (countOf(run, clause.limit) ?? table.length));
  if (clause.kind === 'with' && clause.where !== undefined) {
    const { where } = clause;
    table = table.filter(row => asBoolean(seen(run, where, row)) === true);
  }
  return table.map(row => row.columns);
}

function hasAggregate(expression: Expression): boolean {
  let found = false;
  walk(expression, node => {
    if (node.kind === 'subquery') return false;
    if (node.kind === 'count-star') found = true;
    if (node.kind === 'call' && AGGREGATES.has(node.name.toLowerCase())) found = true;
    return !found;
  });
  return found;
}

function countOf(run: PlainRun, expression: Expression | undefined): number | undefined {
  if (expression === undefined) return undefined;
  const count = run.parts.evaluate(run, expression, new Map());
  if (typeof count !== 'number') throw new NotComparable('a number of rows was expected');
  return count;
}

function single(run: PlainRun, items: readonly ProjectionItem[], before: PlainRow): Projected {
  const columns = new Map(items.map(item => [item.name, run.parts.evaluate(run, item.expression, before)]));
  return { columns, before, known: valuesOf(items, columns) };
}

/** The value of a projected expression that is repeated in ORDER BY or WHERE. */
function valuesOf(items: readonly ProjectionItem[], columns: PlainRow): KnownValue {
  return expression => {
    if (expression.kind === 'variable') return columns.get(expression.name);
    const item = items.find(candidate => sameTree(candidate.expression, expression));
    return item === undefined ? undefined : columns.get(item.name);
  };
}

function grouped(
  run: PlainRun,
  items: readonly ProjectionItem[],
  expressions: readonly Expression[],
  rows: readonly PlainRow[],
): readonly Projected[] {
  const keys = items.filter(item => !hasAggregate(item.expression));
  const groups: { readonly key: readonly PlainValue[]; readonly rows: PlainRow[] }[] = [];
  for (const row of rows) {
    const key = keys.map(item => run.parts.evaluate(run, item.expression, row));
    const group = groups.find(candidate => same(candidate.key, key));
    if (group === undefined) groups.push({ key, rows: [row] });
    else group.rows.push(row);
  }
  if (groups.length === 0 && keys.length === 0) groups.push({ key: [], rows: [] });
  return groups.map(group => {
    const results: { readonly expression: Expression; readonly value: PlainValue }[] = [];
    for (const expression of expressions) aggregatesIn(run, expression, group.rows, results);
    const aggregates: KnownValue = expression =>
      results.find(result => sameTree(result.expression, expression))?.value;
    const known: KnownValue = expression => {
      const i = keys.findIndex(item => sameTree(item.expression, expression));
      return i >= 0 ? group.key[i] : aggregates(expression);
    };
    const before = group.rows[0] ?? new Map<string, PlainValue>();
    const columns = new Map(
      items.map(item => [item.name, run.parts.evaluate(run, item.expression, before, known)]),
    );
    const projected = valuesOf(items, columns);
    return { columns, before, known: expression => projected(expression) ?? known(expression) };
  });
}

function aggregatesIn(
  run: PlainRun,
  expression: Expression,
  rows: readonly PlainRow[],
  results: { expression: Expression; value: PlainValue }[],
): void {
  walk(expression, node => {
    if (node.kind === 'subquery') return false;
    if (node.kind === 'count-star') results.push({ expression: node, value: rows.length });
    if (node.kind !== 'call' || !AGGREGATES.has(node.name.toLowerCase())) return true;
    const [argument] = node.arguments;
    if (argument === undefined) throw new NotComparable('an aggregate of nothing');
    const values = rows.map(row => run.parts.evaluate(run, argument, row));
    results.push({ expression: node, value: aggregate(node.name, node.distinct, values) });
    return false;
  });
}

/** Evaluates an expression of ORDER BY or WHERE: columns hide earlier variables of the same name. */
function seen(run: PlainRun, expression: Expression, { columns, before, known }: Projected): PlainValue {
  return run.parts.evaluate(run, expression, new Map([...before, ...columns]), known);
}

function sorted(run: PlainRun, clause: With | Return, table: readonly Projected[]): readonly Projected[] {
  const keyed = table.map(row => ({
    row,
    keys: clause.orderBy.map(item => seen(run, item.expression, row)),
  }));
  const directions = clause.orderBy.map(item => (item.descending ? -1 : 1));
  keyed.sort((a, b) => {
    for (let i = 0; i < directions.length; i++) {
      const found = order(a.keys[i]!, b.keys[i]!) * directions[i]!;
      if (found !== 0) return found;
    }
    return 0;
  });
  return keyed.map(({ row }) => row);
}
