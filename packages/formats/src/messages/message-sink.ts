/** Encodes each result as a message, and writes the messages to their destination. */
import type { StandingOutput } from '@weir/contract';
import {
  BaseSink,
  type DeliveryFailure,
  type DeliveryReport,
  type Message,
  reportOf,
  type SinkSupports,
} from '@weir/plugins';
import { openEncoder, type ResultEncoder } from '../encoders/result-encoder.js';
import { Unwritable } from '../encoders/unwritable.js';
import type { OutputFormat, OutputStructure } from '../forms/output-format.js';
import type { SinkContext } from '../kinds/sink-context.js';
import type { MessageKind } from './message-kind.js';
import { messageData } from './message-data.js';
import { RetryingWriter } from './retrying-writer.js';

const JSON_FORMAT: OutputFormat = { type: 'JSON' };

export class MessageSink extends BaseSink {
  readonly supports: SinkSupports;
  private readonly writer: RetryingWriter;
  private readonly format: OutputFormat;
  private readonly structure: OutputStructure;
  private encoder: ResultEncoder | undefined;
  /** Messages of results that will be delivered again: a destination recognizes them. */
  private readonly pending = new WeakMap<StandingOutput, Message>();

  constructor(
    private readonly kind: MessageKind,
    private readonly destination: { readonly format?: OutputFormat },
    structure: OutputStructure,
    private readonly context: SinkContext,
  ) {
    super();
    this.structure = kind.needsMetadata?.(destination) === true ? { type: 'WithMetadata' } : structure;
    this.supports = kind.supports(destination);
    this.format = destination.format ?? JSON_FORMAT;
    const { environment, outgoing, standingName, outputName } = context;
    const name = `Output '${outputName}' of standing query '${standingName}'`;
    const origin = { query: standingName, output: outputName };
    this.writer = new RetryingWriter(kind, destination, { name, origin, environment, outgoing });
  }

  protected async openSink(): Promise<void> {
    const { environment, outgoing, readSchema, outputName } = this.context;
    const subject = this.kind.subjectOf?.(this.destination) ?? `${outputName}-value`;
    const dependencies = { clock: environment.clock, outgoing, readSchema };
    this.encoder = await openEncoder(this.format, subject, dependencies);
    await this.writer.open();
  }

  protected async deliverBatch(results: readonly StandingOutput[]): Promise<DeliveryReport> {
    const encoded = results.map(result => this.pending.get(result) ?? this.messageOf(result));
    const messages = encoded.filter((each): each is Message => !(each instanceof Unwritable));
    const problems = await this.writer.write(messages);
    const failures: DeliveryFailure[] = [];
    let dropped = 0;
    results.forEach((result, i) => {
      const message = encoded[i]!;
      if (message instanceof Unwritable) {
        failures.push({ result, reason: message.message, mayPass: false });
        return;
      }
      const problem = problems.get(message);
      if (problem === undefined) return;
      const { reason, mayPass, isDropped = false } = problem;
      if (mayPass) this.pending.set(result, message);
      if (isDropped) dropped++;
      else failures.push({ result, reason: `${this.kind.nameOf(this.destination)}: ${reason}`, mayPass });
    });
    return reportOf(results.length, failures, dropped);
  }

  protected closeSink(): Promise<void> {
    return this.writer.close();
  }

  private messageOf(result: StandingOutput): Message | Unwritable {
    const { resultId: id, isPositiveMatch } = result;
    try {
      const bytes = this.encoder!.encode(result, this.structure);
      return { id, isRetraction: !isPositiveMatch, ...messageData(bytes, this.format, this.kind) };
    } catch (error) {
      if (error instanceof Unwritable) return error;
      throw error;
    }
  }
}
