/**
 * Sends each message over TCP to every connected client. Clients acknowledge nothing: a message sent to at least one
 * client counts as delivered. Results without a client are dropped and counted as such.
 */
import type { Environment } from '@weir/platform';
import type { Destination, Message, Unwritten } from '@weir/plugins';
import { FrameServer, LONGEST_FRAME } from './frame-server.js';

interface Context {
  readonly name: string;
  readonly environment: Pick<Environment, 'scheduler' | 'logger'>;
}

export class FramedClients implements Destination {
  private isAlone = false;

  constructor(
    private readonly server: FrameServer,
    private readonly context: Context,
  ) {}

  /** @throws WeirError `output.invalid` if it cannot listen. */
  static async open(
    { address, port }: { readonly address: string; readonly port: number },
    context: Context,
  ): Promise<FramedClients> {
    const server = new FrameServer({ address, port, environment: context.environment });
    await server.open();
    return new FramedClients(server, context);
  }

  async write(messages: readonly Message[]): Promise<readonly Unwritten[]> {
    const fitting = messages.filter(({ data }) => data.length <= LONGEST_FRAME);
    const sent = await this.server.send(fitting.map(({ data }) => data));
    const dropped = fitting.slice(sent);
    if (dropped.length > 0 && !this.isAlone) {
      const { environment, name } = this.context;
      environment.logger.log(
        'warn',
        `${name} drops messages: no client is connected to ${this.server.name}.`,
      );
    }
    this.isAlone = dropped.length > 0;
    const tooLong = messages.filter(({ data }) => data.length > LONGEST_FRAME);
    return [
      ...tooLong.map(message => {
        const reason = `${message.data.length} bytes exceed the ${LONGEST_FRAME} that clients accept`;
        return { message, reason, mayPass: false };
      }),
      ...dropped.map(message => ({
        message,
        reason: 'no client is connected',
        mayPass: false,
        isDropped: true,
      })),
    ];
  }

  close(): Promise<void> {
    return this.server.close();
  }
}
