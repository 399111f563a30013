/** Saves styles where their user wants them: on the server for everyone, or in this browser. */
import type { EdgeAppearance, NodeAppearance } from '../api/types.js';
import { indexIn, withEdgeRule, withRule, without } from '../graph/appearance-rules.js';
import type { StyleList } from '../session/canvas/styles.js';
import { styles } from '../session/session.js';
import { changeList } from './ui-lists.js';

export type Keeper = 'server' | 'browser';

interface Kinds {
  readonly nodeAppearances: NodeAppearance;
  readonly edgeAppearances: EdgeAppearance;
}

export type StyleKind = keyof Kinds;

const INSERT: {
  readonly [K in StyleKind]: (
    rules: readonly Kinds[K][],
    before: Kinds[K] | undefined,
    rule: Kinds[K],
  ) => Kinds[K][];
} = { nodeAppearances: withRule, edgeAppearances: withEdgeRule };

export function listOf<K extends StyleKind>(kind: K): StyleList<Kinds[K]> {
  const lists = { nodeAppearances: styles.nodes, edgeAppearances: styles.edges };
  return lists[kind] as unknown as StyleList<Kinds[K]>;
}

/** Where a style is kept; a new one is kept on the server unless its user decides otherwise. */
export function keeperOf<K extends StyleKind>(kind: K, style: Kinds[K] | undefined): Keeper {
  return style !== undefined && indexIn(listOf(kind).own.value, style) !== -1 ? 'browser' : 'server';
}

/** @returns whether the list was changed; errors are shown. */
export async function changeStyles<K extends StyleKind>(
  kind: K,
  keeper: Keeper,
  changed: (rules: readonly Kinds[K][]) => Kinds[K][],
): Promise<boolean> {
  if (keeper === 'server') return changeList(kind, changed as never);
  const list = listOf(kind);
  list.setOwn(changed(list.own.value));
  return true;
}

/**
 * Adds a style, or replaces one. A style of this browser that is saved on the server moves there; a style of the server
 * that is saved in this browser stays on the server for everyone else.
 *
 * @returns as `changeStyles`.
 */
export async function saveStyle<K extends StyleKind>(
  kind: K,
  style: Kinds[K],
  replaces: Kinds[K] | undefined,
  keeper: Keeper,
): Promise<boolean> {
  const before = keeperOf(kind, replaces);
  const insert = INSERT[kind];
  const old = before === keeper ? replaces : undefined;
  if (!(await changeStyles(kind, keeper, rules => insert(rules, old, style)))) return false;
  if (keeper === 'browser') listOf(kind).useOwn(true);
  const isPublished = before === 'browser' && keeper === 'server';
  return isPublished ? changeStyles(kind, before, rules => without(rules, replaces)) : true;
}

export function removeStyle<K extends StyleKind>(kind: K, style: Kinds[K] | undefined): Promise<boolean> {
  return changeStyles(kind, keeperOf(kind, style), rules => without(rules, style));
}

/** Leaves out fields without a value, as the server does. */
export function withoutEmpty<T extends object>(style: T): T {
  const entries = Object.entries(style).filter(
    ([, value]) => value !== null && value !== undefined && value !== false,
  );
  return Object.fromEntries(entries) as unknown as T;
}
