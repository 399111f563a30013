/**
 * Lends workers of this process to the process that owns the graph. One borrower at a time: a later one takes them from
 * an earlier one, whose workers end without cleanup; the store rejects their writes.
 */
import type { SourceLender } from '@weir/contract';
import type { Environment } from '@weir/platform';
import type { GraphOptions } from '../contract/graph-options.js';
import type { StoreProbe } from '@weir/persistor';
import type { Wire } from '../contract/wire.js';
import type { WorkerLender } from '../contract/worker-offers.js';
import { setHeapFlags } from '../threads/heap-settings.js';
import { PreparedWorkers } from '../threads/prepared-workers.js';
import {
  type FirstNote,
  LENDING_VERSION,
  type LenderNote,
  type PeerNote,
  type StartNote,
} from './lending-notes.js';
import { LenderSession } from './lender-session.js';
import { modulesOf } from '../modules/load-extensions.js';
import { storeFactory } from '../stores/store-factory.js';
import { StoreReach } from './store-reach.js';
import { afterFirst } from './first-word.js';
import { noteIn, sendNote } from './wire-switch.js';

export interface LenderOptions {
  /** Options with which this process would open the graph itself. */
  readonly graph: GraphOptions;
  readonly environment: Environment;
  /** Default: the store's own probe, if it is remote. */
  readonly probe?: StoreProbe | undefined;
  /** Number of workers that this process offers. Default: 0, so no thread is prepared for them. */
  readonly workers?: number;
  /** Sources that this process reads for the borrower of its workers. Default: none. */
  readonly sources?: SourceLender | undefined;
  /** Connects to another lender; see `WorkerOffers`. */
  reach(address: string, signal: AbortSignal): Promise<Wire>;
}

/** Delay before threads are prepared for the next session, because the present one has work after its start. */
const PREPARE_MILLIS = 5_000;
/** How long another lender waits that learned of a session earlier. */
const EARLY_MILLIS = 10_000;
const USED_BY_LATER = 'a later owner uses its workers';

export function lendWorkers(options: LenderOptions): WorkerLender {
  setHeapFlags();
  return new Lender(options);
}

class Lender implements WorkerLender {
  private session: LenderSession | undefined = undefined;
  /** Start of a session that waits for the end of the one before. */
  private awaited: StartNote | undefined = undefined;
  private readonly early = new Map<Wire, PeerNote>();
  /** Threads for the next session. */
  private prepared: PreparedWorkers | undefined = undefined;
  private isExpecting = false;

  private readonly reach: StoreReach;
  private readonly watchers: (() => void)[] = [];
  private couldLend: boolean;
  private didReach = true;

  constructor(private readonly options: LenderOptions) {
    const { graph, environment, probe } = options;
    const probeOfStore = async (): Promise<StoreProbe | undefined> =>
      probe ?? (await storeFactory(graph.store ?? { type: 'memory' }, environment)).probe?.();
    this.reach = new StoreReach(probeOfStore, environment, () => this.checked());
    void graph.cluster?.copies?.upToDate.then(() => this.check());
    this.couldLend = this.canLend;
    this.reach.start();
  }

  get canLend(): boolean {
    const hasCopies = this.options.graph.cluster?.copies?.isUpToDate ?? true;
    return (this.reachesStore && hasCopies) || this.session?.isLent === true;
  }

  get reachesStore(): boolean {
    return this.reach.trouble === undefined;
  }

  watch(changed: () => void): void {
    this.watchers.push(changed);
  }

  async close(): Promise<void> {
    await this.reach.stop();
    await this.unprepare();
    await this.drop();
  }

  prepare(): void {
    this.isExpecting = true;
    this.prepareThreads();
  }

  async unprepare(): Promise<void> {
    const { prepared } = this;
    [this.isExpecting, this.prepared] = [false, undefined];
    await prepared?.close();
  }

  private prepareThreads(): void {
    const { graph, workers = 0 } = this.options;
    if (!this.isExpecting || workers === 0 || this.prepared !== undefined) return;
    this.prepared = new PreparedWorkers(workers, graph);
    void this.prepared.warmUp();
  }

  accept(wire: Wire): void {
    afterFirst(wire, (bytes, rest) => this.begin(rest, bytes));
  }

  async drop(): Promise<void> {
    this.awaited = undefined;
    for (const wire of this.early.keys()) wire.close();
    this.early.clear();
    await this.session?.abandon();
  }

  async returned(): Promise<void> {
    await this.session?.ended;
  }

  private begin(wire: Wire, bytes: Uint8Array): void {
    const note = noteIn(bytes) as FirstNote;
    if (note.kind === 'start') this.start(note, wire);
    else this.meet(note, wire);
  }

  private start(start: StartNote, wire: Wire): void {
    if (start.version !== LENDING_VERSION) return refuse(wire, 'it runs another version of Weir');
    const { trouble } = this.reach;
    if (trouble !== undefined) return refuse(wire, `it cannot reach the store: ${trouble}`);
    const before = this.session;
    const { order } = this.awaited ?? before ?? start;
    if (order > start.order) return refuse(wire, USED_BY_LATER);
    this.awaited = start;
    if (before === undefined) this.open(start, wire);
    else void before.abandon().then(() => this.open(start, wire));
  }

  /** To be called when no thread of an earlier session has a shard open. */
  private open(start: StartNote, wire: Wire): void {
    if (this.awaited === undefined) return wire.close();
    if (this.awaited !== start) return refuse(wire, USED_BY_LATER);
    this.awaited = undefined;
    const { graph, environment, reach, sources } = this.options;
    const session = new LenderSession({
      start,
      wire,
      setup: {
        store: graph.store ?? { type: 'memory' },
        extensions: modulesOf(graph.extensions ?? []),
        textOpener: graph.queries?.textOpener,
        queryLimits: graph.queries?.limits,
      },
      heapBytes: graph.workerLimits?.heapBytes,
      prepared: this.prepared,
      copies: graph.cluster?.copies,
      environment,
      sources,
      reach,
      ends: () => this.check(),
      over: () => {
        if (this.session === session) this.session = undefined;
      },
    });
    // Threads that it did not take have another heap limit.
    void this.prepared?.close();
    this.prepared = undefined;
    environment.scheduler.after(PREPARE_MILLIS, () => this.prepareThreads());
    this.session = session;
    session.listen();
    for (const [early, peer] of [...this.early]) {
      if (peer.session !== session.id) continue;
      this.early.delete(early);
      session.peer(peer.process, early);
    }
  }

  private checked(): void {
    const { trouble } = this.reach;
    if (trouble !== undefined || !this.didReach) this.session?.sendStoreTrouble(trouble);
    this.check();
  }

  private check(): void {
    const { canLend, reachesStore, couldLend, didReach } = this;
    if (canLend === couldLend && reachesStore === didReach) return;
    [this.couldLend, this.didReach] = [canLend, reachesStore];
    const { logger } = this.options.environment;
    if (reachesStore && !didReach) logger.log('info', 'the store responds to this process again');
    if (!reachesStore && didReach)
      logger.log('warn', 'the store does not respond to this process', { error: this.reach.trouble });
    for (const changed of this.watchers) changed();
  }

  private meet(note: PeerNote, wire: Wire): void {
    if (this.session?.id === note.session) return this.session.peer(note.process, wire);
    this.early.set(wire, note);
    this.options.environment.scheduler.after(EARLY_MILLIS, () => {
      if (this.early.delete(wire)) wire.close();
    });
  }
}

function refuse(wire: Wire, reason: string): void {
  const refusal: LenderNote = { kind: 'refused', reason };
  sendNote(wire, refusal);
  wire.close();
}
