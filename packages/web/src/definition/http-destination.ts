/** Version 2 definition of HTTP endpoints as destinations. */
import { z } from 'zod';
import { type DestinationForms, int, keyed } from '@weir/formats/forms';
import { signingSecret } from './http-target.js';
import { templateFieldsOf } from './http-template.js';
import { postBatchOf } from './post-batch.js';

const url = z
  .string()
  .meta({ description: 'http or https URL; passwords and tokens in it are masked in responses' });
const headers = keyed(z.string())
  .default({})
  .meta({ description: 'Request headers; their values are secrets and are masked in responses' });

export function httpResultsOf({ form }: DestinationForms) {
  return form
    .member({
      type: z.literal('HttpEndpoint'),
      url,
      parallelism: int(1).default(8).meta({
        default: 8,
        description: 'Maximum number of parallel requests; with 1, results arrive in order',
      }),
      headers,
      signingSecret,
      batch: postBatchOf(form),
      ...templateFieldsOf(form),
    })
    .meta({
      'x-label': 'HTTP request',
      'x-common': 3,
      description: 'Sends one HTTP POST per result or per batch of results',
    });
}

export function httpDeadLettersOf({ form, envelopeFormat: outputFormat }: DestinationForms) {
  return form
    .member({
      type: z.literal('HttpEndpoint'),
      url,
      parallelism: int(1).default(8).meta({ default: 8, description: 'Maximum number of parallel requests' }),
      headers,
      outputFormat,
    })
    .meta({ description: 'Sends one HTTP POST per record' });
}

export type HttpDestination = z.output<ReturnType<typeof httpResultsOf>>;
export type HttpDeadLetters = z.output<ReturnType<typeof httpDeadLettersOf>>;
