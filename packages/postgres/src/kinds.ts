/** Changes of PostgreSQL tables as a source. */
import { declareSource } from '@weir/formats/kinds';
import { postgresSourceOf } from './definition/postgres-source.js';

export const postgresSource = declareSource({
  type: 'PostgresChanges',
  member: postgresSourceOf,
  secrets: ['password', 'tls.key'],
  prepare: async (source, context) => {
    const { preparePostgres } = await import('./source/prepare-postgres.js');
    return preparePostgres(source, context);
  },
});
