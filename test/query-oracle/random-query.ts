/** Random queries of several clauses: reads, writes, subqueries, aggregates, ORDER BY, SKIP, LIMIT, UNION. */
import type { SeededRandom } from '@weir/platform';
import { randomCondition, randomInteger, randomList } from './random-expressions.js';
import { randomCreation, randomMatch } from './random-patterns.js';
import { EDGE_LABELS, KEYS, LABELS, RandomScope, some, type VariableKind } from './random-scope.js';

interface Written {
  readonly text: string;
  readonly scope: RandomScope;
}

export function randomQuery(random: SeededRandom): string {
  const clauses = 1 + random.below(4);
  if (random.chance(0.08)) {
    const union = random.pick([' UNION ', ' UNION ALL ']);
    return [random, random].map(() => part(random, clauses, ['x'])).join(union);
  }
  return part(random, clauses);
}

/** @param columns names of the columns, all integers; default: all variables. */
function part(random: SeededRandom, clauses: number, columns?: readonly string[]): string {
  const texts: string[] = [];
  let scope = RandomScope.empty();
  const add = (write: ClauseWriter): void => {
    const clause = write(random, scope, 2);
    texts.push(clause.text);
    scope = clause.scope;
  };
  if (random.chance(0.5)) for (const write of readWriteRead(random)) add(write);
  else for (let i = 0; i < clauses; i++) add(randomClause);
  if (columns !== undefined) {
    return `${texts.join(' ')} RETURN ${columns.map(name => `${randomInteger(random, scope, 1)} AS ${name}`).join(', ')}`;
  }
  if (isUpdate(texts.at(-1)!) && random.chance(0.2)) return texts.join(' ');
  return `${texts.join(' ')} ${projection(random, scope, 'RETURN').text}`;
}

function isUpdate(clause: string): boolean {
  return /^(?:CREATE|SET|REMOVE|MERGE|DELETE|DETACH|FOREACH)/.test(clause);
}

type ClauseWriter = (random: SeededRandom, scope: RandomScope, depth: number) => Written;

function randomClause(random: SeededRandom, scope: RandomScope, depth: number): Written {
  const choices: ClauseWriter[] = [match, match, match, unwind, create, merge, projected];
  if (scope.of('node', 'edge').length > 0) choices.push(set, set, set, remove, foreach, remove, erase);
  if (scope.of('node').length > 0) choices.push(optional);
  if (scope.variables.size > 0) choices.push(projected, projected);
  if (depth > 0) choices.push(call);
  if (scope.of('node').length > 0) choices.push(procedure);
  return random.pick(choices)(random, scope, depth);
}

/** Reads, writes to the matched elements, then reads again: reveals a missing barrier. */
function readWriteRead(random: SeededRandom): readonly ClauseWriter[] {
  const updates: readonly ClauseWriter[] = [set, set, set, remove, foreach, create, merge, erase, call];
  const reads: readonly ClauseWriter[] = [
    simpleMatch,
    simpleMatch,
    match,
    optional,
    call,
    projected,
    randomClause,
  ];
  const update: ClauseWriter = (_, scope, depth) =>
    scope.of('node', 'edge').length > 0 ? random.pick(updates)(random, scope, depth) : create(random, scope);
  return [
    random.pick([simpleMatch, simpleMatch, match]),
    update,
    random.pick(reads),
    ...(random.chance(0.4) ? [update, random.pick(reads)] : []),
  ].map(write =>
    write === optional
      ? (_, scope) => (scope.of('node').length > 0 ? optional : match)(random, scope)
      : write,
  );
}

function match(random: SeededRandom, scope: RandomScope): Written {
  const pattern = randomMatch(random, scope);
  return { text: `MATCH ${pattern.text}`, scope: pattern.scope };
}

/** Finds many rows. */
function simpleMatch(random: SeededRandom, scope: RandomScope): Written {
  const { name, scope: after } = scope.fresh('node');
  const label = random.chance(0.3) ? `:${random.pick(LABELS)}` : '';
  if (random.chance(0.6)) return { text: `MATCH (${name}${label})`, scope: after };
  const edge = after.fresh('edge');
  const other = edge.scope.fresh('node');
  return { text: `MATCH (${name}${label})-[${edge.name}]-(${other.name})`, scope: other.scope };
}

function optional(random: SeededRandom, scope: RandomScope): Written {
  const pattern = randomMatch(random, scope);
  return { text: `OPTIONAL MATCH ${pattern.text}`, scope: pattern.scope };
}

function unwind(random: SeededRandom, scope: RandomScope): Written {
  const list = randomList(random, scope, 1);
  const { name, scope: after } = scope.fresh('integer');
  return { text: `UNWIND ${list} AS ${name}`, scope: after };
}

