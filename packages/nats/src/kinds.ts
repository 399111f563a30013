/** NATS JetStream as a source and a destination. */
import { declareDestination, declareSource } from '@weir/formats/kinds';
import { formatDuration } from '@weir/plugins/form';
import { natsDeadLettersOf, natsResultsOf } from './definition/nats-destination.js';
import { natsSourceOf } from './definition/nats-source.js';
import { maskedNats } from './definition/nats-target.js';

export const natsSource = declareSource({
  type: 'NatsJetStream',
  member: natsSourceOf,
  masked: maskedNats,
  shown: source => ({ ...source, ackWait: formatDuration(source.ackWait) }),
  canBeShared: () => true,
  prepare: async (source, context, stream) => {
    const { prepareNats } = await import('./source/prepare-nats.js');
    return prepareNats(stream, source, context);
  },
});

export const natsDestination = declareDestination({
  type: 'NatsJetStream',
  results: natsResultsOf,
  deadLetters: natsDeadLettersOf,
  masked: maskedNats,
  makeSink: async (destination, structure, context) => {
    const { NatsSink } = await import('./destination/nats-sink.js');
    return new NatsSink(destination, structure, context);
  },
  openDeadLetters: async (destination, context) => {
    const { openNatsTaker } = await import('./destination/nats-dead-letters.js');
    return openNatsTaker(destination, context);
  },
});
