/** Which files of an answer have the changes of a range of versions, and in which order they are read. */
import type { SharedFile } from './table-answer.js';
import { SharingProblem } from './sharing-problem.js';

/** Of one version. */
export interface VersionedFile extends SharedFile {
  readonly version: number;
}

/** Rows go before others come. */
const RANKS = { remove: 0, add: 1, file: 1, cdf: 2 } as const;

/** Tells files of one answer apart, and finds them again in another one. */
export function keyOf({ version, kind, id }: VersionedFile): string {
  return `${version}/${kind}/${id}`;
}

/**
 * In order of versions. Where a version has files of changes, they say all of it, and its other files count for nothing;
 * else its changes are the rows of the files that came and went. Within a version the order is always the same.
 * @throws SharingProblem `refused` for a version that was not asked for.
 */
export function orderedChanges(files: readonly SharedFile[], from: number, to: number): VersionedFile[] {
  const withFeed = new Set(files.filter(({ kind }) => kind === 'cdf').map(({ version }) => version));
  const changes = files.map(file => {
    const { version } = file;
    if (version === undefined || version < from || version > to)
      throw new SharingProblem(
        'refused',
        `the server answers with version ${version ?? 'none'} of a file, where ${from} to ${to} were asked for`,
      );
    return { ...file, version };
  });
  return once(
    changes.filter(({ kind, version, isRearranged }) =>
      withFeed.has(version) ? kind === 'cdf' : !isRearranged,
    ),
  );
}

/** All that the table had at a version. */
export function orderedSnapshot(files: readonly SharedFile[], version: number): VersionedFile[] {
  const there = files.filter(({ kind }) => kind === 'file' || kind === 'add');
  return once(there.map(file => ({ ...file, kind: 'file' as const, version })));
}

function once(files: readonly VersionedFile[]): VersionedFile[] {
  const byKey = new Map(files.map(file => [keyOf(file), file]));
  return [...byKey.values()].sort(
    (a, b) =>
      a.version - b.version || RANKS[a.kind] - RANKS[b.kind] || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
  );
}
