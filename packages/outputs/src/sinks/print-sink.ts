/** One line per result on standard output: local time, the output's name, the result. */
import type { StandingOutput } from '@weir/runtime';
import type { PrintToStandardOutOutput } from '../definition/output-definition.js';
import { BaseSink } from './base-sink.js';
import { resultText } from './result-json.js';
import type { DeliveryReport, SinkSupports } from './result-sink.js';
import type { SinkContext } from './sink-context.js';

export class PrintSink extends BaseSink {
  readonly supports: SinkSupports = { order: true, retry: false };
  private writing: Promise<void> | undefined;
  private endWaiting!: (isWritten: false) => void;
  private readonly closing = new Promise<false>(resolve => (this.endWaiting = resolve));

  constructor(
    private readonly definition: PrintToStandardOutOutput,
    private readonly context: SinkContext,
  ) {
    super();
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
    const isWritten = await Promise.race([this.writing.then(isDone, isNotDone), this.closing]);
    return { delivered: isWritten ? count : 0, failed: isWritten ? 0 : count, dropped: 0 };
  }

  /** A reader of standard output that stands still does not keep the program from ending. */
  protected closeSink(): Promise<void> {
    this.endWaiting(false);
    return Promise.resolve();
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
      environment.logger.log('error', `Output '${outputName}' could not print: ${String(error)}`);
      if (this.definition.logMode === 'FastSampling') lost(results.length);
      else throw error;
    } finally {
      this.writing = undefined;
    }
  }
}

const isDone = (): boolean => true;
const isNotDone = (): boolean => false;

/** `2024-01-02 03:04:05,678`, local time. */
export function logTime(millis: number): string {
  const time = new Date(millis);
  const two = (value: number): string => String(value).padStart(2, '0');
  const date = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  const clock = `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;
  return `${date} ${clock},${String(time.getMilliseconds()).padStart(3, '0')}`;
}
