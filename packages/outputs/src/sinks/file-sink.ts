/** Appends one JSON line per result to a file. */
import { open, type FileHandle } from 'node:fs/promises';
import { WeirError } from '@weir/model';
import type { StandingOutput } from '@weir/runtime';
import type { WriteToFileOutput } from '../definition/output-definition.js';
import { BaseSink } from './base-sink.js';
import { LossLog } from './loss-log.js';
import { resultText } from './result-json.js';
import type { DeliveryReport, SinkSupports } from './result-sink.js';
import type { SinkContext } from './sink-context.js';

export class FileSink extends BaseSink {
  readonly supports: SinkSupports = { order: true, retry: false, batch: 256 };
  private file: FileHandle | undefined;
  private readonly losses: LossLog;

  constructor(
    private readonly definition: WriteToFileOutput,
    private readonly context: SinkContext,
  ) {
    super();
    const { clock, logger } = context.environment;
    this.losses = new LossLog(context.outputName, clock, logger);
  }

  protected async openSink(): Promise<void> {
    const path = await this.context.files.check(this.definition.path);
    try {
      this.file = await open(path, 'a');
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new WeirError('output.invalid', `Can't write to ${this.definition.path}: ${reason}`, {
        cause: error,
      });
    }
  }

  protected async deliverBatch(results: readonly StandingOutput[]): Promise<DeliveryReport> {
    let text = '';
    for (const result of results) text += resultText(result, this.definition.structure) + '\n';
    try {
      await this.file!.appendFile(text);
      return { delivered: results.length, failed: 0, dropped: 0 };
    } catch (error) {
      this.losses.add(`${this.definition.path} could not be written: ${String(error)}`, results.length);
      return { delivered: 0, failed: results.length, dropped: 0 };
    }
  }

  protected async closeSink(): Promise<void> {
    await this.file?.close();
    this.file = undefined;
    this.losses.finish();
  }
}
