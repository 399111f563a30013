/**
 * Appends one JSON line per result to a file. A line that a crash cut off is taken away before the next one is
 * written: its result was not acknowledged, and comes again.
 */
import { WeirError } from '@weir/model';
import type { StandingOutput } from '@weir/contract';
import type { WriteToFileOutput } from '@weir/definitions';
import { Appender } from '../files/appender.js';
import { mendLastLine } from '../files/mend-last-line.js';
import { BaseSink } from './base-sink.js';
import { resultText } from './result-json.js';
import { type DeliveryReport, failuresOf, reportOf, type SinkSupports } from './result-sink.js';
import type { SinkContext } from './sink-context.js';

export class FileSink extends BaseSink {
  readonly supports: SinkSupports = { order: true, retry: false, batch: 256 };
  private file: Appender | undefined;
  private path = '';
  private mayBeTorn = false;

  constructor(
    private readonly definition: WriteToFileOutput,
    private readonly context: SinkContext,
  ) {
    super();
  }

  protected async openSink(): Promise<void> {
    this.path = await this.context.files.check(this.definition.path);
    try {
      await mendLastLine(this.path);
      this.file = await Appender.open(this.path, this.context.environment.scheduler);
    } catch (error) {
      const reason = reasonOf(error);
      throw new WeirError('output.invalid', `Can't write to ${this.definition.path}: ${reason}`, {
        cause: error,
      });
    }
  }

  protected async deliverBatch(results: readonly StandingOutput[]): Promise<DeliveryReport> {
    let text = '';
    for (const result of results) text += resultText(result, this.definition.structure) + '\n';
    try {
      if (this.mayBeTorn) await mendLastLine(this.path);
      this.mayBeTorn = true;
      await this.file!.append(text);
      this.mayBeTorn = false;
      return reportOf(results.length, []);
    } catch (error) {
      const reason = `${this.definition.path} could not be written: ${String(error)}`;
      return reportOf(results.length, failuresOf(results, reason, true));
    }
  }

  protected async closeSink(): Promise<void> {
    await this.file?.close();
    this.file = undefined;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return (error as NodeJS.ErrnoException).code === 'ENXIO' ? 'it is a pipe that nobody reads' : error.message;
}