function create(random: SeededRandom, scope: RandomScope): Written {
  const first = randomCreation(random, scope, false);
  if (random.chance(0.8)) return { text: `CREATE ${first.text}`, scope: first.scope };
  const second = randomCreation(random, first.scope, false);
  return { text: `CREATE ${first.text}, ${second.text}`, scope: second.scope };
}

function merge(random: SeededRandom, scope: RandomScope): Written {
  const pattern = randomCreation(random, scope, true);
  const actions = ['CREATE', 'MATCH']
    .filter(() => random.chance(0.3) && pattern.scope.of('node', 'edge').length > 0)
    .map(kind => ` ON ${kind} SET ${setItem(random, pattern.scope)}`);
  return { text: `MERGE ${pattern.text}${actions.join('')}`, scope: pattern.scope };
}

function setItem(random: SeededRandom, scope: RandomScope): string {
  const element = random.pick(scope.of('node', 'edge'));
  const value = randomInteger(random, scope, 1);
  const nodes = scope.of('node');
  return random.pick([
    () => `${element}.${random.pick(KEYS)} = ${value}`,
    () => `${element}.${random.pick(KEYS)} = ${value}`,
    () => `${element} += {${random.pick(KEYS)}: ${value}}`,
    () => `${element}.${random.pick(KEYS)} = null`,
    ...(nodes.length > 0
      ? [
          () => `${random.pick(nodes)}:${random.pick(LABELS)}`,
          () => {
            const node = random.pick(nodes);
            return `${node} = {k: ${node}.k, ${random.pick(KEYS)}: ${value}}`;
          },
        ]
      : []),
  ])();
}

/** Procedures that are equivalent to a clause. */
function procedure(random: SeededRandom, scope: RandomScope): Written {
  const nodes = scope.of('node');
  const node = random.pick(nodes);
  const value = randomInteger(random, scope, 1);
  if (random.chance(0.3)) {
    const { name, scope: after } = scope.fresh('edge');
    const call = `create.relationship(${node}, '${random.pick(EDGE_LABELS)}', {}, ${random.pick(nodes)})`;
    return { text: `CALL ${call} YIELD rel AS ${name}`, scope: after };
  }
  if (random.chance(0.3)) {
    const { name, scope: after } = scope.fresh('integer');
    return { text: `CALL int.add(${node}, '${random.pick(KEYS)}', 1) YIELD result AS ${name}`, scope: after };
  }
  return { text: `CALL create.setProperty(${node}, '${random.pick(KEYS)}', ${value})`, scope };
}

function set(random: SeededRandom, scope: RandomScope): Written {
  const items = [setItem(random, scope)];
  if (random.chance(0.25)) items.push(setItem(random, scope));
  return { text: `SET ${items.join(', ')}`, scope };
}

function remove(random: SeededRandom, scope: RandomScope): Written {
  const nodes = scope.of('node');
  const text =
    nodes.length > 0 && random.chance(0.5)
      ? `${random.pick(nodes)}:${random.pick(LABELS)}`
      : `${random.pick(scope.of('node', 'edge'))}.${random.pick(KEYS)}`;
  return { text: `REMOVE ${text}`, scope };
}

function erase(random: SeededRandom, scope: RandomScope): Written {
  const name = random.pick(scope.of('node', 'edge'));
  const kept = [...scope.variables].filter(([, kind]) => kind === 'integer' || kind === 'list');
  const isEdge = scope.variables.get(name) === 'edge';
  const names = kept.map(([kept]) => kept);
  const after = names.length === 0 ? ' WITH count(*) AS i_deleted' : ` WITH ${names.join(', ')}`;
  return {
    text: `${isEdge ? 'DELETE' : 'DETACH DELETE'} ${name}${after}`,
    scope: names.length === 0 ? scope.only([]).with('i_deleted', 'integer') : scope.only(names),
  };
}

function foreach(random: SeededRandom, scope: RandomScope): Written {
  const list = randomList(random, scope, 1);
  const { name, scope: inner } = scope.fresh('integer');
  const updates = [updateIn(random, inner)];
  if (random.chance(0.2)) updates.push(updateIn(random, inner));
  return { text: `FOREACH (${name} IN ${list} | ${updates.join(' ')})`, scope };
}

function updateIn(random: SeededRandom, scope: RandomScope): string {
  return random.pick<ClauseWriter>([set, set, create, merge, remove, foreach])(random, scope, 0).text;
}

