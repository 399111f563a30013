/**
 * Sends one entry per result to a queue, topic or stream of AWS. Every entry carries the id of its result, so that
 * consumers can drop duplicates.
 */
import type { EntryToSend } from '../connection/sent-entries.js';
import type { StandingOutput } from '@weir/contract';
import type { OutputFormat, OutputStructure } from '@weir/formats/forms';
import { openEncoder, type ResultEncoder, Unwritable } from '@weir/formats/encoders';
import type { EntryDestination } from './aws-entries.js';
import {
  BaseSink,
  type DeliveryFailure,
  type DeliveryReport,
  reportOf,
  type SinkSupports,
} from '@weir/plugins';
import { EntrySender } from './entry-sender.js';
import type { SinkContext } from '@weir/formats/kinds';

export class EntrySink extends BaseSink {
  readonly supports: SinkSupports = { order: false, retry: true, batch: 500 };
  private readonly sender: EntrySender;
  private encoder: ResultEncoder | undefined;

  constructor(
    private readonly destination: EntryDestination,
    private readonly format: OutputFormat,
    private readonly structure: OutputStructure,
    private readonly context: SinkContext,
  ) {
    super();
    this.sender = new EntrySender(destination, context.environment);
  }

  protected async openSink(): Promise<void> {
    const { environment, outgoing, readSchema } = this.context;
    const { subject } = this.destination;
    await this.sender.open();
    this.encoder = await openEncoder(this.format, subject, {
      clock: environment.clock,
      outgoing,
      readSchema,
    });
  }

  protected async deliverBatch(results: readonly StandingOutput[]): Promise<DeliveryReport> {
    const failures: DeliveryFailure[] = [];
    const written: StandingOutput[] = [];
    const entries: EntryToSend[] = [];
    for (const result of results) {
      const entry = this.entryOf(result);
      if (entry instanceof Unwritable) failures.push({ result, reason: entry.message, mayPass: false });
      else {
        written.push(result);
        entries.push(entry);
      }
    }
    for (const [entryIndex, failed] of await this.sender.send(entries))
      failures.push({ result: written[entryIndex]!, ...failed });
    return reportOf(results.length, failures);
  }

  protected closeSink(): Promise<void> {
    this.sender.close();
    return Promise.resolve();
  }

  private entryOf(result: StandingOutput): EntryToSend | Unwritable {
    try {
      const bytes = this.encoder!.encode(result, this.structure);
      return this.sender.entryOf(result.resultId, bytes, this.format.type === 'JSON');
    } catch (error) {
      if (error instanceof Unwritable) return error;
      throw error;
    }
  }
}
