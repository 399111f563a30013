/**
 * The readers of one stream in all processes that lend readers, in addition to its own: each starts when its place
 * joins, and ends when the place leaves. Together with the stream's own reader they are one opening of the source.
 */
import type { ReaderProcess, ReaderProcesses } from '@weir/contract';
import type { SharingPause } from './sharing-pause.js';
import { ReadingElsewhere, type ReadingOptions } from './reading-elsewhere.js';

/** Size of each reader's range of record numbers. */
const POSITIONS = 2 ** 40;
/** Number of readers after which the ranges are reused. */
const MOST_PLACES = 4096;

export class ReadingsElsewhere {
  private readings: readonly ReadingElsewhere[] = [];
  private readonly ending = new Set<Promise<void>>();
  private endWatch: () => void = () => undefined;
  private endPause: () => void = () => undefined;
  private begun = 0;
  private isPaused = false;
  private isOver = false;

  constructor(
    private readonly remotes: ReaderProcesses,
    private readonly options: Omit<ReadingOptions, 'suspected'>,
    private readonly alone: SharingPause,
  ) {}

  begin(isPaused: boolean): void {
    this.isPaused = isPaused;
    this.endWatch = this.remotes.watch(() => this.check());
    this.check();
  }

  get current(): readonly ReadingElsewhere[] {
    return this.readings;
  }

  async pause(): Promise<void> {
    this.isPaused = true;
    await Promise.all(this.readings.map(reading => reading.pause()));
  }

  async resume(): Promise<void> {
    this.isPaused = false;
    await Promise.all(this.readings.map(reading => reading.resume()));
  }

  /** @returns when no reader is active and records in flight have completed. */
  async end(): Promise<void> {
    this.isOver = true;
    this.endWatch();
    this.endPause();
    for (const reading of this.readings) this.stop(reading);
    this.readings = [];
    await Promise.all(this.ending);
  }

  private check(): void {
    if (this.isOver) return;
    const remotes = this.currentRemotes();
    const lost = this.readings.filter(({ remote }) => !remotes.includes(remote));
    for (const reading of lost) this.stop(reading);
    const left = this.readings.filter(reading => !lost.includes(reading));
    const fresh = remotes.filter(remote => !left.some(reading => reading.remote === remote));
    this.readings = [
      ...left,
      ...fresh.map(remote => {
        const position = ((this.begun++ % MOST_PLACES) + 1) * POSITIONS;
        return new ReadingElsewhere(remote, position, this.readingOptions, this.isPaused);
      }),
    ];
  }

  private get readingOptions(): ReadingOptions {
    return { ...this.options, suspected: () => this.readAlone() };
  }

  private currentRemotes(): readonly ReaderProcess[] {
    const { millisLeft } = this.alone;
    this.endPause();
    if (millisLeft === 0) return this.remotes.current();
    this.endPause = this.options.scheduler.after(millisLeft, () => this.check());
    return [];
  }

  private readAlone(): void {
    this.alone.begin();
    const { logger, stream } = this.options;
    logger.log('warn', `Ingest stream '${stream}' is temporarily read only by the owner of the graph`, {
      reason: 'a worker was lost with records that another process had read',
    });
    this.check();
  }

  private stop(reading: ReadingElsewhere): void {
    const stopped = reading.stop().finally(() => this.ending.delete(stopped));
    this.ending.add(stopped);
  }
}