function call(random: SeededRandom, scope: RandomScope, depth: number): Written {
  const imported = some(random, scope.of('node', 'integer', 'list'));
  let inner = scope.only(imported);
  const texts: string[] = [];
  for (let i = 0; i < 1 + random.below(2); i++) {
    const clause = randomClause(random, inner, depth - 1);
    texts.push(clause.text);
    inner = clause.scope;
  }
  const isLeading = imported.length > 0 && random.chance(0.3);
  const head = isLeading ? `CALL { WITH ${imported.join(', ')} ` : `CALL (${imported.join(', ')}) { `;
  if (isUpdate(texts.at(-1)!) && random.chance(0.5)) return { text: `${head}${texts.join(' ')} }`, scope };
  const { name, scope: after } = scope.fresh('integer');
  const value = random.chance(0.5) ? aggregateOf(random, inner) : randomInteger(random, inner, 1);
  if (random.chance(0.15)) {
    const other = randomClause(random, scope.only(imported), 0);
    const union = `UNION${random.chance(0.5) ? ' ALL' : ''}${isLeading ? ` WITH ${imported.join(', ')}` : ''}`;
    const second = `${union} ${other.text} RETURN ${randomInteger(random, other.scope, 1)} AS ${name}`;
    return { text: `${head}${texts.join(' ')} RETURN ${value} AS ${name} ${second} }`, scope: after };
  }
  return { text: `${head}${texts.join(' ')} RETURN ${value} AS ${name} }`, scope: after };
}

function aggregateOf(random: SeededRandom, scope: RandomScope): string {
  const value = randomInteger(random, scope, random.pick([0, 1]));
  return random.pick([
    () => 'count(*)',
    () => `count(${random.pick(['', 'DISTINCT '])}${value})`,
    () => `sum(${value})`,
    () => `min(${value})`,
    () => `max(${value})`,
  ])();
}

function projected(random: SeededRandom, scope: RandomScope): Written {
  return projection(random, scope, 'WITH');
}

function projection(random: SeededRandom, scope: RandomScope, word: 'WITH' | 'RETURN'): Written {
  const items: { text: string; name: string; kind: VariableKind }[] = [];
  const kept = [...scope.variables].filter(() => random.chance(0.6));
  const isGrouping = random.chance(0.35);
  for (const [name, kind] of kept) items.push({ text: name, name, kind });
  const nodes = scope.of('node');
  if (word === 'RETURN' && nodes.length > 0 && random.chance(0.1)) {
    const node = random.pick(nodes);
    items.push({
      text: `${node} {.v, .*, x: ${randomInteger(random, scope, 0)}} AS m`,
      name: 'm',
      kind: 'list',
    });
  }
  let after = scope.only(kept.map(([name]) => name));
  const added = items.length === 0 || random.chance(0.5) ? 1 + random.below(2) : 0;
  for (let i = 0; i < added; i++) {
    const isList = random.chance(0.2);
    const kind = isList ? 'list' : 'integer';
    const fresh = after.fresh(kind);
    const value = isList
      ? randomList(random, scope, 1)
      : randomInteger(random, scope, random.pick([0, 0, 1, 2]));
    items.push({ text: `${value} AS ${fresh.name}`, name: fresh.name, kind });
    after = fresh.scope;
  }
  if (isGrouping) {
    const fresh = after.fresh(random.chance(0.15) ? 'list' : 'integer');
    const kind = fresh.scope.variables.get(fresh.name)!;
    const value =
      kind === 'list' ? `collect(${randomInteger(random, scope, 1)})` : aggregateOf(random, scope);
    items.push({ text: `${value} AS ${fresh.name}`, name: fresh.name, kind });
    after = fresh.scope;
  }
  const distinct = !isGrouping && random.chance(0.2) ? 'DISTINCT ' : '';
  let text = `${word} ${distinct}${items.map(item => item.text).join(', ')}`;
  const visible = isGrouping || distinct !== '' ? after : scope.and(after);
  if (random.chance(0.3)) {
    text += ` ORDER BY ${orderBy(random, visible)}`;
    if (random.chance(0.3)) text += ` SKIP ${random.below(3)}`;
    if (random.chance(0.4)) text += ` LIMIT ${1 + random.below(3)}`;
  }
  if (word === 'WITH' && random.chance(0.25)) text += ` WHERE ${randomCondition(random, after, 1)}`;
  return { text, scope: after };
}

/** All numbers of a node, so that few rows have an undetermined order. */
function orderBy(random: SeededRandom, scope: RandomScope): string {
  const keys = [
    ...(random.chance(0.7) ? [randomInteger(random, scope, 1)] : []),
    ...scope.of('integer'),
    ...scope.of('node', 'edge').flatMap(name => [`${name}.k`, `${name}.v`]),
  ];
  return (keys.length === 0 ? ['1'] : keys)
    .map(key => `${key}${random.chance(0.3) ? ' DESC' : ''}`)
    .join(', ');
}
