/** Errors in the older form of the second API version. */
import { RequestError, type EnvelopedErrors } from '@weir/api';
import type { Logger, WeirError } from '@weir/platform';
import type { Request, Response } from 'express';
import { jsonText } from '../../../responses/json-text.js';
import { answerTo, textsOf } from '../error-response.js';

export function envelopedErrorWriter(logger: Logger) {
  return (thrown: unknown, request: Request, response: Response): void => {
    const answer = answerTo(thrown, request, response, logger);
    if (!answer) return;
    const { error, requestId } = answer;
    const reference = requestId === undefined ? '' : ` (reference ${requestId})`;
    const body: EnvelopedErrors = {
      errors: textsOf(error).map(text => ({ type: typeOf(error), message: text + reference })),
    };
    response.type('application/json').send(jsonText(body));
  };
}

function typeOf(error: WeirError): EnvelopedErrors['errors'][number]['type'] {
  if (error.code.startsWith('cypher.')) return 'CypherError';
  return error instanceof RequestError ? 'DecodeError' : 'ApiError';
}
