import { RequestError, type V2Endpoints } from '@weir/api';
import type { TapPlace } from '@weir/outputs';
import type { Request } from 'express';
import { WRITTEN, type Handlers, type Reply } from '../http/endpoint-router.js';
import type { ResultSockets, Watch } from '../http/result-sockets.js';
import type { Services } from '../services/services.js';
import { watchResults } from '../services/watch-results.js';

type TapEndpoints = Pick<V2Endpoints, 'sq-raw-tap' | 'sq-pre-enrichment-tap' | 'sq-post-enrichment-tap'>;

/** Texts that wait for a slow client. */
const CAPACITY = 256;

export function standingTapRoutes({ standing }: Services, sockets: ResultSockets): Handlers<TapEndpoints> {
  const serve = async (request: Request, name: string, watch: Watch): Promise<Reply> => {
    if (!sockets.isOffered(request)) throw new RequestError(['This address is for WebSockets alone']);
    await sockets.serve(request, name, CAPACITY, watch);
    return WRITTEN;
  };
  const watchOutput =
    (name: string, output: string, place: TapPlace): Watch =>
    (passed, ended) =>
      standing.tapOutput(name, output, place, { passed, ended });
  return {
    'sq-raw-tap': ({ params: { standingQueryName: name }, request }) =>
      serve(request, name, watchResults(standing, name)),
    'sq-pre-enrichment-tap': ({ params: { standingQueryName, standingQueryOutputName }, request }) =>
      serve(
        request,
        standingQueryName,
        watchOutput(standingQueryName, standingQueryOutputName, 'preEnrichment'),
      ),
    'sq-post-enrichment-tap': ({ params: { standingQueryName, standingQueryOutputName }, request }) =>
      serve(
        request,
        standingQueryName,
        watchOutput(standingQueryName, standingQueryOutputName, 'postEnrichment'),
      ),
  };
}
