/** The requests of a session to the owners of single nodes. */
import type { NodeInspection, NodeOperation, NodeRequests } from '@weir/cypher';
import { type NodeId, packIds, type Value } from '@weir/model';
import { type MaybePromise, whenReady } from '@weir/platform';
import type { Origin } from '@weir/standing';
import type { SessionEffects } from '../effects/session-effects.js';
import { refuseInPast } from './historical-write.js';
import type { RequestServer } from './request-server.js';
import type { WorkerComponents } from './worker-components.js';
import type { SessionReads } from './session-reads.js';

export class SessionRequests implements NodeRequests {
  constructor(
    private readonly components: WorkerComponents,
    private readonly server: RequestServer,
    private readonly effects: SessionEffects,
    private readonly reads: SessionReads,
    private readonly atTime: number | undefined,
    private readonly origin: Origin | undefined,
    /** When the session's records were read, in milliseconds since the Unix epoch; 0 if unknown. */
    private readonly readAt: number,
  ) {}

  operate(nodes: readonly NodeId[], operations: readonly NodeOperation[]): MaybePromise<readonly Value[]> {
    refuseInPast(this.atTime);
    this.effects.count(nodes, operations);
    const refusal = this.effects.beginRequest(nodes);
    if (refusal !== undefined) return Promise.reject(refusal);
    const pick = (indexes: readonly number[] | undefined): readonly NodeOperation[] =>
      indexes ? indexes.map(index => operations[index]!) : operations;
    return this.reads.byOwner<Value>(
      nodes,
      (some, indexes) => this.components.operations.operate(some, pick(indexes), this.origin, this.readAt),
      (worker, some, indexes) => {
        const { mail } = this.components;
        const payload = [packIds(some), pick(indexes), this.origin ?? null, this.readAt];
        const answer = mail.request(worker, 'operate', payload) as Promise<Value[]>;
        this.effects.remember(answer.then(() => mail.request(worker, 'commit', null)).then(() => undefined));
        return answer;
      },
    );
  }

  inspect(node: NodeId): MaybePromise<NodeInspection> {
    return this.requestFromOwner(node, 'inspect', [node, this.atTime ?? null]);
  }

  sleep(node: NodeId): MaybePromise<boolean> {
    return this.requestFromOwner(node, 'sleep', node);
  }

  purge(node: NodeId): MaybePromise<void> {
    refuseInPast(this.atTime);
    return this.requestFromOwner(node, 'purge', [node, this.origin ?? null]);
  }

  private requestFromOwner<T>(node: NodeId, request: string, payload: unknown): MaybePromise<T> {
    const owner = this.components.shards.workerOf(node);
    return whenReady(
      this.effects.beforeRead(),
      () => this.server.requestFrom(owner, request, payload) as MaybePromise<T>,
    );
  }
}
