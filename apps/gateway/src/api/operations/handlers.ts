/** Handlers of all operations, for all versions of the API. */
import type { Operations } from '@weir/api';
import type { Handlers } from '../endpoint-router.js';
import type { Services } from '../../services.js';
import { administrationHandlers } from './administration-handlers.js';
import { catalogHandlers } from './catalog-handlers.js';
import { cypherHandlers } from './cypher-handlers.js';
import { debugHandlers } from './debug-handlers.js';
import { explorationHandlers } from './exploration-handlers.js';
import { ingestHandlers } from './ingest-handlers.js';
import { queryLanguageHandlers } from './query-language-handlers.js';
import { recipeHandlers } from './recipe-handlers.js';
import { sceneHandlers } from './scene-handlers.js';
import { standingHandlers, type StandingHandlerOptions } from './standing-handlers.js';
import type { ConversationSockets } from '../../sockets/conversation-sockets.js';
import type { UploadSockets } from '../../sockets/upload-sockets.js';
import { walkHandlers } from './walk-handlers.js';

export interface HandlerOptions extends StandingHandlerOptions {
  readonly conversations: ConversationSockets;
  readonly uploads: UploadSockets;
}

export function allHandlers(services: Services, options: HandlerOptions): Handlers<Operations> {
  return {
    ...standingHandlers(services, options),
    ...catalogHandlers(services),
    ...cypherHandlers(services, options.conversations),
    ...queryLanguageHandlers(services, options.conversations),
    ...walkHandlers(services),
    ...ingestHandlers(services, options.uploads),
    ...administrationHandlers(services),
    ...explorationHandlers(services),
    ...debugHandlers(services),
    ...recipeHandlers(services),
    ...sceneHandlers(services),
  };
}
