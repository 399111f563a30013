/** Sources as the newer form of version 2 shows them: what is shown can be sent again. */
import {
  formatDuration,
  type KafkaSourceDefinition,
  type KinesisSourceDefinition,
  type SourceDefinition,
  type WebSocketSourceDefinition,
} from '@weir/definitions';

export function shownSource(source: SourceDefinition): object {
  switch (source.type) {
    case 'NatsJetStream':
      return { ...source, ackWait: formatDuration(source.ackWait) };
    case 'WebsocketClient':
      return shownWebSocket(source);
    case 'Kafka':
      return shownKafka(source);
    case 'Kinesis':
      return shownKinesis(source);
    default:
      return source;
  }
}

function shownKafka(source: KafkaSourceDefinition): object {
  const { offsetCommitting } = source;
  if (offsetCommitting === undefined) return source;
  const maxInterval = formatDuration(offsetCommitting.maxInterval);
  return { ...source, offsetCommitting: { ...offsetCommitting, maxInterval } };
}

function shownKinesis(source: KinesisSourceDefinition): object {
  const { iteratorType } = source;
  if (iteratorType.type !== 'AtTimestamp') return source;
  return { ...source, iteratorType: { ...iteratorType, at: new Date(iteratorType.at).toISOString() } };
}

function shownWebSocket(source: WebSocketSourceDefinition): object {
  const { keepAlive, reconnect } = source;
  return {
    ...source,
    ...(keepAlive.type === 'NoKeepalive'
      ? {}
      : { keepAlive: { ...keepAlive, interval: formatDuration(keepAlive.interval) } }),
    ...(typeof reconnect === 'object'
      ? {
          reconnect: {
            ...reconnect,
            minBackoff: formatDuration(reconnect.minBackoff),
            maxBackoff: formatDuration(reconnect.maxBackoff),
          },
        }
      : {}),
  };
}
