/**
 * One stream: its state, its counts, and the pump that works while it runs. Every change of state is a call of `move`,
 * which also triggers all consequences (the pump, the clocks, storing, notifications).
 */
import type { ReaderProcesses } from '@weir/contract';
import { type Environment, isError, maskedText, pause, type TimingSummary, WeirError } from '@weir/platform';
import { maskedIngest, type IngestDefinition } from '@weir/definitions';
import type { IngestSource } from '@weir/plugins';
import type { IngestInfo, ReaderInfo } from './ingest-info.js';
import { FileUpload, type PushOutcome } from '@weir/formats/pushing';
import type { Intake } from '@weir/formats/kinds';
import type { PreparedStream } from './prepare-stream.js';
import { ProgressSaver } from './progress-saver.js';
import { ReaderTally } from '../reading/reader-tally.js';
import type { PumpObserver } from '../reading/record-pump.js';
import { RejectionLog } from './rejection-log.js';
import { RestartPolicy } from './restart-policy.js';
import type { SetAsideRecords } from './set-aside-records.js';
import { SourceOpenings } from './source-openings.js';
import { SharingPause } from '../sharing/sharing-pause.js';
import { StreamCounts } from './stream-counts.js';
import { StreamOpening } from './stream-opening.js';
import { advanced, counted, type StreamProgress } from './stream-progress.js';
import { isTerminal, nextState, statusOf, type StreamState, type StreamTrigger } from './stream-state.js';

/** Time for work in flight to complete when the process ends. */
const HALT_MILLIS = 5_000;

export interface IngestStreamOptions {
  readonly name: string;
  readonly definition: IngestDefinition;
  readonly state: StreamState;
  /** Why it failed in an earlier process. */
  readonly message?: string | undefined;
  /** Progress from which it resumes. */
  readonly progress: StreamProgress;
  /** Interval between two saves of progress. */
  readonly saveMillis: number;
  readonly environment: Environment;
  readonly setAside: SetAsideRecords;
  /** Other processes that may read; `undefined`: none. */
  readonly readerProcesses: ReaderProcesses | undefined;
  readonly changed: (stream: IngestStream) => void;
  /** Stores state and progress; never rejects. */
  readonly save: (stream: IngestStream) => Promise<void>;
}

export class IngestStream {
  readonly name: string;
  readonly definition: IngestDefinition;
  private state: StreamState;
  private message: string | undefined;
  private warnings: readonly string[] = [];
  private readonly startMillis: number;
  private endMillis: number | undefined;
  private readonly counts: StreamCounts;
  private readonly saver: ProgressSaver;
  private readonly rejections: RejectionLog;
  private intake: Intake | undefined;
  private opening: StreamOpening | undefined;
  /** Counts records read in this process. */
  private readonly tally = new ReaderTally();
  private readonly alone: SharingPause;
  private work: Promise<void> | undefined;
  private rejection: string | undefined;
  private readonly halting = new AbortController();
  private durable: StreamProgress;

  constructor(private readonly options: IngestStreamOptions) {
    const { clock, logger, scheduler } = options.environment;
    this.name = options.name;
    this.definition = options.definition;
    this.state = options.state;
    this.message = options.message;
    this.durable = options.progress;
    this.startMillis = clock.now();
    this.counts = new StreamCounts(clock);
    this.alone = new SharingPause(clock);
    this.counts.resumeFrom(options.progress);
    this.saver = new ProgressSaver(scheduler, options.saveMillis, () => options.save(this));
    this.rejections = new RejectionLog(options.name, clock, logger);
    if (isTerminal(this.state)) this.freeze();
  }

  get progress(): StreamProgress {
    return this.durable;
  }

  get hasEnded(): boolean {
    return isTerminal(this.state);
  }

  info(): IngestInfo {
    const { clock } = this.options.environment;
    const { rates, byteRates, rejected, recordsRead } = this.counts;
    const known = this.opening?.status();
    const { lag, behindMillis, trouble } = this.hasEnded ? {} : (known ?? {});
    const progress = known?.progress;
    const message = maskedText(this.message ?? trouble ?? '');
    return {
      name: this.name,
      status: statusOf(this.state),
      ...(message === '' ? {} : { message }),
      ...(this.rejection === undefined ? {} : { rejection: maskedText(this.rejection) }),
      ...(this.warnings.length === 0 ? {} : { warnings: this.warnings }),
      settings: maskedIngest(this.definition),
      stats: {
        ingestedCount: rates.count,
        rates,
        byteRates,
        startTime: new Date(this.startMillis).toISOString(),
        totalRuntime: (this.endMillis ?? clock.now()) - this.startMillis,
        rejectedCount: rejected,
        readCount: recordsRead,
        ...(lag === undefined ? {} : { lag }),
        ...(behindMillis === undefined ? {} : { behindMillis }),
        ...(progress === undefined ? {} : { progress }),
      },
    };
  }

