/** Brokers, object stores and messages over TCP. */
import { z } from 'zod';
import type { Form } from '@weir/plugins/form';
import { keyed } from '../fields/keyed.js';
import { int, long } from '../fields/numbers.js';
import { tcpPort } from '../fields/port.js';
import { kclSettingsOf, refuseKclSettings } from './kcl-settings.js';
import type { SourceForms } from './source-forms.js';

const secret = z.string().meta({ description: 'Never comes back out' });
const text = z.string().min(1);

/** How AWS is reached, whichever version of the API says it. */
export interface AwsTarget {
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined;
  region?: string | undefined;
  endpoint?: string | undefined;
}

export function awsOf(form: Form) {
  return {
    credentials: form
      .object({ accessKeyId: secret, secretAccessKey: secret })
      .optional()
      .meta({ description: 'Absent: as AWS clients find them, in the environment for instance' }),
    region: text.optional().meta({
      example: 'us-west-2',
      description: 'Absent: as AWS clients find it, in AWS_REGION for instance',
    }),
    endpoint: text.optional().meta({
      example: 'http://localhost:5000',
      description: 'A server that speaks as AWS does, in its place; an http or https address',
    }),
  };
}

/** How to log in, whichever version of the API says it. */
export interface KafkaSecurity {
  /** Absent: as the properties say. */
  securityProtocol?: 'PLAINTEXT' | 'SSL' | 'SASL_SSL' | 'SASL_PLAINTEXT';
  sslKeystorePassword?: string | undefined;
  sslTruststorePassword?: string | undefined;
  sslKeyPassword?: string | undefined;
  saslJaasConfig?:
    | { type: 'PlainLogin' | 'ScramLogin'; username: string; password: string }
    | {
        type: 'OAuthBearerLogin';
        clientId: string;
        clientSecret: string;
        scope?: string | undefined;
        tokenEndpointUrl?: string | undefined;
      }
    | undefined;
  kafkaProperties: Record<string, string>;
}

export function kafkaSecurityOf(form: Form) {
  const oauth = { clientId: text, scope: z.string().optional() };
  return {
    sslKeystorePassword: secret.optional(),
    sslTruststorePassword: secret.optional(),
    sslKeyPassword: secret.optional(),
    saslJaasConfig: z
      .discriminatedUnion('type', [
        form.member({ type: z.literal('PlainLogin'), username: text, password: secret }),
        form.member({ type: z.literal('ScramLogin'), username: text, password: secret }),
        form.member({
          type: z.literal('OAuthBearerLogin'),
          ...oauth,
          clientSecret: secret,
          tokenEndpointUrl: z.string().optional(),
        }),
      ])
      .optional(),
    kafkaProperties: keyed(z.string()).default({}),
  };
}

export function s3SourceOf({ form, fileFormat, recordDecoders }: SourceForms) {
  const { credentials, region, endpoint } = awsOf(form);
  return form
    .member({
      type: z.literal('S3'),
      format: fileFormat,
      bucket: text,
      key: text,
      credentials,
      region,
      endpoint,
      maximumLineSize: int(1).optional(),
      startOffset: long(0n),
      limit: long(0n).optional(),
      characterEncoding: z.string(),
      recordDecoders,
    })
    .meta({ description: 'Records of an object of S3' });
}

export function kafkaSourceOf({ form, streamingFormat: format, recordDecoders }: SourceForms) {
  return form
    .member({ type: z.literal('Kafka'), format, ...kafkaOf(form), recordDecoders })
    .meta({ description: 'Values of the records of Kafka topics' });
}

export function kinesisSourceOf({ form, streamingFormat: format, recordDecoders }: SourceForms) {
  const { credentials, region, endpoint } = awsOf(form);
  return form
    .member({
      type: z.literal('Kinesis'),
      format,
      streamName: text,
      shardIds: z.array(text).optional(),
      credentials,
      region,
      endpoint,
      iteratorType: shardIteratorOf(form),
      numRetries: int(1).default(3).meta({ default: 3 }),
      recordDecoders,
    })
    .refine(({ iteratorType, shardIds }) => hasItsShard(iteratorType.type, shardIds), NO_SHARD)
    .meta({ description: 'Records of a stream of Kinesis' });
}

