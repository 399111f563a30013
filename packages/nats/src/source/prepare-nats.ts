/** Creates a NATS source from its definition. Loads its code, which only NATS users need. */
import { natsServers } from '../connection/nats-connection.js';
import type { NatsSourceDefinition } from '../definition/nats-source.js';
import { WeirError } from '@weir/platform';
import type { PreparedSource, SourceContext } from '@weir/formats/kinds';

/**
 * @param name of the stream; used as the consumer if none is given.
 * @throws WeirError `ingest.invalid`.
 */
export async function prepareNats(
  name: string,
  definition: NatsSourceDefinition,
  { environment, outgoing, isTrial = false }: SourceContext,
): Promise<PreparedSource> {
  const consumer = definition.consumer ?? name;
  if (/[\s.*>/\\]/.test(consumer)) {
    throw new WeirError(
      'ingest.invalid',
      `'${consumer}' is not a valid name for a NATS consumer: set 'consumer' to a name without blanks, dots, stars and slashes`,
    );
  }
  const servers = await natsServers(definition, 'ingest.invalid', outgoing);
  const { NatsSource } = await import('./nats-source.js');
  const { scheduler, logger } = environment;
  return {
    openSource: () => new NatsSource({ definition, servers, consumer, isTrial, scheduler, logger }),
    decoders: definition.recordDecoders,
    headers: null,
  };
}
