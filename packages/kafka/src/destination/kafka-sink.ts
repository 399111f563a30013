/**
 * Writes one Kafka record per result, in order. The key is the result id: a match and its retraction are in the same
 * partition, in order, and consumers can drop duplicates.
 */
import type { StandingOutput } from '@weir/contract';
import type { KafkaDestination } from '../definition/kafka-destination.js';
import type { OutputStructure } from '@weir/formats/forms';
import { openEncoder, type ResultEncoder, Unwritable } from '@weir/formats/encoders';
import {
  BaseSink,
  type DeliveryFailure,
  type DeliveryReport,
  failuresOf,
  reportOf,
  type SinkSupports,
} from '@weir/plugins';
import { type KafkaProblem, type KafkaRecord, KafkaWriter } from './kafka-writer.js';
import type { SinkContext } from '@weir/formats/kinds';

/** Approximate size of a request (at most one record more): by default brokers accept a megabyte per partition. */
const REQUEST_BYTES = 512 * 1024;

export class KafkaSink extends BaseSink {
  readonly supports: SinkSupports = { order: true, retry: true, batch: 1024 };
  private readonly writer: KafkaWriter;
  private encoder: ResultEncoder | undefined;

  constructor(
    private readonly definition: KafkaDestination,
    private readonly structure: OutputStructure,
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
    let end: number;
    for (let start = 0; start < records.length; start = end) {
      end = endOfRequest(records, start);
      const problems = await this.writer.write(records.slice(start, end));
      let later: KafkaProblem | undefined;
      for (const [index, problem] of problems) {
        failures.push(...this.failures([written[start + index]!], problem));
        if (!problem.isTooLarge) later = problem;
      }
      if (later === undefined) continue;
      // Later records must not overtake them.
      failures.push(...this.failures(written.slice(end), later));
      break;
    }
    return reportOf(results.length, failures);
  }

  protected closeSink(): Promise<void> {
    return this.writer.close();
  }

  private recordOf(result: StandingOutput): KafkaRecord | Unwritable {
    try {
      const value = Buffer.from(this.encoder!.encode(result, this.structure));
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

function endOfRequest(records: readonly KafkaRecord[], start: number): number {
  let end = start;
  let bytes = 0;
  while (end < records.length && bytes < REQUEST_BYTES) bytes += records[end++]!.value.length;
  return end;
}
