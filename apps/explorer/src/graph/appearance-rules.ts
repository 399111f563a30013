/** Edits the list of appearances. The first matching rule wins, so order matters. */
import type { EdgeAppearance, NodeAppearance, NodePredicate } from '../api/types.js';

/** Compares by contents: the service returns new lists, so equal items are not identical. */
export function indexIn<T>(list: readonly T[], item: T): number {
  const written = JSON.stringify(item);
  return list.findIndex(each => JSON.stringify(each) === written);
}

export function without<T>(list: readonly T[], item: T | undefined): T[] {
  const index = item === undefined ? -1 : indexIn(list, item);
  return list.filter((_each, i) => i !== index);
}

/** Returns the rule for this label and nothing else. */
export function ruleOf(label: string, rules: readonly NodeAppearance[]): NodeAppearance | undefined {
  return rules.find(({ predicate }) => isOnlyLabel(predicate) && predicate.dbLabel === label);
}

/** A rule replaces the one it was created from; a new one precedes less specific ones. */
export function withRule(
  rules: readonly NodeAppearance[],
  before: NodeAppearance | undefined,
  rule: NodeAppearance,
): NodeAppearance[] {
  const old = before === undefined ? -1 : indexIn(rules, before);
  if (old !== -1) return rules.with(old, rule);
  const index = rules.findIndex(({ predicate }) => strictness(predicate) <= strictness(rule.predicate));
  return rules.toSpliced(index === -1 ? rules.length : index, 0, rule);
}

/** Each rule of the browser precedes those of the server that are not stricter. */
export function withOwnRules(
  own: readonly NodeAppearance[],
  shared: readonly NodeAppearance[],
): readonly NodeAppearance[] {
  return own.reduceRight((rules, rule) => withRule(rules, undefined, rule), shared);
}

/** A type has one style in a list. */
export function withEdgeRule(
  rules: readonly EdgeAppearance[],
  before: EdgeAppearance | undefined,
  rule: EdgeAppearance,
): EdgeAppearance[] {
  const old = before === undefined ? -1 : indexIn(rules, before);
  const others = rules.filter((each, i) => i !== old && each.edgeType !== rule.edgeType);
  return old === -1 ? [...others, rule] : others.toSpliced(Math.min(old, others.length), 0, rule);
}

/** @param by -1 moves the item up, 1 down. */
export function moved<T>(list: readonly T[], item: T, by: number): T[] {
  const index = indexIn(list, item);
  const to = index + by;
  if (index === -1 || to < 0 || to >= list.length) return [...list];
  return list.toSpliced(index, 1).toSpliced(to, 0, item);
}

function isOnlyLabel({ propertyKeys, knownValues, dbLabel }: NodePredicate): boolean {
  return propertyKeys.length === 0 && Object.keys(knownValues).length === 0 && Boolean(dbLabel);
}

function strictness({ propertyKeys, knownValues, dbLabel }: NodePredicate): number {
  const labels = dbLabel ? dbLabel.split(':').length : 0;
  return labels + propertyKeys.length + 2 * Object.keys(knownValues).length;
}