export function kinesisGroupSourceOf({ form, streamingFormat: format, recordDecoders }: SourceForms) {
  const { credentials, region, endpoint } = awsOf(form);
  return form
    .member({
      type: z.literal('KinesisKCL'),
      kinesisStreamName: text,
      applicationName: text,
      format,
      credentials,
      region,
      endpoint,
      initialPosition: initialPositionOf(form),
      numRetries: int(1).default(3).meta({ default: 3 }),
      recordDecoders,
      ...kclSettingsOf(form),
    })
    .superRefine(refuseKclSettings)
    .meta({ description: 'Records of a stream of Kinesis whose shards several processes share' });
}

export function sqsSourceOf({ form, streamingFormat: format, recordDecoders }: SourceForms) {
  const { credentials, region, endpoint } = awsOf(form);
  return form
    .member({
      type: z.literal('SQS'),
      format,
      queueUrl: text,
      readParallelism: int(1).default(1).meta({ default: 1 }),
      credentials,
      region,
      endpoint,
      deleteReadMessages: z.boolean().default(true),
      recordDecoders,
    })
    .meta({ description: 'Messages of a queue of SQS' });
}

export function framedSourceOf({ form, streamingFormat: format }: SourceForms) {
  return form
    .member({
      type: z.literal('ReactiveStream'),
      format,
      url: text.meta({ example: 'localhost', description: 'The host to connect to' }),
      port: tcpPort,
    })
    .meta({
      description:
        'Messages over TCP, each behind its length in four bytes, the highest first; 10 MiB at most',
    });
}

function kafkaOf(form: Form) {
  return {
    topics: z
      .union([z.array(text), keyed(z.array(int(0)))])
      .meta({ description: 'Names, or an object with the partitions of each' }),
    bootstrapServers: text.meta({ example: 'localhost:9092' }),
    groupId: text.optional(),
    securityProtocol: form.word(['PLAINTEXT', 'SSL', 'SASL_SSL', 'SASL_PLAINTEXT']).default('PLAINTEXT'),
    offsetCommitting: z
      .discriminatedUnion('type', [
        form.member({
          type: z.literal('ExplicitCommit'),
          maxBatch: long(1n).default(1_000).meta({ default: 1_000 }),
          maxInterval: form.duration().default(10_000).meta({ default: '10s' }),
          parallelism: int(1).default(100).meta({ default: 100 }),
          waitForCommitConfirmation: z.boolean().default(true),
        }),
      ])
      .optional(),
    autoOffsetReset: form.word(['LATEST', 'EARLIEST', 'NONE']).default('LATEST'),
    ...kafkaSecurityOf(form),
    endingOffset: long(0n).optional(),
  };
}

function shardIteratorOf(form: Form) {
  return z
    .discriminatedUnion('type', [
      form.member({ type: z.literal('Latest') }),
      form.member({ type: z.literal('TrimHorizon') }),
      form.member({ type: z.literal('AtSequenceNumber'), sequenceNumber: text }),
      form.member({ type: z.literal('AfterSequenceNumber'), sequenceNumber: text }),
      form.member({ type: z.literal('AtTimestamp'), at: form.instant() }),
    ])
    .default({ type: 'Latest' });
}

export const NO_SHARD = { error: 'A sequence number is one of a shard: give exactly one of shardIds' };

export function hasItsShard(type: string, shardIds: readonly string[] | undefined): boolean {
  return (type !== 'AtSequenceNumber' && type !== 'AfterSequenceNumber') || shardIds?.length === 1;
}

function initialPositionOf(form: Form) {
  const at = { year: int(0), month: int(1), date: int(1), hourOfDay: int(0), minute: int(0), second: int(0) };
  return z
    .discriminatedUnion('type', [
      form.member({ type: z.literal('Latest') }),
      form.member({ type: z.literal('TrimHorizon') }),
      form.member({ type: z.literal('AtTimestamp'), ...at }),
    ])
    .default({ type: 'Latest' });
}
