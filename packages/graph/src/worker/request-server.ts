/** Serves requests of other workers. */
import type { NodeOperation } from '@weir/cypher';
import { type NodeId, packIds, unpackIds } from '@weir/model';
import { isPromise, type MaybePromise, WeirError } from '@weir/platform';
import type { Origin } from '@weir/standing';
import { EffectBatch, type PackedEffects } from '../mail/effect-batch.js';
import type { WorkerComponents } from './worker-components.js';
import { MessageKind, type WorkerMessage } from '../mail/worker-message.js';
import { inspectNode } from '../walks/node-inspector.js';
import type { PackedHalves } from '../durability/edge-comparison.js';
import { purgeNode } from '../durability/node-purge.js';
import type { LocalExpand, ReadMode } from '../walks/node-reader.js';
import { catalogOf } from '../catalog/shard-catalog.js';
import { ScanServer, type ScanStep } from '../walks/scan-server.js';

type EffectsMessage = Extract<WorkerMessage, { 0: typeof MessageKind.Effects }>;
type RequestMessage = Extract<WorkerMessage, { 0: typeof MessageKind.Request }>;

export class RequestServer {
  private readonly scans: ScanServer;

  constructor(private readonly components: WorkerComponents) {
    this.scans = new ScanServer(components.reader, components.firstNumber);
  }

  /** Sends a request to a worker, which may be this one. */
  requestFrom(worker: number, name: string, payload: unknown): MaybePromise<unknown> {
    const { shards, mail } = this.components;
    return worker === shards.index ? this.serve(name, payload) : mail.request(worker, name, payload);
  }

  /** Applies effects; they are acknowledged when they are durable. */
  effects(from: number, [, request, packed]: EffectsMessage): void {
    const { effects, mail } = this.components;
    const reply = (error: WeirError | undefined): void =>
      mail.post(from, [MessageKind.Acknowledge, request, error?.toTransfer() ?? null]);
    effects
      .receive(from, EffectBatch.unpack(packed))
      .then(reply, (error: unknown) => reply(WeirError.from(error)));
  }

  request(from: number, [, request, name, payload]: RequestMessage): void {
    const { mail } = this.components;
    const reply = (answer: unknown): void => mail.post(from, [MessageKind.Answer, request, answer, null]);
    const fail = (error: unknown): void =>
      mail.post(from, [MessageKind.Answer, request, null, WeirError.from(error).toTransfer()]);
    try {
      const answer = this.serve(name, payload);
      if (isPromise(answer)) answer.then(reply, fail);
      else reply(answer);
    } catch (error) {
      fail(error);
    }
  }

  /** @throws WeirError the error of the request. */
  serve(name: string, payload: unknown): MaybePromise<unknown> {
    const { components } = this;
    switch (name) {
      case 'read': {
        const [ids, wanted, mode] = payload as [Uint8Array, number, ReadMode];
        return components.reader.readNodes(unpackIds(ids), wanted, mode);
      }
      case 'expand': {
        const [request, mode] = payload as [LocalExpand, ReadMode];
        return components.reader.expand(request, mode);
      }
      case 'operate': {
        const [ids, operations, origin, readAt] = payload as [
          Uint8Array,
          NodeOperation[],
          Origin | null,
          number,
        ];
        return components.operations.operate(unpackIds(ids), operations, origin ?? undefined, readAt);
      }
      case 'inspect': {
        const [id, atTime] = payload as [NodeId, number | null];
        return inspectNode(components.shards, components.commits, components.reader, id, atTime ?? undefined);
      }
      case 'sleep':
        return this.sleep(payload as NodeId);
      case 'purge': {
        const [id, origin] = payload as [NodeId, Origin | null];
        const shard = components.shards.of(id);
        return purgeNode(
          shard,
          components.dispatch,
          components.commits,
          components.engine.states,
          id,
          origin ?? undefined,
        );
      }
      case 'recent':
        return packIds(components.shards.recentNodes(payload as number));
      case 'catalog':
        return catalogOf(components.shards.local);
      case 'scan':
        return this.scans.next(payload as ScanStep);
      case 'ask':
        return components.effects.forward(EffectBatch.unpack(payload as PackedEffects)).then(() => null);
      case 'settle':
        return components.recovery.serve(payload as Uint8Array);
      case 'halves':
        return components.recovery.differing(payload as PackedHalves);
      case 'settled':
        return components.arrivals.settled().then(() => null);
      case 'commit':
        return components.commits.commit().then(() => null);
      case 'deliver':
        return components.arrivals.fromHere().then(() => null);
      case 'rest':
        return components.rest.workedOff();
      case 'ping':
        return null;
      case 'scan-close':
        return this.scans.close(payload as number);
      default:
        throw new WeirError('internal', `no such request between workers: ${name}`);
    }
  }

  /** Puts the node to sleep once all its changes are durable. @returns whether it sleeps. */
  private async sleep(id: NodeId): Promise<boolean> {
    await this.components.commits.commit();
    return this.components.shards.of(id).sleep(id);
  }
}
