/**
 * The reader of a stream in another process, for as long as that process lends it: restarted after a delay whenever it
 * fails there. It uses the lane, the slots and the rate limit of the stream.
 */
import { type ReaderProcess, RecordsLost, type SourceStatus } from '@weir/contract';
import { Backoff, type Logger, type Scheduler } from '@weir/platform';
import { ChunkSlots } from '../reading/chunk-slots.js';
import type { RateLimit } from '../reading/rate-limit.js';
import { type ReadCounts, ReaderTally } from '../reading/reader-tally.js';
import { type ChunkRunner, type PumpObserver, RecordPump } from '../reading/record-pump.js';
import { ReadingFailure, SourceElsewhere } from './source-elsewhere.js';

export interface ReadingOptions {
  readonly stream: string;
  /** Definition of the stream, plain data. */
  readonly definition: unknown;
  readonly runner: ChunkRunner;
  /** Whether records may stay where they are read, because this process does not inspect them. */
  readonly keeps: boolean;
  readonly slots: ChunkSlots;
  readonly limit: RateLimit | undefined;
  readonly observer: PumpObserver;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
  /** Called with counts of records that were read and are not durable; another reader reads them again. */
  readonly takeBack: (counts: ReadCounts) => void;
  /** Called when lost records may have ended a worker. */
  readonly suspected: () => void;
  /** Called when the stream itself fails, not only the reading. */
  readonly failed: (error: unknown) => void;
}

const FIRST_PAUSE_MILLIS = 1_000;

export class ReadingElsewhere {
  readonly tally = new ReaderTally();
  private readonly closing = new AbortController();
  private pump: RecordPump | undefined;
  private failure: string | undefined;
  private isPaused: boolean;
  /** Never rejects. */
  readonly ended: Promise<void>;

  /** @param firstPosition first of a range of record numbers that no other reader uses. */
  constructor(
    readonly remote: ReaderProcess,
    private readonly firstPosition: number,
    private readonly options: ReadingOptions,
    isPaused: boolean,
  ) {
    this.isPaused = isPaused;
    this.ended = this.read();
  }

  get status(): SourceStatus {
    if (this.failure !== undefined) return { trouble: this.failure };
    return this.pump?.sourceStatus() ?? {};
  }

  async pause(): Promise<void> {
    this.isPaused = true;
    await this.pump?.pause();
  }

  async resume(): Promise<void> {
    this.isPaused = false;
    await this.pump?.resume();
  }

  /** Stops reading; records in flight complete. */
  async stop(): Promise<void> {
    this.closing.abort();
    await this.pump?.stop();
    await this.ended;
  }

  private async read(): Promise<void> {
    const { scheduler, logger, stream, failed, suspected, takeBack } = this.options;
    const { signal } = this.closing;
    const backoff = new Backoff(FIRST_PAUSE_MILLIS, scheduler, signal);
    while (!signal.aborted) {
      try {
        await this.readOnce();
      } catch (error) {
        if (error instanceof RecordsLost && error.areSuspect) suspected();
        if (signal.aborted) return;
        if (!(error instanceof ReadingFailure || error instanceof RecordsLost)) return failed(error);
        // Its place may be lost, and this reader about to be stopped.
        this.failure = error.message;
        logger.log('warn', `Ingest stream '${stream}' is temporarily not read at ${this.remote.process}`, {
          error: error.message,
        });
      } finally {
        takeBack(this.tally.takeOpen());
      }
      await backoff.pause();
    }
  }

  private async readOnce(): Promise<void> {
    const { stream, definition, runner, slots, limit, observer, keeps, suspected } = this.options;
    const { remote } = this;
    const pump = new RecordPump({
      source: new SourceElsewhere(remote.reader(stream, definition, keeps)),
      runner: partOf(runner),
      // Records that stay there are run by the workers there.
      slots: keeps ? new ChunkSlots(() => Math.max(1, remote.preferredInFlight), slots) : slots,
      limit: limit && partOfLimit(limit),
      observer: this.tally.of({
        ...observer,
        setAside: records => {
          // Their sender delivers them again, when it is not known any longer that they are suspect.
          suspected();
          return observer.setAside(records);
        },
      }),
    });
    this.pump = pump;
    this.failure = undefined;
    if (this.isPaused) await pump.pause();
    await pump.run({ position: this.firstPosition, cursor: null });
  }
}

/** The lane belongs to the stream, which holds, releases, aborts and closes it. */
function partOf(runner: ChunkRunner): ChunkRunner {
  const nothing = (): Promise<void> => Promise.resolve();
  return {
    runChunk: chunk => runner.runChunk(chunk),
    get preferredInFlight() {
      return runner.preferredInFlight;
    },
    release: nothing,
    hold: nothing,
    abort: nothing,
    close: nothing,
  };
}

/** When one reader stops, the others keep waiting. */
function partOfLimit(limit: RateLimit): Pick<RateLimit, 'available' | 'spend' | 'cancel'> {
  return {
    available: () => limit.available(),
    spend: records => limit.spend(records),
    cancel: () => undefined,
  };
}
