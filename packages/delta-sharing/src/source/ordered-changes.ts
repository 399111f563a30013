/** Selects the files of a response that hold the changes of a range of versions, and their read order. */
import type { SharedFile } from './table-answer.js';
import { SharingProblem } from './sharing-problem.js';

/** A file of one version. */
export interface VersionedFile extends SharedFile {
  readonly version: number;
}

/** Removed rows are read before added ones. */
const RANKS = { remove: 0, add: 1, file: 1, cdf: 2 } as const;

/** Identifies a file within a response, and across responses. */
export function keyOf({ version, kind, id }: VersionedFile): string {
  return `${version}/${kind}/${id}`;
}

/**
 * Returns files in version order. If a version has change files, they describe all of it and its other files are
 * ignored; otherwise its changes are the rows of added and removed files. The order within a version is always the
 * same.
 * @throws SharingProblem `refused` for a version that was not requested.
 */
export function orderedChanges(files: readonly SharedFile[], from: number, to: number): VersionedFile[] {
  const withFeed = new Set(files.filter(({ kind }) => kind === 'cdf').map(({ version }) => version));
  const changes = files.map(file => {
    const { version } = file;
    if (version === undefined || version < from || version > to)
      throw new SharingProblem(
        'refused',
        `the server responded with version ${version ?? 'none'} of a file, but versions ${from} to ${to} were requested`,
      );
    return { ...file, version };
  });
  return once(
    changes.filter(({ kind, version, isRearranged }) =>
      withFeed.has(version) ? kind === 'cdf' : !isRearranged,
    ),
  );
}

/** Returns the files of the table at a version. */
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
