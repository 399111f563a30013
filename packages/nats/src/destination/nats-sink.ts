/**
 * Publishes one message per result to a subject of a JetStream stream. By its message id, JetStream drops duplicates
 * within the stream's duplicate window. The id is the result id, marked if it is a retraction.
 */
import { createHash } from 'node:crypto';
import type { StandingOutput } from '@weir/contract';
import type { NatsDestination } from '../definition/nats-destination.js';
import type { OutputStructure } from '@weir/formats/forms';
import { openEncoder, type ResultEncoder, Unwritable } from '@weir/formats/encoders';
import {
  BaseSink,
  type DeliveryFailure,
  type DeliveryReport,
  reportOf,
  type SinkSupports,
} from '@weir/plugins';
import { type NatsMessage, NatsWriter } from './nats-writer.js';
import type { SinkContext } from '@weir/formats/kinds';

interface Message extends NatsMessage {
  readonly id: string;
  readonly result: StandingOutput;
}

export class NatsSink extends BaseSink {
  readonly supports: SinkSupports = { order: false, retry: true, batch: 256 };
  private readonly writer: NatsWriter;
  private encoder: ResultEncoder | undefined;

  constructor(
    private readonly definition: NatsDestination,
    private readonly structure: OutputStructure,
    private readonly context: SinkContext,
  ) {
    super();
    this.writer = new NatsWriter(definition, context);
  }

  protected async openSink(): Promise<void> {
    await this.writer.open();
    const { format, subject } = this.definition;
    const { environment, outgoing, readSchema } = this.context;
    const dependencies = { clock: environment.clock, outgoing, readSchema };
    this.encoder = await openEncoder(format, `${subject}-value`, dependencies);
  }

  protected async deliverBatch(results: readonly StandingOutput[]): Promise<DeliveryReport> {
    const unwritable: DeliveryFailure[] = [];
    const problems = await this.writer.write(this.messagesOf(results, unwritable));
    const failures = [...problems].map(([{ result }, problem]): DeliveryFailure => ({ result, ...problem }));
    return reportOf(results.length, [...unwritable, ...failures]);
  }

  protected closeSink(): Promise<void> {
    return this.writer.close();
  }

  /** @param unwritable receives the results that the format cannot express. */
  private messagesOf(results: readonly StandingOutput[], unwritable: DeliveryFailure[]): Message[] {
    const { format } = this.definition;
    const written: Message[] = [];
    for (const result of results) {
      const id = result.isPositiveMatch ? result.resultId : `${result.resultId}-cancelled`;
      try {
        const bytes = this.encoder!.encode(result, this.structure);
        // A message needs no line break at its end.
        written.push({ result, id, bytes: format.type === 'JSON' ? bytes.subarray(0, -1) : bytes });
      } catch (error) {
        if (!(error instanceof Unwritable)) throw error;
        unwritable.push({ result, reason: error.message, mayPass: false });
      }
    }
    return named(written);
  }
}

/** Rows that a query created from one result share its id; a hash of their contents distinguishes them. */
function named(written: readonly Message[]): Message[] {
  const counts = new Map<string, number>();
  for (const { id } of written) counts.set(id, (counts.get(id) ?? 0) + 1);
  const seen = new Map<string, number>();
  return written.map(({ result, id, bytes }) => {
    if (counts.get(id) === 1) return { result, id, bytes };
    const row = `${id}-${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}`;
    const before = seen.get(row) ?? 0;
    seen.set(row, before + 1);
    return { result, id: before === 0 ? row : `${row}-${before}`, bytes };
  });
}
