/** Sorted label lists. Millions of nodes have the same few sets of labels, so each set is one shared array. */
export type LabelSet = readonly string[];

export const NO_LABELS: LabelSet = [];

const single = new Map<string, LabelSet>();
const several = new Map<string, LabelSet>();

function shared(labels: string[]): LabelSet {
  if (labels.length === 0) return NO_LABELS;
  const sets = labels.length === 1 ? single : several;
  const key = labels.length === 1 ? labels[0]! : labels.join('\u0000');
  let set = sets.get(key);
  if (set === undefined) {
    set = labels;
    sets.set(key, set);
  }
  return set;
}

export function labelSetOf(labels: readonly string[]): LabelSet {
  return shared([...labels].sort());
}

export function withLabel(set: LabelSet, label: string): LabelSet {
  if (set.length === 0) return single.get(label) ?? shared([label]);
  return set.includes(label) ? set : shared([...set, label].sort());
}

export function withoutLabel(set: LabelSet, label: string): LabelSet {
  return set.includes(label) ? shared(set.filter(each => each !== label)) : set;
}
