/** Version 2 definitions of a Kinesis stream as a source: read by one process, or by several that share its shards. */
import { z } from 'zod';
import type { Form } from '@weir/plugins/form';
import { int, type Running, type SourceForms } from '@weir/formats/forms';
import { awsOf } from './aws-target.js';
import { kclSettingsOf, refuseKclSettings } from './kcl-settings.js';

const text = z.string().min(1);

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
    .meta({ 'x-label': 'Amazon Kinesis', description: 'Records of a Kinesis stream' });
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
    .meta({
      'x-label': 'Amazon Kinesis, shared shards',
      description: 'Records of a Kinesis stream whose shards several processes share',
    });
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

export const NO_SHARD = { error: 'A sequence number belongs to one shard: set exactly one of shardIds' };

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

export type KinesisSourceDefinition = Running<z.output<ReturnType<typeof kinesisSourceOf>>>;
export type KinesisGroupDefinition = Running<z.output<ReturnType<typeof kinesisGroupSourceOf>>>;
