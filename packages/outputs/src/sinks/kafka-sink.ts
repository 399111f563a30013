/**
 * One Kafka record per result, in order. Its key is the id of the result: a match and its cancellation are in one
 * partition, one after the other, and whoever reads can leave out what comes twice.
 */
import type { StandingOutput } from '@weir/contract';
import type { WriteToKafkaOutput } from '@weir/definitions';
import { openEncoder, type ResultEncoder } from '../formats/result-encoder.js';
import { Unwritable } from '../formats/unwritable.js';
import { BaseSink } from './base-sink.js';
import { type KafkaProblem, type KafkaRecord, KafkaWriter } from './kafka-writer.js';
import {
  type DeliveryFailure,
  type DeliveryReport,
  failuresOf,
  reportOf,
  type SinkSupports,
} from './result-sink.js';
import type { SinkContext } from './sink-context.js';

export class KafkaSink extends BaseSink {
  readonly supports: SinkSupports = { order: true, retry: true, batch: 256 };
  private readonly writer: KafkaWriter;
  private encoder: ResultEncoder | undefined;

  constructor(
    private readonly definition: WriteToKafkaOutput,
    private readonly context: SinkContext,
  ) {
    super();
    this.writer = new KafkaWriter(definition, context);
  }

  protected async openSink(): Promise<void> {
    const { format, topic } = this.definition;
    const { environment, outgoing, readSchema } = this.context;
    await this.writer.open();
    this.encoder = await openEncoder(format, `${topic}-value`, {
      clock: environment.clock,
      outgoing,
      readSchema,
    });
  }

  protected async deliverBatch(results: readonly StandingOutput[]): Promise<DeliveryReport> {
    const failures: DeliveryFailure[] = [];
    const written: StandingOutput[] = [];
    const records: KafkaRecord[] = [];
    for (const result of results) {
      const record = this.recordOf(result);
      if (record instanceof Unwritable) failures.push(...failuresOf([result], record.message, false));
      else {
        written.push(result);
        records.push(record);
      }
    }
    const problem = records.length === 0 ? undefined : await this.writer.write(records);
    if (problem === undefined) return reportOf(results.length, failures);
    if (!problem.isTooLarge || records.length === 1) failures.push(...this.failures(written, problem));
    else {
      // One of them may be at fault, and the others are not to suffer for it.
      for (const [i, record] of records.entries()) {
        const own = await this.writer.write([record]);
        if (own !== undefined) failures.push(...this.failures([written[i]!], own));
      }
    }
    return reportOf(results.length, failures);
  }

  protected closeSink(): Promise<void> {
    return this.writer.close();
  }

  private recordOf(result: StandingOutput): KafkaRecord | Unwritable {
    try {
      const value = Buffer.from(this.encoder!.encode(result, this.definition.structure));
      return { key: Buffer.from(result.resultId), value };
    } catch (error) {
      if (error instanceof Unwritable) return error;
      throw error;
    }
  }

  private failures(results: readonly StandingOutput[], problem: KafkaProblem): DeliveryFailure[] {
    const { reason, isRefused, isTooLarge } = problem;
    return failuresOf(results, `Kafka, topic ${this.definition.topic}: ${reason}`, !isRefused && !isTooLarge);
  }
}
