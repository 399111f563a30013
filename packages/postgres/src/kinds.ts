/** Changes of PostgreSQL tables as a source. */
import { declareSource } from '@weir/formats/kinds';
import { maskedPostgres, postgresSourceOf } from './definition/postgres-source.js';

export const postgresSource = declareSource({
  type: 'PostgresChanges',
  member: postgresSourceOf,
  masked: maskedPostgres,
  prepare: async (source, context) => {
    const { preparePostgres } = await import('./source/prepare-postgres.js');
    return preparePostgres(source, context);
  },
});
