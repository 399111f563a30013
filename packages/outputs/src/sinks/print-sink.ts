/** One line per result on standard output: local time, the output's name, the result. */
import type { StandingOutput } from '@weir/runtime';
import type { PrintToStandardOutOutput } from '../definition/output-definition.js';
import { BaseSink } from './base-sink.js';
import { LossLog } from './loss-log.js';
import { resultText } from './result-json.js';
import type { DeliveryReport, SinkSupports } from './result-sink.js';
import type { SinkContext } from './sink-context.js';

export class PrintSink extends BaseSink {
  readonly supports: SinkSupports = { order: true, retry: false, batch: 256 };
  private writing: Promise<void> | undefined;
  private readonly losses: LossLog;
  private endWaiting: () => void = () => undefined;

  constructor(
    private readonly definition: PrintToStandardOutOutput,
    private readonly context: SinkContext,
  ) {
    super();
    const { clock, logger } = context.environment;
    this.losses = new LossLog(context.outputName, clock, logger);
  }

  protected openSink(): Promise<void> {
    return Promise.resolve();
  }

  protected async deliverBatch(results: readonly StandingOutput[]): Promise<DeliveryReport> {
    const { logLevel, logMode } = this.definition;
    const count = results.length;
    const isSampling = logMode === 'FastSampling';
    if (logLevel === 'Trace' || (isSampling && this.writing !== undefined)) {
      return { delivered: 0, failed: 0, dropped: count };
    }
    this.writing = this.write(results);
    if (isSampling) return { delivered: count, failed: 0, dropped: 0 };
    const isWritten = await this.written(this.writing);
    return { delivered: isWritten ? count : 0, failed: isWritten ? 0 : count, dropped: 0 };
  }

  /** A reader of standard output that stands still does not keep the program from ending. */
  protected closeSink(): Promise<void> {
    this.endWaiting();
    this.losses.finish();
    return Promise.resolve();
  }

  /** `false` when it failed, or when the sink was closed before. */
  private written(writing: Promise<void>): Promise<boolean> {
    return new Promise(resolve => {
      this.endWaiting = () => resolve(false);
      writing.then(
        () => resolve(true),
        () => resolve(false),
      );
    });
  }

  /** Rejects after the failure was logged, and counted if nobody waits for it. */
  private async write(results: readonly StandingOutput[]): Promise<void> {
    const { environment, outputName, writer, lost } = this.context;
    const head = `${logTime(environment.clock.now())} Standing query \`${outputName}\` match: `;
    let text = '';
    for (const result of results) text += head + resultText(result, this.definition.structure) + '\n';
    try {
      await writer.write(text);
    } catch (error) {
      this.losses.add(`standard output: ${String(error)}`, results.length);
      if (this.definition.logMode === 'FastSampling') lost(results.length);
      else throw error;
    } finally {
      this.writing = undefined;
    }
  }
}

/** `2024-01-02 03:04:05,678`, local time. */
export function logTime(millis: number): string {
  const time = new Date(millis);
  const two = (value: number): string => String(value).padStart(2, '0');
  const date = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  const clock = `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;
  return `${date} ${clock},${String(time.getMilliseconds()).padStart(3, '0')}`;
}
