/** Processes that lend workers, as parts of one process: wires between them are queues. */
import type { OpenOptions } from '../contract/open-options.js';
import type { Wire } from '../contract/wire.js';
import type { WorkerLender, WorkerOffer, WorkerOffers } from '../contract/worker-offers.js';
import { lendWorkers } from '../lending/worker-lender.js';
import { systemEnvironment } from '../system-environment.js';

class WireEnd implements Wire {
  other!: WireEnd;
  private waiting: Uint8Array[] = [];
  private received: ((bytes: Uint8Array) => void) | undefined = undefined;
  private over: (reason: string) => void = () => undefined;
  private isOver = false;

  send(bytes: Uint8Array): void {
    if (this.isOver) return;
    const copy = new Uint8Array(bytes);
    setImmediate(() => this.other.take(copy));
  }

  listen(received: (bytes: Uint8Array) => void, over: (reason: string) => void): void {
    this.over = over;
    this.received = received;
    for (const bytes of this.waiting.splice(0)) received(bytes);
  }

  close(): void {
    if (this.isOver) return;
    this.isOver = true;
    setImmediate(() => this.other.end());
  }

  /** Neither side hears of the other any more. */
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
  readonly silenceMillis = 3_000;
  private readonly lenders = new Map<string, { readonly lender: WorkerLender; readonly workers: number }>();
  private readonly watchers = new Set<() => void>();
  private wires: { readonly to: string; readonly end: WireEnd }[] = [];

  /** @param graph as the process would open the graph itself. */
  constructor(private readonly graph: OpenOptions) {}

  current(): readonly WorkerOffer[] {
    return [...this.lenders].map(([process, { workers }]) => ({ process, workers, address: process }));
  }

  watch(changed: () => void): () => void {
    this.watchers.add(changed);
    return () => this.watchers.delete(changed);
  }

  async reach(address: string): Promise<Wire> {
    const found = this.lenders.get(address);
    if (found === undefined) throw new Error(`${address} is not there`);
    const [here, there] = [new WireEnd(), new WireEnd()];
    here.other = there;
    there.other = here;
    this.wires.push({ to: address, end: here });
    found.lender.accept(there);
    return here;
  }

  come(process: string, workers: number): WorkerLender {
    const environment = systemEnvironment();
    const lender = lendWorkers({ graph: this.graph, environment, reach: address => this.reach(address) });
    this.lenders.set(process, { lender, workers });
    this.tell();
    return lender;
  }

  /** It offers nothing more. */
  withdraw(process: string): void {
    this.lenders.delete(process);
    this.tell();
  }

  cut(process: string): void {
    for (const { to, end } of this.wires) if (to === process) end.break();
    this.wires = this.wires.filter(({ to }) => to !== process);
  }

  private tell(): void {
    for (const watcher of this.watchers) watcher();
  }
}