  /** Empty when the stream has ended. */
  readers(): readonly ReaderInfo[] {
    return this.hasEnded ? [] : (this.opening?.readers() ?? []);
  }

  /** Query times, each for a chunk of records. */
  get queryTimes(): TimingSummary {
    return this.counts.queryTimes.summary();
  }

  /** Starts the stream or, while it is paused or only restored, makes it ready to start. Call once. */
  begin(prepared: PreparedStream): void {
    if (this.durable.point === null && this.durable.records === 0)
      this.durable = { ...this.durable, records: prepared.headerRecords };
    this.warnings = prepared.warnings;
    this.intake = prepared.intake;
    this.work = this.run(prepared).catch((error: unknown) => this.failedToBegin(error));
  }

  /** Marks the stream as failed because of an error other than from reading and running. */
  failedToBegin(error: unknown): void {
    this.message = describe(error);
    this.move('fail');
  }

  /** @throws WeirError `ingest.not-startable` if the stream has ended. */
  async pause(): Promise<void> {
    if (!this.move('pause')) throw this.notPossible('pause');
    await this.opening?.pause();
  }

  /** @throws WeirError `ingest.not-startable` if the stream has ended. */
  async start(): Promise<void> {
    if (!this.move('start')) throw this.notPossible('resume');
    await this.opening?.resume();
  }

  /**
   * @returns when the pushed records are durable.
   * @throws WeirError `ingest.no-webhook`, `ingest.not-running`, `ingest.busy`; `ingest.invalid` for a body without an
   * end.
   */
  async push(body: Uint8Array): Promise<PushOutcome> {
    this.checkTakes('Webhook');
    if (this.intake?.takes !== 'bodies') throw this.notRunning();
    const records = await this.intake.cutBody(body);
    if (records === undefined) return { accepted: 0, rejectedCount: 0, rejected: [] };
    return this.intake.inbox.push(records);
  }

  /** Starts to receive a file. @throws WeirError `ingest.no-webhook`, `ingest.not-running`. */
  upload(): FileUpload {
    this.checkTakes('WebSocketFileUpload');
    if (this.intake?.takes !== 'files') throw this.notRunning();
    return new FileUpload(this.intake.inbox, this.intake.cutFile);
  }

  /** Ends the stream permanently and cancels work in flight. @returns when it has stopped. */
  async terminate(): Promise<void> {
    this.move('terminate');
    this.halting.abort();
    await Promise.all([this.opening?.stop(), this.opening?.abort()]);
    await this.work;
  }

  /**
   * Stops work and keeps the state for the next process. Work in flight has some time to complete; then it is canceled
   * and will be repeated.
   */
  async halt(): Promise<void> {
    this.halting.abort();
    await this.opening?.stop();
    const cancel = this.options.environment.scheduler.after(HALT_MILLIS, () => {
      this.opening?.abort().catch(() => undefined);
    });
    await this.work;
    cancel();
  }

  private move(trigger: StreamTrigger): boolean {
    const next = nextState(this.state, trigger);
    if (next === undefined) return false;
    if (next === this.state) return true;
    this.state = next;
    if (isTerminal(next)) this.freeze();
    this.options.changed(this);
    return true;
  }

  private freeze(): void {
    this.counts.freeze();
    this.endMillis = this.options.environment.clock.now();
  }

