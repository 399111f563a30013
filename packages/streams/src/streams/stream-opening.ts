/** One opening of a stream's source: its own reader, and readers in other processes if the source can be shared. */
import type { ReaderProcesses } from '@weir/contract';
import type { IngestDefinition } from '@weir/definitions';
import { maskedText, type Environment } from '@weir/platform';
import type { IngestSource, ResumePoint, SourceStatus } from '@weir/plugins';
import type { Acknowledged } from '../reading/acknowledgements.js';
import { ChunkSlots } from '../reading/chunk-slots.js';
import type { ReaderInfo } from './ingest-info.js';
import type { PreparedStream } from './prepare-stream.js';
import { RateLimit } from '../reading/rate-limit.js';
import type { ReadCounts, ReaderTally } from '../reading/reader-tally.js';
import { ReadingsElsewhere } from '../sharing/readings-elsewhere.js';
import { type PumpObserver, RecordPump } from '../reading/record-pump.js';
import { canBeShared, lagOfAll } from '../sharing/shared-sources.js';
import type { SharingPause } from '../sharing/sharing-pause.js';

export interface OpeningOptions {
  readonly stream: string;
  readonly definition: IngestDefinition;
  readonly prepared: PreparedStream;
  readonly source: IngestSource;
  /** Other processes that may read; `undefined`: none. */
  readonly remotes: ReaderProcesses | undefined;
  readonly observer: PumpObserver;
  /** The same, for records that other processes read. */
  readonly acknowledgedElsewhere: (done: Acknowledged) => void;
  /** Shared by all openings of the stream. */
  readonly alone: SharingPause;
  readonly takeBack: (counts: ReadCounts) => void;
  /** Counts records read here. */
  readonly tally: ReaderTally;
  readonly environment: Environment;
}

export class StreamOpening {
  private readonly pump: RecordPump;
  private readonly elsewhere: ReadingsElsewhere | undefined;

  constructor(private readonly options: OpeningOptions) {
    const { prepared, source, observer, tally, remotes, definition, environment } = options;
    const { runner, maximumPerSecond, parallelism, inspectsRecords } = prepared;
    const { clock, scheduler, logger } = environment;
    const slots = new ChunkSlots(() => Math.max(1, Math.min(runner.preferredInFlight, parallelism)));
    const limit =
      maximumPerSecond === undefined ? undefined : new RateLimit(maximumPerSecond, clock, scheduler);
    this.pump = new RecordPump({ source, runner, slots, limit, observer: tally.of(observer) });
    if (remotes === undefined || !canBeShared(definition)) return;
    this.elsewhere = new ReadingsElsewhere(
      remotes,
      {
        ...{ stream: options.stream, definition, runner, slots, limit, scheduler, logger },
        keeps: !inspectsRecords,
        observer: { ...observer, acknowledged: options.acknowledgedElsewhere },
        takeBack: options.takeBack,
        failed: error => this.pump.fail(error),
      },
      options.alone,
    );
  }

  /** Like `RecordPump.run`, for all readers. */
  async run(from: ResumePoint | undefined, isPaused: boolean): Promise<'ended' | 'stopped'> {
    if (isPaused) await this.pump.pause();
    this.elsewhere?.begin(isPaused);
    try {
      return await this.pump.run(from);
    } finally {
      await this.elsewhere?.end();
    }
  }

  async pause(): Promise<void> {
    await Promise.all([this.pump.pause(), this.elsewhere?.pause()]);
  }

  async resume(): Promise<void> {
    await Promise.all([this.pump.resume(), this.elsewhere?.resume()]);
  }

  /** Stops pulling in all processes; `run` ends when the chunks in flight are done. */
  async stop(): Promise<void> {
    void this.elsewhere?.end();
    await this.pump.stop();
  }

  /** After `stop`: cancels chunks in flight. */
  abort(): Promise<void> {
    return this.pump.abort();
  }

  /** Combines the status of this process's source and the others. */
  status(): SourceStatus {
    const own = this.pump.sourceStatus() ?? {};
    if (this.elsewhere === undefined) return own;
    const all = [
      own,
      ...this.elsewhere.current.map(({ remote, status }) => withProcess(remote.process, status)),
    ];
    const lags = all.map(({ lag }) => lag).filter(lag => lag !== undefined);
    const behinds = all.map(({ behindMillis }) => behindMillis).filter(behind => behind !== undefined);
    const trouble = all.map(each => each.trouble).find(text => text !== undefined);
    return {
      ...(own.progress === undefined ? {} : { progress: own.progress }),
      // The lag is unknown if it is unknown to one of them.
      ...(lags.length < all.length ? {} : { lag: lagOfAll(this.options.definition, lags) }),
      ...(behinds.length === 0 ? {} : { behindMillis: Math.max(...behinds) }),
      ...(trouble === undefined ? {} : { trouble }),
    };
  }

  readers(): readonly ReaderInfo[] {
    const { stream, tally } = this.options;
    const own = { process: undefined, records: tally.records, status: this.pump.sourceStatus() };
    const others = (this.elsewhere?.current ?? []).map(({ remote, tally: { records }, status }) => ({
      process: remote.process,
      records,
      status,
    }));
    return [own, ...others].map(({ process, records, status }) => ({
      ...{ stream, process, records },
      ...(status?.trouble === undefined ? {} : { trouble: maskedText(status.trouble) }),
    }));
  }
}

function withProcess(process: string, status: SourceStatus): SourceStatus {
  const { trouble } = status;
  return trouble === undefined ? status : { ...status, trouble: `${process}: ${trouble}` };
}
