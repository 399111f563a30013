/** Processes that lend workers, simulated in one process; the wires between them are queues. */
import type { OpenOptions } from '../coordinator/open-options.js';
import type { Wire } from '../contract/wire.js';
import type { WorkerLender, WorkerOffer, WorkerOffers } from '../contract/worker-offers.js';
import { type LenderOptions, lendWorkers } from '../lending/worker-lender.js';
import { systemEnvironment } from '../system-environment.js';

class WireEnd implements Wire {
  other!: WireEnd;
  private waiting: Uint8Array[] = [];
  private received: ((bytes: Uint8Array) => void) | undefined = undefined;
  private over: (reason: string) => void = () => undefined;
  private isOver = false;
  /** Pending deliveries while the owner of this end is frozen. */
  private held: (() => void)[] | undefined = undefined;

  waitingBytes = 0;

  send(bytes: Uint8Array): void {
    if (this.isOver) return;
    const copy = new Uint8Array(bytes);
    this.waitingBytes += copy.length;
    const arrive = (): void => {
      this.waitingBytes -= copy.length;
      this.other.take(copy);
    };
    this.whenMoving(() => setImmediate(() => this.other.whenMoving(arrive)));
  }

  listen(received: (bytes: Uint8Array) => void, over: (reason: string) => void): void {
    this.over = over;
    this.received = received;
    for (const bytes of this.waiting.splice(0)) received(bytes);
  }

  close(): void {
    if (this.isOver) return;
    this.isOver = true;
    setImmediate(() => this.other.whenMoving(() => this.other.end()));
  }

  /** Freezes the owner of this end: nothing is sent or received. @returns a function that ends this. */
  freeze(): () => void {
    const held: (() => void)[] = (this.held ??= []);
    return () => {
      this.held = undefined;
      for (const go of held) go();
    };
  }

  private whenMoving(go: () => void): void {
    if (this.held === undefined) go();
    else this.held.push(go);
  }

  /** Cuts the wire in both directions. */
  break(): void {
    this.end();
    this.other.end();
  }

  private take(bytes: Uint8Array): void {
    if (this.isOver) return;
    if (this.received === undefined) this.waiting.push(bytes);
    else this.received(bytes);
  }

  private end(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.over('it was cut');
  }
}

export class LendingHouse implements WorkerOffers {
  private readonly lenders = new Map<string, { readonly lender: WorkerLender; readonly workers: number }>();
  private readonly watchers = new Set<() => void>();
  /** Offers of processes that left recently. */
  absent: readonly WorkerOffer[] = [];
  /** Pairs of processes of which the first cannot connect to the second. */
  readonly unreachable = new Set<string>();
  private wires: { readonly from: string; readonly to: string; readonly end: WireEnd }[] = [];

  /** @param graph options with which the process would open the graph itself. */
  constructor(
    private readonly graph: OpenOptions,
    readonly silenceMillis = 3_000,
    readonly storePatienceMillis = 1_500,
    readonly expectedWorkers = 0,
  ) {}

  current(): readonly WorkerOffer[] {
    return [...this.lenders]
      .filter(([, { lender }]) => lender.canLend)
      .map(([process, { workers }]) => ({ process, workers, address: process }));
  }

  departed(): readonly WorkerOffer[] {
    return this.absent;
  }

  watch(changed: () => void): () => void {
    this.watchers.add(changed);
    return () => this.watchers.delete(changed);
  }

  reach(address: string): Promise<Wire> {
    return this.connect('owner', address);
  }

  private async connect(from: string, address: string): Promise<Wire> {
    const found = this.lenders.get(address);
    if (found === undefined || this.unreachable.has(`${from} ${address}`))
      throw new Error(`${address} is not there`);
    const [here, there] = [new WireEnd(), new WireEnd()];
    here.other = there;
    there.other = here;
    this.wires.push({ from, to: address, end: here });
    found.lender.accept(there);
    return here;
  }

  /** Adds a process. @param more store probe and sources of the process. */
  join(process: string, workers: number, more: Pick<LenderOptions, 'probe' | 'sources'> = {}): WorkerLender {
    const environment = systemEnvironment();
    const lender = lendWorkers({
      graph: this.graph,
      environment,
      ...more,
      reach: address => this.connect(process, address),
    });
    this.lenders.set(process, { lender, workers });
    lender.watch(() => this.notify());
    this.notify();
    return lender;
  }

  /** Withdraws the offer of a process. */
  withdraw(process: string): void {
    this.lenders.delete(process);
    this.notify();
  }

  /** Cuts all wires of a process. */
  cut(process: string): void {
    this.cutWhere(({ from, to }) => from === process || to === process);
  }

  /** Cuts the wires between two lenders. */
  cutBetween(one: string, other: string): void {
    this.cutWhere(({ from, to }) => (from === one && to === other) || (from === other && to === one));
  }

  /**
   * Cuts the process off while its threads keep running. @returns a function that reconnects it and delivers queued
   * messages.
   */
  freeze(process: string): () => void {
    const ends = this.wires.flatMap(({ from, to, end }) => {
      if (from === process) return [end];
      return to === process ? [end.other] : [];
    });
    const thaws = ends.map(end => end.freeze());
    return () => {
      for (const thaw of thaws) thaw();
    };
  }

  private cutWhere(isCut: (wire: { readonly from: string; readonly to: string }) => boolean): void {
    for (const wire of this.wires) if (isCut(wire)) wire.end.break();
    this.wires = this.wires.filter(wire => !isCut(wire));
  }

  private notify(): void {
    for (const watcher of this.watchers) watcher();
  }
}
