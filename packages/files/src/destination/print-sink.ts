/**
 * Prints one line per result on standard output: local time, the output's name, the result; or the result alone. On a
 * terminal the line is shorter.
 */
import type { StandingOutput } from '@weir/contract';
import type { OutputStructure } from '@weir/formats/forms';
import { printable } from '@weir/platform';
import { BaseSink, type DeliveryReport, failuresOf, reportOf, type SinkSupports } from '@weir/plugins';
import { LossLog } from '@weir/formats/sinks';
import { resultText } from '@weir/formats/encoders';
import type { SinkContext } from '@weir/formats/kinds';
import { terminalLine } from './terminal-line.js';

export interface PrintOptions {
  readonly logLevel: 'Trace' | 'Debug' | 'Info' | 'Warn' | 'Error';
  readonly logMode: 'Complete' | 'FastSampling';
}

export class PrintSink extends BaseSink {
  readonly supports: SinkSupports = { order: true, retry: false, batch: 256 };
  private writing: Promise<void> | undefined;
  private readonly losses: LossLog;
  private endWaiting: () => void = () => undefined;

  constructor(
    private readonly definition: PrintOptions,
    private readonly structure: OutputStructure,
    private readonly context: SinkContext,
    private readonly form: 'log-line' | 'json-line' = 'log-line',
  ) {
    super();
    const { clock, logger } = context.environment;
    this.losses = new LossLog(context.standingName, context.outputName, clock, logger);
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
    const problem = await this.written(this.writing);
    return reportOf(count, problem === undefined ? [] : failuresOf(results, problem, true));
  }

  /** A stalled reader of standard output does not keep the program from ending. */
  protected closeSink(): Promise<void> {
    this.endWaiting();
    this.losses.finish();
    return Promise.resolve();
  }

  /** @returns why the write failed; closing the sink is a reason too. */
  private written(writing: Promise<void>): Promise<string | undefined> {
    return new Promise(resolve => {
      this.endWaiting = () => resolve('closed before it was written');
      writing.then(
        () => resolve(undefined),
        (error: unknown) => resolve(`standard output: ${String(error)}`),
      );
    });
  }

  /**
   * Retractions say `match` too, as programs that parse these lines expect; `meta.isPositiveMatch` distinguishes them.
   */
  private head(time: string): string {
    if (this.form === 'json-line') return '';
    return `${time} Standing query \`${printable(this.context.outputName)}\` match: `;
  }

  /** Rejects on failure if the caller waits for it; otherwise the failure is logged and counted. */
  private async write(results: readonly StandingOutput[]): Promise<void> {
    const { environment, outputName, standingName, writer, lost } = this.context;
    const time = logTime(environment.clock.now());
    const { terminal } = writer;
    // Standing queries of version 1 recipes are only numbered: the output's name is more meaningful.
    const name = this.form === 'json-line' ? standingName : outputName;
    let text = '';
    for (const result of results) {
      text += terminal
        ? terminalLine(result, name, time, terminal)
        : this.head(time) + printable(resultText(result, this.structure));
      text += '\n';
    }
    try {
      await writer.write(text);
    } catch (error) {
      if (this.definition.logMode !== 'FastSampling') throw error;
      this.losses.add(`standard output: ${String(error)}`, results.length);
      lost(results.length);
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