  private async run(prepared: PreparedStream): Promise<void> {
    const { clock, random, logger, scheduler } = this.options.environment;
    const { signal } = this.halting;
    const restarts = new RestartPolicy(this.definition.onStreamError, clock, random);
    const sources = new SourceOpenings(prepared.openSource);
    try {
      for (;;) {
        restarts.reopened();
        const error = await this.runOnce(prepared, sources);
        if (error === undefined || signal.aborted) return;
        const delay = restarts.delayAfter(error);
        this.message = describe(error);
        if (delay === undefined) {
          this.move('fail');
          return;
        }
        logger.log('warn', `Ingest stream '${this.name}' restarts in ${delay} ms: ${this.message}`);
        this.move('falter');
        await pause(scheduler, delay, signal);
        if (signal.aborted) return;
        this.message = undefined;
        this.move('reopen');
      }
    } finally {
      this.saver.stop();
      this.rejections.finish();
      this.intake?.inbox.interrupt();
      await sources.close();
      await prepared.runner.close();
    }
  }

  /** Runs one opening of the source. @returns the error; `undefined` if the source ended or was stopped. */
  private async runOnce(prepared: PreparedStream, sources: SourceOpenings): Promise<unknown> {
    const { environment, readerProcesses } = this.options;
    let source: IngestSource;
    try {
      source = sources.next();
    } catch (error) {
      return error;
    }
    const opening = new StreamOpening({
      ...{ prepared, source, environment, stream: this.name, definition: this.definition },
      remotes: readerProcesses,
      tally: this.tally,
      alone: this.alone,
      observer: this.observerOf(prepared),
      acknowledgedElsewhere: done => {
        this.durable = counted(this.durable, done);
        this.saver.moved();
      },
      takeBack: counts => this.counts.takeBack(counts),
    });
    this.opening = opening;
    this.counts.resumeFrom(this.durable);
    try {
      const isPaused = this.state === 'Paused' || this.state === 'Restored';
      if ((await opening.run(this.durable.point ?? undefined, isPaused)) === 'ended') this.move('end');
      return undefined;
    } catch (error) {
      if (this.halting.signal.aborted && !isCancelled(error))
        environment.logger.log(
          'warn',
          `Ingest stream '${this.name}' failed while it was stopped: ${describe(error)}`,
        );
      return error;
    }
  }

  private observerOf(prepared: PreparedStream): PumpObserver {
    const { logger } = this.options.environment;
    return {
      read: records => this.counts.read(records),
      traced: (records, bytes) => this.options.environment.tracing?.chunk(this.name, records, bytes),
      now: () => this.options.environment.clock.now(),
      begins: () => this.counts.queryTimes.begin(),
      ran: begun => this.counts.queryTimes.end(begun),
      done: (records, bytes) => this.counts.done(records, bytes),
      rejected: outcome => {
        this.counts.reject(outcome.rejected);
        const last = outcome.rejections.at(-1);
        if (last !== undefined) this.rejection = `Record ${last.position}: ${last.reason}`;
        prepared.intake?.inbox.reject(outcome.rejections);
        if (this.definition.onRecordError.logRecord) this.rejections.add(outcome);
      },
      setAside: async records => {
        const where = await this.options.setAside.add(this.name, records);
        this.counts.reject(records.length);
        this.rejection = records.at(-1)?.reason;
        prepared.intake?.inbox.reject(records);
        for (const { reason } of records) {
          logger.log('error', `Ingest stream '${this.name}' skipped a record: ${reason}`, {
            kept: where,
          });
        }
      },
      acknowledged: done => {
        this.durable = advanced(this.durable, done);
        this.saver.moved();
        prepared.intake?.inbox.durable(done.point.position);
      },
    };
  }

  private checkTakes(source: 'Webhook' | 'WebSocketFileUpload'): void {
    if (this.definition.source.type !== source)
      throw new WeirError(
        'ingest.no-webhook',
        `Nothing can be ${source === 'Webhook' ? 'pushed' : 'uploaded'} to '${this.name}': its source is not a ${source}.`,
      );
    if (this.state !== 'Running') throw this.notRunning();
  }

  private notRunning(): WeirError {
    return new WeirError(
      'ingest.not-running',
      `The ingest stream '${this.name}' is ${statusOf(this.state)}.`,
    );
  }

  private notPossible(what: 'pause' | 'resume'): WeirError {
    return new WeirError('ingest.not-startable', `Cannot ${what} a ${this.state.toLowerCase()} ingest.`);
  }
}

function isCancelled(error: unknown): boolean {
  return error instanceof WeirError && error.code === 'cypher.cancelled';
}

function describe(error: unknown): string {
  if (error instanceof WeirError) return `${error.code}: ${error.message}`;
  return maskedText(isError(error) ? `${error.name}: ${error.message}` : String(error));
}
