/** The reads of a session. A read sends the gathered effects first, so the session sees its own writes. */
import {
  type ExpandedEdge,
  type ExpandRequest,
  type GraphCatalog,
  type GraphReads,
  mergeCatalogs,
  type NodeView,
  type ScanRequest,
} from '@weir/cypher';
import { type NodeId, packIds, unpackIds } from '@weir/model';
import { type MaybePromise, whenReady } from '@weir/platform';
import type { SessionEffects } from '../effects/session-effects.js';
import type { LocalExpand, ReadMode } from '../walks/node-reader.js';
import { readByOwner, type ReadHere, type ReadThere } from '../walks/read-by-owner.js';
import { scanWorkers } from '../walks/worker-scan.js';
import type { RequestServer } from './request-server.js';
import type { WorkerComponents } from './worker-components.js';

export class SessionReads implements GraphReads {
  /** Reads leave sleeping nodes asleep: see `ReadMode`. */
  passing = false;

  constructor(
    private readonly components: WorkerComponents,
    private readonly server: RequestServer,
    private readonly effects: SessionEffects,
    private readonly atTime: number | undefined,
  ) {}

  get mode(): ReadMode {
    return { atTime: this.atTime, passing: this.passing };
  }

  readNodes(nodes: readonly NodeId[], parts: number): MaybePromise<readonly NodeView[]> {
    return this.byOwner(
      nodes,
      some => this.components.reader.readNodes(some, parts, this.mode),
      (worker, some) =>
        this.components.mail.request(worker, 'read', [packIds(some), parts, this.mode]) as Promise<
          NodeView[]
        >,
    );
  }

  expand(request: ExpandRequest): MaybePromise<readonly (readonly ExpandedEdge[])[]> {
    const others = request.others;
    const local = (some: readonly NodeId[], indexes: readonly number[] | undefined): LocalExpand => ({
      nodes: some,
      direction: request.direction,
      labels: request.labels,
      others: others && indexes ? indexes.map(index => others[index]) : others,
      limit: request.limit ?? Number.MAX_SAFE_INTEGER,
      offset: request.offset ?? 0,
    });
    return this.byOwner<readonly ExpandedEdge[]>(
      request.nodes,
      (some, indexes) => this.components.reader.expand(local(some, indexes), this.mode),
      (worker, some, indexes) =>
        this.components.mail.request(worker, 'expand', [local(some, indexes), this.mode]) as Promise<
          ExpandedEdge[][]
        >,
    );
  }

  async *scan(request: ScanRequest): AsyncGenerator<readonly NodeView[]> {
    this.passing = true;
    await this.effects.beforeRead();
    const { shards, mail, reader } = this.components;
    for await (const page of scanWorkers(shards, mail, reader, request, this.atTime)) {
      yield page;
      // A scan is faster than its writes to the nodes that it finds; the writes must not pile up.
      await this.effects.sentIsDurable();
    }
  }

  recentNodes(count: number): MaybePromise<readonly NodeId[]> {
    return whenReady(this.effects.beforeRead(), () => this.findRecent(count));
  }

  private findRecent(count: number): MaybePromise<readonly NodeId[]> {
    const { shards, mail } = this.components;
    const { workers, index } = shards;
    if (workers.length === 1) return shards.recentNodes(count);
    const each = Math.ceil(count / workers.length);
    return Promise.all(
      workers.map(async worker =>
        worker === index
          ? shards.recentNodes(each)
          : unpackIds((await mail.request(worker, 'recent', each)) as Uint8Array),
      ),
    ).then(found => found.flat().slice(0, count));
  }

  catalog(): MaybePromise<GraphCatalog> {
    return whenReady(this.effects.beforeRead(), async () => {
      const { workers } = this.components.shards;
      const parts = workers.map(worker => this.server.requestFrom(worker, 'catalog', null));
      return mergeCatalogs((await Promise.all(parts)) as GraphCatalog[]);
    });
  }

  /** Reads from the owner of each node; the answers are in the order of the nodes. */
  byOwner<T>(nodes: readonly NodeId[], here: ReadHere<T>, there: ReadThere<T>): MaybePromise<readonly T[]> {
    return whenReady(this.effects.beforeRead(), () =>
      readByOwner(this.components.shards, nodes, here, there),
    );
  }
}
