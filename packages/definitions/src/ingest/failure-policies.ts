/** What becomes of a record that can't be read, and of a stream whose source fails. */
import { z } from 'zod';
import type { Form } from '@weir/plugins/form';
import { keyed } from '../fields/keyed.js';
import { int } from '../fields/numbers.js';
import { tcpPort } from '../fields/port.js';
import { deadLetterFormatOf, withInfoEnvelope } from '../outputs/dead-letter-format.js';
import {
  type ExtensionDeadLetterDestination,
  extensionDestinations,
} from '../outputs/extension-destinations.js';
import { natsSubject, natsTargetOf } from '../nats-target.js';
import { webSocketTargetOf } from '../web-socket-target.js';
import { awsOf } from './aws-target.js';
import { kafkaSecurityOf } from './kafka-source.js';

const text = z.string().min(1);

/** Where records go that can't be read. */
function deadLetterDestinationsOf(form: Form) {
  const outputFormat = deadLetterFormatOf(form);
  const envelopeFormat = form.object({ withInfoEnvelope }).default({ withInfoEnvelope: false });
  const builtIn = [
    form
      .member({
        type: z.literal('HttpEndpoint'),
        url: z.string().meta({
          description: 'An http or https address; passwords and tokens in it never come back out',
        }),
        parallelism: int(1).default(8).meta({ default: 8, description: 'Requests at once' }),
        headers: keyed(z.string())
          .default({})
          .meta({ description: 'Request headers; their values are secrets and never come back out' }),
        outputFormat: envelopeFormat,
      })
      .meta({ description: 'One HTTP POST per record' }),
    form
      .member({ type: z.literal('File'), path: text })
      .meta({ description: 'One JSON line per record, appended' }),
    form.member({ type: z.literal('StandardOut') }).meta({ description: 'One JSON line per record' }),
    form
      .member({
        type: z.literal('Kafka'),
        topic: text,
        bootstrapServers: text,
        outputFormat,
        ...kafkaSecurityOf(form),
      })
      .meta({ description: 'One record of a topic per record' }),
    form
      .member({
        type: z.literal('NatsJetStream'),
        ...natsTargetOf(form),
        subject: natsSubject,
        outputFormat,
      })
      .meta({ description: 'One message of a stream of JetStream per record' }),
    form
      .member({
        type: z.literal('Kinesis'),
        streamName: text,
        outputFormat,
        ...awsOf(form),
        kinesisParallelism: int(1).optional(),
        kinesisMaxBatchSize: int(1).optional(),
        kinesisMaxRecordsPerSecond: int(1).optional(),
        kinesisMaxBytesPerSecond: int(1).optional(),
      })
      .meta({ description: 'One record of a stream per record' }),
    form
      .member({
        type: z.literal('ReactiveStream'),
        port: tcpPort,
        address: text.default('localhost'),
        outputFormat,
      })
      .meta({ description: 'One message per record to each client that is connected to this port' }),
    form
      .member({ type: z.literal('SNS'), topic: text, outputFormat, ...awsOf(form) })
      .meta({ description: 'One message of a topic per record' }),
    form
      .member({ type: z.literal('SQS'), queueUrl: text, outputFormat, ...awsOf(form) })
      .meta({ description: 'One message of a queue per record' }),
    form
      .member({
        type: z.literal('WebSocket'),
        ...webSocketTargetOf(form),
        outputFormat: envelopeFormat,
      })
      .meta({ description: 'One message per record, over a connection that is opened again when it ends' }),
    form
      .member({
        type: z.literal('CypherQuery'),
        query: text.meta({
          description:
            'Run for each record. The parameter is {frame, message, stream}, with `decoded` where the record could be read',
        }),
        parameter: text.default('that'),
        parallelism: int(1).default(16).meta({ default: 16, description: 'Queries at once' }),
        allowAllNodeScan: z.boolean().default(false),
      })
      .meta({ description: 'Writes the record to the graph' }),
    form
      .member({
        type: z.literal('Slack'),
        hookUrl: text.meta({ description: 'Its path never comes back out' }),
        intervalSeconds: int(1).default(20).meta({ default: 20, description: 'Between two messages' }),
      })
      .meta({
        description:
          'A message that says how many records came and shows the newest. The stream does not wait for it, and nobody keeps the records there',
      }),
  ] as const;
  const members = [...builtIn, ...extensionDestinations(kind => form.member({ ...kind, outputFormat }))];
  const union = z.discriminatedUnion('type', members as unknown as typeof builtIn);
  const destination: z.ZodType<z.output<typeof union> | ExtensionDeadLetterDestination> = union;
  return form.named('IngestDeadLetterDestination', destination);
}

export function recordErrorPolicyOf(form: Form) {
  return form
    .object({
      retrySettings: form
        .object({
          minBackoff: int(0).default(2_000).meta({ default: 2_000, description: 'Milliseconds' }),
          maxBackoff: int(0).default(20).meta({ default: 20, description: 'Seconds' }),
          randomFactor: z.number().min(0).default(0.2),
          maxRetries: int(0).default(6).meta({ default: 6 }),
        })
        .optional()
        .meta({ description: 'A record that can not be read is read again, after pauses that get longer' }),
      includeQueryFailures: z.boolean().optional().meta({
        default: false,
        description:
          'A record for which the query fails counts as one that can not be read; otherwise the stream fails. Always so where records are pushed',
      }),
      logRecord: z.boolean().default(true).meta({ description: 'Warn of records that can not be read' }),
      deadLetterQueueSettings: form
        .object({ destinations: z.array(z.lazy(() => deadLetterDestinationsOf(form))).default([]) })
        .prefault({})
        .meta({ description: 'Each record that can not be read goes to all of these' }),
    })
    .meta({ description: 'A record that can not be read is passed over, after what this says' });
}

export function streamErrorPolicyOf(form: Form) {
  return z
    .discriminatedUnion('type', [
      form
        .member({ type: z.literal('LogStreamError') })
        .meta({ description: 'The stream fails at the first trouble with its source' }),
      form
        .member({
          type: z.literal('RetryStreamError'),
          retryCount: int(0),
          within: form.duration(1).default(31_000).meta({ default: '31s' }),
          minBackoff: form.duration(1).default(10_000).meta({ default: '10s' }),
          maxBackoff: form.duration(1).default(10_000).meta({ default: '10s' }),
        })
        .meta({ description: 'The source is opened again after trouble that may pass' }),
    ])
    .default({ type: 'LogStreamError' });
}

export type RecordErrorPolicy = z.output<ReturnType<typeof recordErrorPolicyOf>>;
export type DeadLetterDestination = RecordErrorPolicy['deadLetterQueueSettings']['destinations'][number];
export type StreamErrorPolicy = z.output<ReturnType<typeof streamErrorPolicyOf>>;
