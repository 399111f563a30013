/**
 * A query's view of the graph, from one worker. Effects are gathered per owner and sent in batches. Writes to a node
 * with a known id never read it. A read sends the gathered effects first, so the session sees its own writes.
 */
import type { GraphSession } from '@weir/cypher';
import type { MaybePromise } from '@weir/platform';
import type { Origin } from '@weir/standing';
import type { RecordOrder } from '../effects/record-order.js';
import { SessionEffects } from '../effects/session-effects.js';
import type { RequestServer } from './request-server.js';
import { SessionReads } from './session-reads.js';
import { SessionRequests } from './session-requests.js';
import { SessionWrites } from './session-writes.js';
import type { WorkerComponents } from './worker-components.js';

export class WorkerSession implements GraphSession {
  readonly effects: SessionWrites;
  readonly reads: SessionReads;
  readonly nodes: SessionRequests;
  private readonly gathered: SessionEffects;

  /**
   * @param origin the record that causes all of this session's effects.
   * @param order see record-order.ts.
   * @param readAt when the session's records were read, in milliseconds since the Unix epoch; 0 if unknown.
   */
  constructor(
    components: WorkerComponents,
    server: RequestServer,
    readonly atTime: number | undefined,
    origin?: Origin,
    order?: RecordOrder,
    readAt = 0,
  ) {
    const { shards, commits, storeFailures, effects, rest } = components;
    const gathered = new SessionEffects(shards, commits, storeFailures, effects, rest, origin, order, readAt);
    this.gathered = gathered;
    this.reads = new SessionReads(components, server, gathered, atTime);
    this.effects = new SessionWrites(components, server, gathered, this.reads, atTime, order);
    this.nodes = new SessionRequests(components, server, gathered, this.reads, atTime, origin, readAt);
  }

  flush(): void {
    this.gathered.flush();
  }

  settled(): MaybePromise<void> {
    return this.gathered.settled();
  }

  /**
   * To be called after `settled`. @returns when the next records may begin; immediately, unless their order has to be
   * kept.
   */
  nextMayBegin(): MaybePromise<void> {
    return this.gathered.nextMayBegin();
  }
}
