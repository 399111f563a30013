/** Version 2 definition of changes of Delta Sharing tables as a source. */
import { SECRET_MASK, shownUrl } from '@weir/platform';
import { z } from 'zod';
import type { Form } from '@weir/plugins/form';
import { int, long, type SourceForms } from '@weir/formats/forms';

const secret = z.string().meta({ description: 'Secret; masked in responses' });
const text = z.string().min(1);
const httpAddress = (description: string) =>
  text.meta({ description, example: 'https://sharing.example.org/delta-sharing' });

export function deltaSharingSourceOf({ form }: SourceForms) {
  return form
    .member({
      type: z.literal('DeltaSharingCdf'),
      endpoint: httpAddress('http or https URL of the server, as in a profile file'),
      auth: authOf(form),
      shareName: text,
      schemaName: text,
      tableName: text,
      startingVersion: long(0n).optional().meta({
        description: 'First version to read; default: the version after the newest one at the start',
      }),
      snapshotOnFirstRun: z.boolean().default(false).meta({
        description:
          'Whether to read all rows first, as of startingVersion or the current version, and then the changes after it',
      }),
      pollIntervalMs: int(1)
        .default(10_000)
        .meta({ default: 10_000, description: 'Milliseconds between two requests for new versions' }),
      maxVersionsPerPoll: int(1)
        .default(10)
        .meta({ default: 10, description: 'Maximum number of versions per request' }),
      serverRequestTimeoutMs: int(1).default(30_000).meta({ default: 30_000 }),
      parquetFetchTimeoutMs: int(1)
        .default(120_000)
        .meta({ default: 120_000, description: 'Maximum time to download a file, in milliseconds' }),
      maxRetries: int(0).default(5).meta({
        default: 5,
        description: 'Number of retries of a failed request, with increasing delays, before the source fails',
      }),
      skipUnreadableVersions: z.boolean().default(false).meta({
        description: 'Whether versions that cannot be read are skipped; otherwise they fail the stream',
      }),
      parquetDownloadParallelism: int(1)
        .default(3)
        .meta({ default: 3, description: 'Maximum number of parallel downloads' }),
      responseFormat: z.enum(['parquet', 'delta']).optional().meta({
        description: 'Response format that is requested from the server; default: chosen by the server',
      }),
    })
    .meta({
      'x-label': 'Delta Sharing',
      description: 'Changed rows of a Delta Sharing table, version by version',
    });
}

function authOf(form: Form) {
  return z.discriminatedUnion('type', [
    form.member({ type: z.literal('BearerToken'), bearerToken: secret }),
    form.member({
      type: z.literal('OAuthClientCredentials'),
      tokenEndpoint: text,
      clientId: text,
      clientSecret: secret,
      scope: z.string().optional(),
    }),
    form
      .member({
        type: z.literal('CertificateAuth'),
        clientId: text,
        certFile: text,
        certFilePassword: secret,
        certFileType: text.optional(),
        certAlias: text.optional(),
        keyAlias: text.optional(),
        resourceUri: text,
        discoveryUrl: text,
        caCertPath: text.optional(),
        caCertPassword: secret.optional(),
      })
      .meta({ description: 'Not available' }),
  ]);
}

type AnyDefinition = z.output<ReturnType<typeof deltaSharingSourceOf>>;
export type DeltaSharingAuth = Exclude<AnyDefinition['auth'], { type: 'CertificateAuth' }>;
export interface DeltaSharingDefinition extends Omit<AnyDefinition, 'auth'> {
  auth: DeltaSharingAuth;
  /** Rows have a fixed format. */
  format?: undefined;
}

export function maskedDeltaSharing(definition: DeltaSharingDefinition): DeltaSharingDefinition {
  const { endpoint, auth } = definition;
  return { ...definition, endpoint: shownUrl(endpoint), auth: maskedAuth(auth) };
}

function maskedAuth(auth: DeltaSharingAuth): DeltaSharingAuth {
  if (auth.type === 'BearerToken') return { ...auth, bearerToken: SECRET_MASK };
  return { ...auth, tokenEndpoint: shownUrl(auth.tokenEndpoint), clientSecret: SECRET_MASK };
}
