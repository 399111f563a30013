import type { QueryLanguageOperations } from '@weir/api';
import type { Handlers } from '../http/endpoint-router.js';
import { QueryLanguage } from '../services/query-language.js';
import { QueryNames } from '../services/query-names.js';
import type { Services } from '../services/services.js';

export function queryLanguageHandlers({ graph, environment }: Services): Handlers<QueryLanguageOperations> {
  const language = new QueryLanguage(graph, new QueryNames(graph, environment));
  return {
    checkQuery: ({ body }) => language.check(body.text, body.parameters),
    completeQuery: ({ body }) => language.complete(body.text, body.offset),
    describeWord: ({ body }) => language.describe(body.text, body.offset),
  };
}
