/** NATS JetStream as a source and a destination. */
import { declareSource } from '@weir/formats/kinds';
import { declareMessageDestination } from '@weir/formats/messages';
import { formatDuration } from '@weir/plugins/form';
import { natsDeadLettersOf, natsResultsOf } from './definition/nats-destination.js';
import { natsSourceOf } from './definition/nats-source.js';
import { natsSecrets } from './definition/nats-target.js';

export const natsSource = declareSource({
  type: 'NatsJetStream',
  member: natsSourceOf,
  secrets: natsSecrets,
  shown: source => ({ ...source, ackWait: formatDuration(source.ackWait) }),
  canBeShared: () => true,
  prepare: async (source, context, stream) => {
    const { prepareNats } = await import('./source/prepare-nats.js');
    return prepareNats(stream, source, context);
  },
});

export const natsDestination = declareMessageDestination({
  type: 'NatsJetStream',
  results: natsResultsOf,
  deadLetters: natsDeadLettersOf,
  secrets: natsSecrets,
  supports: () => ({ order: false, retry: true, batch: 256 }),
  nameOf: ({ subject }) => `NATS, subject ${subject}`,
  subjectOf: ({ subject }) => `${subject}-value`,
  open: async (destination, context) => {
    const { NatsSubject } = await import('./destination/nats-subject.js');
    return NatsSubject.open(destination, context);
  },
});
