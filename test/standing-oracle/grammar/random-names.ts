/** WITHs after which the pattern may continue: renamed or dropped variables, named values, conditions. */
import type { Draft } from './draft.js';
import { NUMBER_KEY } from './literals.js';
import { anyRowValue, rowCondition } from './random-row-values.js';
import { randomValue } from './random-values.js';
import { type Group, namesIn } from './scope.js';

/** Renames variables, drops some, and filters. */
export function renamingWith(draft: Draft): string {
  if (draft.use('star', 0.3)) return `WITH *${filter(draft)}`;
  const items = [...renamed(draft)].map(([from, to]) => (from === to ? from : `${from} AS ${to}`));
  return `WITH ${items.join(', ')}${filter(draft)}`;
}

/** Also computes values. */
export function computingWith(draft: Draft): string {
  const { random } = draft;
  const values = Array.from({ length: 1 + random.below(2) }, () => computed(draft));
  const isAll = draft.use('star', 0.3);
  const names = isAll ? undefined : renamed(draft);
  const kept =
    names === undefined ? ['*'] : [...names].map(([from, to]) => (from === to ? from : `${from} AS ${to}`));
  const items = values.map(({ text, keep }) => `${text} AS ${keep(draft.fresh('s'))}`);
  return `WITH ${[...kept, ...items].join(', ')}${filter(draft)}`;
}

interface Computed {
  readonly text: string;
  /** @returns the name, which is known from here on. */
  keep(name: string): string;
}

function computed(draft: Draft): Computed {
  const { random } = draft;
  if (draft.rowValues.length > 0 && random.chance(0.4)) {
    const text = anyRowValue(draft);
    return { text, keep: name => (draft.rowValues.push({ name, kind: 'value' }), name) };
  }
  if (random.chance(0.3)) {
    const text = randomValue(draft, draft.all(), true);
    return { text, keep: name => (draft.rowValues.push({ name, kind: 'value' }), name) };
  }
  const group: Group = random.pick(draft.groups);
  const scope = group.chain();
  const text =
    scope.nodes.length === 0 ? '1' : `${random.pick(scope.nodes)}.${random.pick(['p', 'q', NUMBER_KEY])}`;
  const made = random.pick([text, text, `coalesce(${text}, 'none')`, `[${text}, 1]`, `${text} IS NULL`]);
  return { text: made, keep: name => (group.values.push(name), name) };
}

/** New names keyed by old ones. At least one node of the MATCHes is kept. */
function renamed(draft: Draft): Map<string, string> {
  const { random, groups } = draft;
  const names = new Map<string, string>();
  const before = [...groups.flatMap(namesIn), ...draft.rowValues.map(({ name }) => name)];
  const kept = random.pick(draft.main.nodes);
  for (const name of before) {
    if (name === kept || random.chance(0.85)) names.set(name, random.chance(0.6) ? name : draft.fresh('r'));
  }
  const stays = [...names].filter(([from, to]) => from === to).map(([name]) => name);
  if (stays.length > 1 && draft.use('swapped-names', 0.5)) {
    const [one, other] = [stays[0]!, random.pick(stays.slice(1))];
    names.set(one, other);
    names.set(other, one);
  }
  const now = new Set(names.values());
  draft.dropped = before.filter(name => !now.has(name));
  for (const group of groups) group.rename(names);
  draft.rowValues = draft.rowValues.flatMap(({ name, kind }) => {
    const to = names.get(name);
    return to === undefined ? [] : [{ name: to, kind }];
  });
  return names;
}

function filter(draft: Draft): string {
  if (draft.random.chance(0.6)) return '';
  const condition = draft.random.chance(0.5) ? rowCondition(draft) : undefined;
  return ` WHERE ${condition ?? `${draft.random.pick(draft.all().nodes)}.${NUMBER_KEY} > 0`}`;
}
