/** Version 1 definition of HTTP endpoints as destinations. Fields are in output order. */
import { LENIENT } from '@weir/plugins/form';
import { z } from 'zod';
import { int, keyed } from '@weir/formats/forms';
import type { DestinationVersion1 } from '@weir/formats/kinds';
import { isBare, onFailure, structure } from '@weir/formats/version1';
import type { HttpDestination } from './http-destination.js';
import { signingSecret } from './http-target.js';
import { postBatchOf } from './post-batch.js';

const postToEndpointOutput = z
  .object({
    type: z.literal('PostToEndpoint'),
    url: z
      .string()
      .meta({ description: 'http or https URL; passwords and tokens in it are masked in responses' }),
    parallelism: int(1).default(8).meta({
      default: 8,
      description: 'Maximum number of parallel requests; with 1, results arrive in order',
    }),
    onlyPositiveMatchData: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether to send only the data, without meta' }),
    headers: keyed(z.string())
      .default({})
      .meta({ description: 'Request headers; their values are secrets and are masked in responses' }),
    signingSecret,
    batch: postBatchOf(LENIENT),
    structure,
    onFailure,
  })
  .meta({ id: 'PostToEndpoint', description: 'Sends one HTTP POST per result or per batch of results' });

export const httpVersion1: DestinationVersion1<typeof postToEndpointOutput, HttpDestination> = {
  type: 'PostToEndpoint',
  schema: postToEndpointOutput,
  variables: ['url', 'headers.*'],
  toVersion2: ({ url, parallelism, headers, signingSecret: secret, batch, ...output }) => ({
    destination: {
      type: 'HttpEndpoint',
      url,
      parallelism,
      headers,
      ...(secret === undefined ? {} : { signingSecret: secret }),
      ...(batch === undefined ? {} : { batch }),
    },
    isBare: output.onlyPositiveMatchData || isBare(output.structure),
  }),
  fromVersion2: ({ type: _, preset, template, values: _values, ...endpoint }, given) =>
    (preset ?? template) === undefined
      ? { type: 'PostToEndpoint', ...endpoint, onlyPositiveMatchData: false, structure: given }
      : undefined,
};
