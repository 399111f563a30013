/**
 * Sends one message per result over TCP to each connected client. Clients acknowledge nothing: a message sent to at
 * least one client counts as delivered. Results without a client are dropped and counted as such.
 */
import type { StandingOutput } from '@weir/contract';
import type { OutputStructure } from '@weir/formats/forms';
import type { FramedDestination } from '../definition/framed-destination.js';
import { openEncoder, type ResultEncoder, Unwritable } from '@weir/formats/encoders';
import {
  BaseSink,
  type DeliveryFailure,
  type DeliveryReport,
  reportOf,
  type SinkSupports,
} from '@weir/plugins';
import type { SinkContext } from '@weir/formats/kinds';
import { FrameServer, LONGEST_FRAME } from './frame-server.js';

export class FramedSink extends BaseSink {
  readonly supports: SinkSupports = { order: true, retry: false, batch: 256 };
  protected readonly server: FrameServer;
  private encoder: ResultEncoder | undefined;
  private isAlone = false;

  constructor(
    private readonly definition: FramedDestination,
    private readonly structure: OutputStructure,
    private readonly context: SinkContext,
  ) {
    super();
    this.server = new FrameServer({ ...definition, environment: context.environment });
  }

  protected async openSink(): Promise<void> {
    const { environment, outgoing, readSchema } = this.context;
    const dependencies = { clock: environment.clock, outgoing, readSchema };
    this.encoder = await openEncoder(
      this.definition.format,
      `${this.context.outputName}-value`,
      dependencies,
    );
    await this.server.open();
  }

  protected async deliverBatch(results: readonly StandingOutput[]): Promise<DeliveryReport> {
    const failures: DeliveryFailure[] = [];
    const messages = results.flatMap(result => this.messageOf(result, failures));
    const dropped = messages.length - (await this.server.send(messages));
    if (dropped > 0 && !this.isAlone) {
      const { environment, outputName, standingName } = this.context;
      environment.logger.log(
        'warn',
        `Output '${outputName}' of standing query '${standingName}' drops results: no client is connected to ` +
          `${this.server.name}.`,
        { standingQuery: standingName, output: outputName },
      );
    }
    this.isAlone = dropped > 0;
    return reportOf(results.length, failures, dropped);
  }

  protected closeSink(): Promise<void> {
    return this.server.close();
  }

  /** Empty for a result that cannot be sent. */
  private messageOf(result: StandingOutput, failures: DeliveryFailure[]): Uint8Array[] {
    try {
      const bytes = this.encoder!.encode(result, this.structure);
      if (bytes.length <= LONGEST_FRAME) return [bytes];
      const reason = `${bytes.length} bytes exceed the ${LONGEST_FRAME} that clients accept`;
      failures.push({ result, reason, mayPass: false });
    } catch (error) {
      if (!(error instanceof Unwritable)) throw error;
      failures.push({ result, reason: error.message, mayPass: false });
    }
    return [];
  }
}
