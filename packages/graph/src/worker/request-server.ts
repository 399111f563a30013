/** Does what other workers ask of this one, and answers. */
import type { NodeOperation } from '@weir/cypher';
import { isPromise, type MaybePromise, type NodeId, packIds, unpackIds, WeirError } from '@weir/model';
import type { Origin, StandingEngine } from '@weir/standing';
import { EffectBatch, type PackedEffects } from '../mail/effect-batch.js';
import type { GraphWorker } from './graph-worker.js';
import { applyEffects } from '../effects/effect-application.js';
import { type WorkerMessage, MessageKind } from '../mail/worker-message.js';
import { inspectNode } from '../walks/node-inspector.js';
import { purgeNode } from '../durability/node-purge.js';
import type { LocalExpand, ReadMode } from '../walks/node-reader.js';
import { ScanServer, type ScanStep } from '../walks/scan-server.js';

type EffectsMessage = Extract<WorkerMessage, { 0: typeof MessageKind.Effects }>;
type RequestMessage = Extract<WorkerMessage, { 0: typeof MessageKind.Request }>;

export class RequestServer {
  private readonly scans: ScanServer;

  constructor(
    private readonly worker: GraphWorker,
    private readonly engine: StandingEngine,
    private readonly post: (worker: number, message: WorkerMessage) => void,
  ) {
    this.scans = new ScanServer(worker.reader);
  }

  /** Applies effects; they are acknowledged when they are durable. */
  effects(from: number, [, request, packed]: EffectsMessage): void {
    const reply = (error: WeirError | undefined): void =>
      this.post(from, [MessageKind.Acknowledge, request, error?.toTransfer() ?? null]);
    const applied = applyEffects(EffectBatch.unpack(packed), from, this.worker);
    const durable = isPromise(applied)
      ? applied.then(error => this.worker.commit().then(() => error))
      : this.worker.commit().then(() => applied);
    durable.then(reply, (error: unknown) => reply(WeirError.from(error)));
  }

  request(from: number, [, request, name, payload]: RequestMessage): void {
    const reply = (answer: unknown): void => this.post(from, [MessageKind.Answer, request, answer, null]);
    const fail = (error: unknown): void =>
      this.post(from, [MessageKind.Answer, request, null, WeirError.from(error).toTransfer()]);
    try {
      const answer = this.serve(name, payload);
      if (isPromise(answer)) answer.then(reply, fail);
      else reply(answer);
    } catch (error) {
      fail(error);
    }
  }

  /** @throws WeirError what the request fails with. */
  serve(name: string, payload: unknown): MaybePromise<unknown> {
    switch (name) {
      case 'read': {
        const [ids, parts, mode] = payload as [Uint8Array, number, ReadMode];
        return this.worker.reader.readNodes(unpackIds(ids), parts, mode);
      }
      case 'expand': {
        const [request, mode] = payload as [LocalExpand, ReadMode];
        return this.worker.reader.expand(request, mode);
      }
      case 'operate': {
        const [ids, operations, origin] = payload as [Uint8Array, NodeOperation[], Origin | null];
        return this.worker.operate(unpackIds(ids), operations, origin ?? undefined);
      }
      case 'inspect': {
        const [id, atTime] = payload as [NodeId, number | null];
        return inspectNode(this.worker, id, atTime ?? undefined);
      }
      case 'sleep':
        return this.worker.sleep(payload as NodeId);
      case 'purge': {
        const [id, origin] = payload as [NodeId, Origin | null];
        return purgeNode(this.worker, this.engine, id, origin ?? undefined);
      }
      case 'recent':
        return packIds(this.worker.recentNodes(payload as number));
      case 'scan':
        return this.scans.next(payload as ScanStep);
      case 'ask':
        return this.worker.forward(EffectBatch.unpack(payload as PackedEffects)).then(() => null);
      case 'settled':
        return this.worker.arrivals.settled().then(() => null);
      case 'commit':
        return this.worker.commit().then(() => null);
      case 'deliver':
        return this.worker.arrivals.fromHere().then(() => null);
      case 'ping':
        return null;
      case 'scan-close':
        return this.scans.close(payload as number);
      default:
        throw new WeirError('internal', `no such request between workers: ${name}`);
    }
  }
}
