import type { IngestOperations } from '@weir/api';
import { WeirError } from '@weir/model';
import type { Handlers } from '../http/endpoint-router.js';
import type { Services } from '../services/services.js';

export function ingestHandlers({ ingest }: Services): Handlers<IngestOperations> {
  return {
    listIngest: () => ingest.list(),
    createIngest: ({ name, definition }) => ingest.create(name, definition),
    getIngest: ({ name }) => {
      const info = ingest.get(name);
      if (!info) throw new WeirError('ingest.not-found', `There is no ingest stream '${name}'`);
      return info;
    },
    deleteIngest: ({ name }) => ingest.delete(name),
    pauseIngest: ({ name }) => ingest.pause(name),
    startIngest: ({ name }) => ingest.start(name),
  };
}
