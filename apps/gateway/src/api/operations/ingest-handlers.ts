import { type IngestOperations, RawJson } from '@weir/api';
import { requireBrokers } from '@weir/kafka/connection';
import { leanQueryJson, queryJson } from '@weir/model';
import { WeirError } from '@weir/platform';
import { WRITTEN, type Handlers } from '../endpoint-router.js';
import { setErrorHead } from '../error-status.js';
import { jsonText } from '../../responses/json-text.js';
import type { UploadSockets } from '../../sockets/upload-sockets.js';
import type { Services } from '../../services.js';
import { uiEdgesOf, uiNodesOf } from '../../responses/ui-values.js';

export function ingestHandlers(
  { ingest, outgoing }: Services,
  uploads: UploadSockets,
): Handlers<IngestOperations> {
  return {
    listIngest: () => ingest.list(),
    createIngest: ({ name, definition, mustReach = false }) =>
      ingest.create(
        name,
        definition,
        mustReach ? () => requireBrokers(definition, 'ingest.invalid', outgoing) : undefined,
      ),
    dryRunIngest: async ({ name, definition, records, millis, sample }, { response, signal, frame }) => {
      const outcome = await ingest.dryRun(name, definition, { records, millis, signal, sample });
      const nodes = uiNodesOf([...outcome.nodes], leanQueryJson).map(text => new RawJson(text));
      const edges = uiEdgesOf([...outcome.edges]).map(text => new RawJson(text));
      const shown = outcome.records.map(value => new RawJson(queryJson(value)));
      response.type('application/json');
      response.send(frame.start + jsonText({ ...outcome, records: shown, nodes, edges }) + frame.end);
      return WRITTEN;
    },
    getIngest: ({ name }) => {
      const info = ingest.get(name);
      if (!info) throw new WeirError('ingest.not-found', `There is no ingest stream '${name}'`);
      return info;
    },
    deleteIngest: ({ name }) => ingest.delete(name),
    pushToIngest: async ({ name, body }, { response }) => {
      const outcome = await ingest.push(name, body);
      if (outcome.rejectedCount === 0) return outcome;
      setErrorHead(response, 'ingest.bad-records');
      response.type('application/json').send(jsonText(outcome));
      return WRITTEN;
    },
    uploadToIngest: async ({ name }, { request }) => {
      await uploads.serve(request, () => ingest.upload(name));
      return WRITTEN;
    },
    pauseIngest: ({ name }) => ingest.pause(name),
    startIngest: ({ name }) => ingest.start(name),
  };
}
