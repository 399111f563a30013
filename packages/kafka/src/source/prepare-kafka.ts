/** Creates a Kafka source from its definition. Loads its code, which only Kafka users need. */
import { kafkaConnection } from '../connection/kafka-connection.js';
import type { KafkaSourceDefinition } from '../definition/kafka-source.js';
import { WeirError } from '@weir/platform';
import type { PreparedSource, SourceContext } from '@weir/formats/kinds';

/**
 * @param name of the stream; used as the group if none is given.
 * @throws WeirError `ingest.invalid`.
 */
export async function prepareKafka(
  name: string,
  definition: KafkaSourceDefinition,
  { environment, outgoing, isTrial }: SourceContext,
): Promise<PreparedSource> {
  const { topics, recordDecoders: decoders } = definition;
  const count = Array.isArray(topics) ? topics.length : Object.values(topics).flat().length;
  if (count === 0)
    throw new WeirError(
      'ingest.invalid',
      'topics must contain at least one topic, and each topic at least one partition',
    );
  const { scheduler, logger, clock } = environment;
  const connection = await kafkaConnection(definition, 'consumer', 'ingest.invalid', { clock, outgoing });
  const { groupId: propertyGroup } = connection.properties;
  if (propertyGroup !== undefined && definition.groupId !== undefined) {
    throw new WeirError('ingest.invalid', 'group.id is not allowed in kafkaProperties together with groupId');
  }
  const groupId = definition.groupId ?? propertyGroup ?? name;
  const { KafkaSource } = await import('./kafka-source.js');
  const common = { connection, scheduler, logger };
  const openSource = () =>
    new KafkaSource(
      isTrial === true
        ? { ...common, definition: trialOf(definition), groupId: `${groupId}-${environment.random.uuid()}` }
        : { ...common, definition, groupId },
    );
  return { openSource, decoders, headers: null };
}

/** Uses a separate group that commits nothing, so it cannot start from a committed offset. */
function trialOf(definition: KafkaSourceDefinition): KafkaSourceDefinition {
  const { offsetCommitting: _, autoOffsetReset, ...rest } = definition;
  return { ...rest, autoOffsetReset: autoOffsetReset === 'NONE' ? 'EARLIEST' : autoOffsetReset };
}
