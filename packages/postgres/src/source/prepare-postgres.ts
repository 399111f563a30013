/** Creates a PostgreSQL source from its definition. Loads its code, which only PostgreSQL users need. */
import { postgresServer } from '../connection/postgres-server.js';
import type { PostgresSourceDefinition } from '../definition/postgres-source.js';
import type { PreparedSource, SourceContext } from '@weir/formats/kinds';

/** @throws WeirError `ingest.invalid`. */
export async function preparePostgres(
  definition: PostgresSourceDefinition,
  { environment, outgoing, isTrial = false }: SourceContext,
): Promise<PreparedSource> {
  const server = await postgresServer(definition, 'ingest.invalid', outgoing);
  const { PostgresSource } = await import('./postgres-source.js');
  const { scheduler, clock, logger, random } = environment;
  // Creates nothing permanent on the server.
  const slot = isTrial
    ? { ...definition, slot: `weir_${random.uuid().replaceAll('-', '')}`, tables: [], isTemporary: true }
    : definition;
  return {
    openSource: () => new PostgresSource({ server, slot, scheduler, clock, logger }),
    decoders: [],
    headers: null,
  };
}
