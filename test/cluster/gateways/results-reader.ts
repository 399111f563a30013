/**
 * A client of the results of a standing query. It has one connection at a time, to one of the members. When the
 * connection is lost, it resumes at the next member after the last result that it received.
 */
import { WeirError } from '@weir/platform';
import { WeirClient, type ClientEnvironment, type ResultStream, type StandingResult } from '@weir/client';

/** A silent member is given up after one missed heartbeat. */
const SILENCE_MILLIS = 15_000;

export class ResultsReader {
  readonly results: StandingResult[] = [];
  /** Connections so far. */
  connections = 0;
  private readonly stream: ResultStream;
  private readonly reading: Promise<void>;
  /** Why the stream ended: results were lost, for example. */
  private failure: Error | undefined;
  private request: Request | undefined;
  private lastAt = performance.now();

  /** @param addresses of the running members; not empty. */
  constructor(
    name: string,
    private readonly addresses: () => readonly string[],
  ) {
    const client = new WeirClient({ baseUrl: addresses()[0]! }, this.environment());
    this.stream = client.results(name, { silenceLimit: SILENCE_MILLIS });
    this.reading = this.read();
  }

  /** Resolves when results from now on will be received. */
  get opened(): Promise<void> {
    return this.stream.opened;
  }

  /** For messages of tests. */
  get state(): string {
    const last = this.results.at(-1)?.meta.resultId;
    const address = this.addresses()[(this.connections - 1) % this.addresses().length];
    return `${this.connections} connections, now to ${address}; ${this.results.length} results, ${this.sinceLast()} ms since ${last}`;
  }

  /** @throws the reason if the stream has ended. */
  check(): void {
    if (this.failure !== undefined) throw this.failure;
  }

  private sinceLast(): number {
    return Math.round(performance.now() - this.lastAt);
  }

  async close(): Promise<void> {
    await this.stream.close();
    await this.reading;
  }

  private async read(): Promise<void> {
    try {
      for await (const result of this.stream) {
        this.results.push(result);
        this.lastAt = performance.now();
      }
    } catch (error) {
      this.failure = WeirError.from(error);
    }
  }

  private environment(): ClientEnvironment {
    return {
      fetch: request => {
        const addresses = this.addresses();
        const address = addresses[this.connections++ % addresses.length];
        const { pathname, search } = new URL(request.url);
        // Kept, because Node ends an idle response only while its request exists (see `Service` of the client).
        this.request = new Request(new URL(pathname + search, address), request);
        return fetch(this.request);
      },
      after: (millis, action) => {
        const timer = setTimeout(action, millis);
        return () => clearTimeout(timer);
      },
      random: () => Math.random(),
    };
  }
}
