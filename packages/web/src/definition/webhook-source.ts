/** Version 2 definition of records that clients push over HTTP. */
import { z } from 'zod';
import type { Running, SourceForms } from '@weir/formats/forms';

export function webhookSourceOf({ form, fileFormat, streamingFormat }: SourceForms) {
  const [line, jsonLines, json, csv, debezium] = fileFormat.options;
  const [, , raw, drop, protobuf, avro] = streamingFormat.options;
  return form
    .member({
      type: z.literal('Webhook'),
      format: z
        .discriminatedUnion('type', [line, jsonLines, json, csv, debezium, raw, drop, protobuf, avro])
        .meta({ description: 'Format of the body; for Raw, Drop, Protobuf and Avro the body is one record' }),
    })
    .meta({ 'x-label': 'Webhook', 'x-common': 5, description: 'Records that clients push over HTTP' });
}

export type WebhookSourceDefinition = Running<z.output<ReturnType<typeof webhookSourceOf>>>;
