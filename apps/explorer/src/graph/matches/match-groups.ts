/** Groups of matches that read the same. */
export interface ListedMatch {
  readonly number: number;
  readonly standingQuery: string;
  readonly isMatch: boolean;
}

export interface MatchGroup<M> {
  /** Newest first. */
  readonly matches: readonly [M, ...M[]];
}

/**
 * @param matches newest first.
 * @param textOf what a match reads as.
 * @returns the groups in the order of their newest match.
 */
export function groupMatches<M extends ListedMatch>(
  matches: readonly M[],
  textOf: (match: M) => string,
): readonly MatchGroup<M>[] {
  const groups = new Map<string, [M, ...M[]]>();
  for (const match of matches) {
    const key = `${match.standingQuery}\n${match.isMatch}\n${textOf(match)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [match]);
    else group.push(match);
  }
  return [...groups.values()].map(group => ({ matches: group }));
}

/** Whether a text contains every word of a search, in any case. */
export function contains(text: string, search: string): boolean {
  const lower = text.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every(word => lower.includes(word));
}

/** The name of a standing query that people know: that of its output, if the query was named by a number only. */
export function displayName(name: string, outputs: readonly string[]): string {
  const [output] = outputs;
  return /(?:^|-)STANDING-\d+$/.test(name) && output !== undefined && !/^output-?\d*$/i.test(output)
    ? output
    : name;
}
