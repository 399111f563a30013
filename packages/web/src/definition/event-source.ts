/** Version 2 definition of server-sent events as a source. */
import { z } from 'zod';
import type { Running, SourceForms } from '@weir/formats/forms';

export function eventSourceOf({ form, streamingFormat, recordDecoders }: SourceForms) {
  return form
    .member({
      type: z.literal('ServerSentEvent'),
      format: streamingFormat,
      url: z.string().meta({
        description: 'http or https URL; passwords and tokens in it are masked in responses',
      }),
      recordDecoders: recordDecoders.meta({
        description: 'Decodings to apply to each record, in this order',
      }),
    })
    .meta({ 'x-label': 'Server-sent events', 'x-common': 4, description: 'The data of server-sent events' });
}

export type EventSourceDefinition = Running<z.output<ReturnType<typeof eventSourceOf>>>;
