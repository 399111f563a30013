import type { QueryLanguageOperations } from '@weir/api';
import type { ConversationSockets } from '../../sockets/conversation-sockets.js';
import { WRITTEN, type Handlers } from '../endpoint-router.js';
import { LanguageServer } from '../../language-server/language-server.js';
import { QueryLanguage } from '../../language-server/query-language.js';
import { QueryNames } from '../../language-server/query-names.js';
import type { Services } from '../../services.js';

export function queryLanguageHandlers(
  { graph, environment, build: { version } }: Services,
  conversations: ConversationSockets,
): Handlers<QueryLanguageOperations> {
  const language = new QueryLanguage(graph, new QueryNames(graph, environment));
  const { logger } = environment;
  return {
    checkQuery: ({ body }) => language.check(body.text, body.parameters),
    completeQuery: ({ body }) => language.complete(body.text, body.offset),
    describeWord: ({ body }) => language.describe(body.text, body.offset),
    openLanguageServer: async (_, { request }) => {
      await conversations.serve(
        request,
        speaker => new LanguageServer(speaker, language, { version, logger }),
      );
      return WRITTEN;
    },
  };
}
