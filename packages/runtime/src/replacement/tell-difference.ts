/**
 * The coordinator's part of a comparison: reads what was true of both plans at the cut, sorted, side by side, and tells
 * consumers of rows that only one has. The same input gives the same outcome: after a crash it is done again.
 */
import { type NodeId, type Scheduler, shardOf } from '@weir/model';
import { exactKey, type ResultName } from '@weir/standing';
import type { HostService } from '../host-service.js';
import type { CutExchange } from './exchange.js';
import type { TrueResult } from './host-replacement.js';
import { type Sorted, SortedMerge, type SortedSource } from './sorted-merge.js';
import type { PlainResult } from './standing-difference.js';

/** Results that are told, or renamed, at a time. */
const RESULTS_AT_ONCE = 1024;
const RESULTS_PER_TURN = 256;

export interface TellingPorts {
  readonly hosts: readonly HostService[];
  /** For each shard, the index of its host in `hosts`. */
  readonly hostOfShard: readonly number[];
  readonly scheduler: Scheduler;
}

type SortedResult = TrueResult & Sorted;

/** One side of the comparison. */
class Side {
  private at = 0;
  private loaded: readonly SortedResult[] = [];
  private readonly merge: SortedMerge<SortedResult>;

  constructor(ports: TellingPorts, after: number, side: 'before' | 'after') {
    this.merge = new SortedMerge(
      ports.hostOfShard.map((host, shard): SortedSource<SortedResult> => ({
        load: async () => {
          await new Promise<void>(resolve => ports.scheduler.soon(resolve));
          const page = await ports.hosts[host]!.trueResults(after, shard, side);
          return page.map(({ resultId, row, node }) => ({ key: exactKey(row), resultId, row, node }));
        },
      })),
    );
  }

  get head(): SortedResult | undefined {
    return this.loaded[this.at];
  }

  get mustLoad(): boolean {
    return this.at === this.loaded.length;
  }

  /** To be called when nothing is at hand. */
  async load(): Promise<void> {
    this.loaded = await this.merge.take(RESULTS_PER_TURN);
    this.at = 0;
  }

  take(): SortedResult {
    return this.loaded[this.at++]!;
  }
}

/** @param comparesRows whether a row of both stays; else all of the old ones end. */
export async function tellDifference(
  ports: TellingPorts,
  exchange: CutExchange,
  log: number,
  comparesRows: boolean,
): Promise<void> {
  const teller = new Teller(ports, exchange, log);
  const before = new Side(ports, exchange.after, 'before');
  const after = new Side(ports, exchange.after, 'after');
  await Promise.all([before.load(), after.load()]);
  for (;;) {
    const old = before.head;
    const current = after.head;
    if (old !== undefined && (current === undefined || !comparesRows || old.key < current.key)) {
      teller.cancellations.push(plain(before.take()));
    } else if (current !== undefined && (old === undefined || current.key < old.key)) {
      teller.matches.push(plain(after.take()));
    } else if (old !== undefined && current !== undefined) {
      teller.keep(before.take(), after.take());
    } else break;
    if (teller.isFull) await teller.tell();
    if (before.mustLoad && old !== undefined) await before.load();
    if (after.mustLoad && current !== undefined) await after.load();
  }
  await teller.tell();
}

function plain({ resultId, row }: SortedResult): PlainResult {
  return [resultId, row];
}

class Teller {
  cancellations: PlainResult[] = [];
  matches: PlainResult[] = [];
  private readonly names: (readonly [node: NodeId, name: ResultName])[][];
  private kept = 0;

  constructor(
    private readonly ports: TellingPorts,
    private readonly exchange: CutExchange,
    private readonly log: number,
  ) {
    this.names = ports.hosts.map(() => []);
  }

  get isFull(): boolean {
    return this.cancellations.length + this.matches.length + this.kept >= RESULTS_AT_ONCE;
  }

  /** Consumers know the row under the old result's id. */
  keep(old: SortedResult, { node, resultId, row }: SortedResult): void {
    const { hostOfShard } = this.ports;
    const host = hostOfShard[shardOf(node!, hostOfShard.length)]!;
    this.names[host]!.push([node!, { resultId, row, name: old.resultId }]);
    this.kept++;
  }

  async tell(): Promise<void> {
    const { hosts } = this.ports;
    const { before, after } = this.exchange;
    const { cancellations, matches, names } = this;
    this.kept = 0;
    this.cancellations = [];
    this.matches = [];
    const isSame = cancellations.length + matches.length === 0;
    await Promise.all([
      isSame ? null : hosts[0]!.addDifference(this.log, before, after, { cancellations, matches }),
      ...hosts.map((host, i) =>
        names[i]!.length === 0 ? null : host.renameResults(after, names[i]!.splice(0)),
      ),
    ]);
  }
}
