/** Sends results to a destination provided by an extension, one message each. */
import type { StandingOutput } from '@weir/contract';
import type { ExtensionResultDestination } from '../forms/extension-destinations.js';
import type { OutputStructure } from '../forms/output-format.js';
import {
  type AnyDestinationKind,
  BaseSink,
  type DeliveryFailure,
  type DeliveryReport,
  type Message,
  reportOf,
  type SinkSupports,
} from '@weir/plugins';
import { openEncoder, type ResultEncoder } from '../encoders/result-encoder.js';
import { Unwritable } from '../encoders/unwritable.js';
import type { SinkContext } from '../kinds/sink-context.js';
import { PatientWriter } from './patient-writer.js';

const BATCH = 256;

interface ResultMessage extends Message {
  readonly result: StandingOutput;
}

export class ExtensionSink extends BaseSink {
  readonly supports: SinkSupports;
  private readonly writer: PatientWriter;
  private encoder: ResultEncoder | undefined;

  constructor(
    kind: AnyDestinationKind,
    private readonly definition: ExtensionResultDestination,
    private readonly structure: OutputStructure,
    private readonly context: SinkContext,
  ) {
    super();
    this.supports = { order: true, retry: true, batch: kind.batch ?? BATCH };
    const { environment, outgoing, standingName, outputName } = context;
    this.writer = new PatientWriter(kind, definition, {
      name: `${standingName}/${outputName}`,
      environment,
      outgoing,
    });
  }

  protected async openSink(): Promise<void> {
    const { environment, outgoing, readSchema, outputName } = this.context;
    this.encoder = await openEncoder(this.definition.format, `${outputName}-value`, {
      clock: environment.clock,
      outgoing,
      readSchema,
    });
    await this.writer.open();
  }

  protected async deliverBatch(results: readonly StandingOutput[]): Promise<DeliveryReport> {
    const failures: DeliveryFailure[] = [];
    const messages = results.flatMap(result => this.messageOf(result, failures));
    for (const [{ result }, problem] of await this.writer.write(messages))
      failures.push({ result, ...problem });
    return reportOf(results.length, failures);
  }

  protected closeSink(): Promise<void> {
    return this.writer.close();
  }

  /** @param failures receives results that the format cannot represent. */
  private messageOf(result: StandingOutput, failures: DeliveryFailure[]): ResultMessage[] {
    const { resultId: id, isPositiveMatch } = result;
    try {
      const bytes = this.encoder!.encode(result, this.structure);
      const data = this.definition.format.type === 'JSON' ? bytes.subarray(0, -1) : bytes;
      return [{ id, isRetraction: !isPositiveMatch, data, result }];
    } catch (error) {
      if (!(error instanceof Unwritable)) throw error;
      failures.push({ result, reason: error.message, mayPass: false });
      return [];
    }
  }
}
