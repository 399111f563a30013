/**
 * Brings a plan to where it can take another one's place: evaluated on all the graph, with its results still going
 * nowhere, and those whose rows the old plan has too under the ids that consumers know.
 */
import { type Scheduler, WeirError } from '@weir/model';
import type { HostService } from './host-service.js';
import { compareResults, type StandingDifference } from './standing-difference.js';

/** Longest wait for writes that are under way. */
const PAUSE_MILLIS = 30_000;

export interface ReplacementPorts {
  readonly hosts: readonly HostService[];
  readonly scheduler: Scheduler;
  /** Shows the queries to all nodes, also those that sleep. */
  propagate(): Promise<void>;
  /** Resolves when nothing is under way in the graph, whatever consumers of results do. */
  quiet(): Promise<void>;
}

/**
 * Runs `change` while nobody writes to the graph and nothing is under way in it.
 * Rejects with `standing.busy` when writes that are under way take too long; then nothing was run.
 */
export async function atRest<T>(ports: ReplacementPorts, change: () => Promise<T>): Promise<T> {
  const { hosts, scheduler } = ports;
  try {
    let stopTimer = (): void => undefined;
    const tooLong = new Promise<never>((_, reject) => {
      stopTimer = scheduler.after(PAUSE_MILLIS, () =>
        reject(
          new WeirError(
            'standing.busy',
            'Something that writes to the graph does not come to its end: the standing query was not replaced.',
          ),
        ),
      );
    });
    try {
      const paused = Promise.all(hosts.map(host => host.pauseWriters())).then(() => ports.quiet());
      await Promise.race([paused, tooLong]);
    } finally {
      stopTimer();
    }
    return await change();
  } finally {
    await Promise.all(hosts.map(host => host.resumeWriters()));
  }
}

/** To be called at rest. @returns what consumers are to be told. */
export async function compareAndRename(
  ports: ReplacementPorts,
  before: number,
  after: number,
  hasSameColumns: boolean,
): Promise<StandingDifference> {
  const { hosts } = ports;
  const old = await Promise.all(hosts.map(host => host.currentResults(before)));
  const current = await Promise.all(hosts.map(host => host.currentResults(after)));
  if (!hasSameColumns) {
    return {
      cancellations: old.flat().map(({ resultId, row }) => [resultId, row] as const),
      matches: current.flat().map(({ resultId, row }) => [resultId, row] as const),
    };
  }
  const { cancellations, matches, kept } = compareResults(old.flat(), current.flat());
  await Promise.all(
    hosts.map((host, index) => {
      const names = new Set(current[index]!.map(({ node }) => node));
      const own = [...kept].filter(([node]) => names.has(node));
      return host.renameResults(
        after,
        own.map(([node, each]) => [node, [...each]] as const),
      );
    }),
  );
  return { cancellations, matches };
}
