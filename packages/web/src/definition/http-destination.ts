/** Version 2 definition of HTTP endpoints as destinations. */
import { z } from 'zod';
import { type DestinationForms, int, keyed } from '@weir/formats/forms';
import { signingSecret } from './http-target.js';
import { postBatchOf } from './post-batch.js';

const url = z
  .string()
  .meta({ description: 'An http or https address; passwords and tokens in it never come back out' });
const headers = keyed(z.string())
  .default({})
  .meta({ description: 'Request headers; their values are secrets and never come back out' });

export function httpResultsOf({ form }: DestinationForms) {
  return form
    .member({
      type: z.literal('HttpEndpoint'),
      url,
      parallelism: int(1)
        .default(8)
        .meta({ default: 8, description: 'Requests at once; with 1, results arrive in order' }),
      headers,
      signingSecret,
      batch: postBatchOf(form),
    })
    .meta({ description: 'One HTTP POST per result, or per batch of results' });
}

export function httpDeadLettersOf({ form, envelopeFormat: outputFormat }: DestinationForms) {
  return form
    .member({
      type: z.literal('HttpEndpoint'),
      url,
      parallelism: int(1).default(8).meta({ default: 8, description: 'Requests at once' }),
      headers,
      outputFormat,
    })
    .meta({ description: 'One HTTP POST per record' });
}

export type HttpDestination = z.output<ReturnType<typeof httpResultsOf>>;
export type HttpDeadLetters = z.output<ReturnType<typeof httpDeadLettersOf>>;
