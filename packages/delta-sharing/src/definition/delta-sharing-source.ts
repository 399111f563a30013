/** Version 2 definition of changes of Delta Sharing tables as a source. */
import { SECRET_MASK, shownUrl } from '@weir/model';
import { z } from 'zod';
import type { Form } from '@weir/plugins/form';
import { int, long, type SourceForms } from '@weir/formats/forms';

const secret = z.string().meta({ description: 'Never comes back out' });
const text = z.string().min(1);
const httpAddress = (description: string) =>
  text.meta({ description, example: 'https://sharing.example.org/delta-sharing' });

export function deltaSharingSourceOf({ form }: SourceForms) {
  return form
    .member({
      type: z.literal('DeltaSharingCdf'),
      endpoint: httpAddress('Of the server, an http or https address, as profiles have it'),
      auth: authOf(form),
      shareName: text,
      schemaName: text,
      tableName: text,
      startingVersion: long(0n).optional().meta({
        description: 'The first version to read; absent: the one after the newest that is there at the start',
      }),
      snapshotOnFirstRun: z.boolean().default(false).meta({
        description:
          'All rows of the table first, as of startingVersion or as they are; then the changes after that',
      }),
      pollIntervalMs: int(1)
        .default(10_000)
        .meta({ default: 10_000, description: 'Between two questions for a new version' }),
      maxVersionsPerPoll: int(1)
        .default(10)
        .meta({ default: 10, description: 'Versions to ask for at once' }),
      serverRequestTimeoutMs: int(1).default(30_000).meta({ default: 30_000 }),
      parquetFetchTimeoutMs: int(1).default(120_000).meta({ default: 120_000, description: 'For each file' }),
      maxRetries: int(0).default(5).meta({
        default: 5,
        description: 'Tries after one that failed, with pauses that get longer, before the source fails',
      }),
      skipUnreadableVersions: z.boolean().default(false).meta({
        description:
          'Versions that the server or their files can not give are passed over; else they end the stream',
      }),
      parquetDownloadParallelism: int(1)
        .default(3)
        .meta({ default: 3, description: 'Files to download at once' }),
      responseFormat: z
        .enum(['parquet', 'delta'])
        .optional()
        .meta({ description: 'How the server is to name files; absent: as it likes' }),
    })
    .meta({ description: 'Changed rows of a table that is shared by Delta Sharing, version by version' });
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
