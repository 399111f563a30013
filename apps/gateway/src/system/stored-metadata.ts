/** Metadata stored beside the graph, under the keys that clients know; secrets are masked. Values are base64. */
import type { Services } from '../services.js';
import { jsonText } from '../responses/json-text.js';
import { UI_METADATA_KEYS } from '../ui/ui-settings.js';

/** Data has never been migrated. */
const MIGRATION_VERSION = 0;
/** Prefix of keys that belong to one host; there is only one. */
const HOST = '0-';

export async function storedMetadata(services: Services): Promise<Record<string, string>> {
  const { graph, build, standing, ingest } = services;
  const version = Buffer.from(build.persistenceWriteVersion.split('.').map(Number));
  const migration = Buffer.alloc(4);
  migration.writeInt32BE(MIGRATION_VERSION);
  const entries: [key: string, bytes: Buffer][] = [
    ['serialization_version', version],
    ['quine_app_state_version', version],
    ['migration_version', migration],
  ];
  const add = (key: string, value: object | undefined): void => {
    if (value !== undefined) entries.push([key, Buffer.from(jsonText(value))]);
  };
  for (const key of UI_METADATA_KEYS) add(key, (await graph.admin.metadata.get(key)) as object | undefined);
  const outputs = (isWorkflow: boolean): object | undefined =>
    filled(
      standing.list().map(({ name, outputs: all }) => {
        const own = Object.entries(all).filter(([, { type }]) => (type === 'Workflow') === isWorkflow);
        return [name, filled(own)];
      }),
    );
  add('standing_query_outputs', outputs(false));
  add('v2_standing_query_outputs', outputs(true));
  add(`${HOST}v2_ingest_streams`, filled(ingest.list().map(({ name, settings }) => [name, settings])));
  return Object.fromEntries(entries.map(([key, bytes]) => [key, bytes.toString('base64')]));
}

/** `undefined` when it is empty. */
function filled(entries: readonly (readonly [string, object | undefined])[]): object | undefined {
  const there = entries.filter(([, value]) => value !== undefined);
  return there.length === 0 ? undefined : Object.fromEntries(there);
}
