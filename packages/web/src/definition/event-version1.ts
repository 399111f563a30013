/** Version 1 definition of server-sent events as a source. Fields are in output order. */
import { z } from 'zod';
import type { SourceVersion1 } from '@weir/formats/kinds';
import {
  decodersOfVersion1,
  DEFAULT_JSON_FORMAT,
  maximumPerSecond,
  parallelism,
  recordDecoders,
  streamedFormat,
  streamingFormatOfVersion1,
  version1Decoders,
  version1StreamingFormat,
} from '@weir/formats/version1';
import type { EventSourceDefinition } from './event-source.js';

const serverSentEventsIngest = z
  .object({
    type: z.literal('ServerSentEventsIngest'),
    format: streamedFormat.default(DEFAULT_JSON_FORMAT),
    url: z.string().meta({
      description:
        'URL of the producer of server-sent events, http or https; passwords and tokens in it are masked in responses',
    }),
    parallelism,
    maximumPerSecond,
    recordDecoders,
  })
  .meta({ id: 'ServerSentEventsIngest', description: 'The data of server-sent events' });

export const eventVersion1: SourceVersion1<typeof serverSentEventsIngest, EventSourceDefinition> = {
  type: 'ServerSentEventsIngest',
  schema: serverSentEventsIngest,
  variables: ['url'],
  toVersion2: ({ format, url, recordDecoders: decoders }) => ({
    type: 'ServerSentEvent',
    format: streamingFormatOfVersion1(format),
    url,
    recordDecoders: decodersOfVersion1(decoders),
  }),
  fromVersion2: (source, stream) => ({
    type: 'ServerSentEventsIngest',
    format: version1StreamingFormat(source.format, stream),
    url: source.url,
    parallelism: stream.parallelism,
    maximumPerSecond: stream.maximumPerSecond,
    recordDecoders: version1Decoders(source.recordDecoders),
  }),
};
