/** Nodes, edges and chains of them, as in any pattern. */
import { EDGE_KEY, EDGE_LABELS, literal, NODE_LABELS, RARE_LITERALS, VALUES } from './literals.js';
import type { Draft } from './draft.js';
import type { Group } from './scope.js';

/** Text between the parentheses of its ends: `forth` leads to the node on the right, `back` from it. */
export interface EdgeText {
  readonly forth: string;
  readonly back: string;
}

/** @param sink receives the edge's variable. */
export function randomEdge(draft: Draft, sink: Group): EdgeText {
  const length = randomLength(draft);
  const variable = edgeVariable(draft, sink, length);
  const inside = `${variable}${edgeLabels(draft)}${length}${edgeTest(draft, length, variable)}`;
  const body = inside === '' ? '' : `[${inside}]`;
  if (draft.use('undirected', 0.5)) return { forth: `-${body}-`, back: `-${body}-` };
  return { forth: `-${body}->`, back: `<-${body}-` };
}

/** `(known)-[..]->(new)<-[..]-(new)`; the last node may be one of `ends`. */
export function randomChain(
  draft: Draft,
  from: string,
  hops: number,
  sink: Group,
  ends: readonly string[] = [],
): string {
  const { random } = draft;
  let text = `(${from})`;
  const mentioned = [from];
  for (let hop = 1; hop <= hops; hop++) {
    const { forth, back } = randomEdge(draft, sink);
    const closes = hop === hops && ends.length > 0 && random.chance(0.2);
    text +=
      (random.chance(0.6) ? forth : back) +
      (closes ? `(${random.pick(ends)})` : newNode(draft, sink, mentioned));
  }
  return text;
}

/** Sometimes with a name: `p = ...`. */
export function namedPath(draft: Draft, pattern: string, sink: Group): string {
  if (!draft.use('named-path', 0.5)) return pattern;
  const path = draft.fresh('p');
  sink.paths.push(path);
  return `${path} = ${pattern}`;
}

function newNode(draft: Draft, sink: Group, mentioned: string[]): string {
  if (draft.random.chance(0.15)) return nodeText(draft, '', mentioned);
  const name = draft.fresh('m');
  sink.nodes.push(name);
  const text = nodeText(draft, name, mentioned);
  mentioned.push(name);
  return text;
}

/** A node at its first mention, with labels and tests. @param others nodes mentioned earlier in the pattern. */
export function nodeText(draft: Draft, name: string, others: readonly string[]): string {
  const { random, bareness } = draft;
  const properties = random.chance(0.12 * (1 - bareness)) ? ` {p: ${nodeValue(draft, others)}}` : '';
  const where =
    name !== '' && random.chance(1 - bareness) && draft.use('inline-where', 0.25)
      ? ` WHERE ${name}.${random.pick(['p = 1', 'q IS NULL', 'k > 0', "p <> 'a'"])}`
      : '';
  return `(${name}${nodeLabels(draft)}${properties}${where})`;
}

/** Required value of a property: in a continued pattern, possibly a property of another node. */
function nodeValue(draft: Draft, others: readonly string[]): string {
  if (others.length > 0 && draft.use('pattern-value', 0.6)) {
    return draft.random.pick([
      `${draft.random.pick(others)}.p`,
      `coalesce(${draft.random.pick(others)}.q, 1)`,
    ]);
  }
  return literal(patternValue(draft));
}

function nodeLabels(draft: Draft): string {
  const { random, bareness } = draft;
  if (random.chance(1 - bareness) && draft.use('label-expression', 0.25)) {
    return random.pick([':A|B', ':!A', ':A&!B', ':!A|B', ':%', ':!%', ':!B']);
  }
  return NODE_LABELS.filter(() => random.chance(0.15 * (1 - bareness)))
    .map(label => `:${label}`)
    .join('');
}

/** A value that a pattern compares with. */
export function patternValue(draft: Draft): (typeof VALUES)[number] {
  return draft.random.pick(draft.use('rare-literal', 0.3) ? RARE_LITERALS : VALUES);
}

function edgeLabels(draft: Draft): string {
  const { random } = draft;
  if (draft.use('any-label', 0.35)) return '';
  if (draft.use('several-labels', 0.4)) return ':x|y';
  if (draft.use('label-expression', 0.3)) return random.pick([':!x', ':%', ':x|!y', ':!(x|y)', ':x&!y']);
  return `:${random.pick(EDGE_LABELS)}`;
}

function randomLength(draft: Draft): string {
  if (draft.longPaths === 0) return '';
  const { random } = draft;
  let length = '';
  if (draft.use('variable-length', 0.3))
    length = random.pick(['*1..2', '*2', '*..2', '*1..3', '*2..3', '*1']);
  else if (draft.use('zero-length', 0.3)) length = random.pick(['*0..1', '*0..2', '*0']);
  if (length !== '') draft.longPaths--;
  return length;
}

function edgeVariable(draft: Draft, sink: Group, length: string): string {
  const isWalk = length !== '';
  if (!draft.use(isWalk ? 'walk-variable' : 'edge-variable', 0.6)) return '';
  const name = draft.fresh(isWalk ? 'w' : 'e');
  (isWalk ? sink.walks : sink.edges).push(name);
  return name;
}

function edgeTest(draft: Draft, length: string, variable: string): string {
  if (length === '' && variable !== '' && draft.use('inline-where', 0.2)) {
    return ` WHERE ${variable}.${EDGE_KEY} ${draft.random.pick(['> 1', 'IS NULL', '<> 2'])}`;
  }
  if (!draft.use(length === '' ? 'edge-where' : 'walk-properties', 0.25)) return '';
  return ` {${EDGE_KEY}: ${1 + draft.random.below(3)}}`;
}
