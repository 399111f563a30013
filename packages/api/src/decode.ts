/** Decodes the parts of an HTTP request into the values that an endpoint declares. */
import { parseJson } from '@weir/model';
import { messageOf, WeirError } from '@weir/platform';
import { decodingFailures, faultLine, readYamlDocument } from '@weir/definitions';
import type { z } from 'zod';
import { RequestError } from './request-error.js';

/**
 * @param mediaType a media type that the endpoint accepts, without parameters.
 * @throws RequestError
 */
export function parseBody(text: string, mediaType: string): unknown {
  switch (mediaType) {
    case 'text/plain':
      return { text, parameters: {} };
    case 'application/yaml': {
      const document = readYamlDocument(text);
      if ('syntaxErrors' in document)
        throw new RequestError(document.syntaxErrors.map(faultLine), {}, 'body');
      return document.value;
    }
    default:
      return parseJsonBody(text);
  }
}

function parseJsonBody(text: string): unknown {
  if (text.trim() === '') throw new RequestError(['ParsingFailure: exhausted input'], {}, 'body');
  try {
    return parseJson(text);
  } catch (cause) {
    const reason = messageOf(cause);
    if (cause instanceof WeirError && cause.code === 'internal') throw cause;
    throw new RequestError([`ParsingFailure: ${reason}`], { cause }, 'body');
  }
}

/**
 * @param suggests whether errors name words that were probably meant, which clients of the first API version do not know.
 * @throws RequestError with one line per failure.
 */
export function decodeBody<T extends z.ZodType>(schema: T, value: unknown, suggests = false): z.output<T> {
  const decoded = schema.safeParse(value, { reportInput: true });
  if (decoded.success) return decoded.data;
  const failures = decodingFailures(decoded.error.issues, value, suggests ? schema : undefined);
  const details = failures.map(({ text, suggestion }) => (suggests ? (suggestion ?? text) : text));
  throw new RequestError(details, {}, 'body');
}

/**
 * Decodes path and query parameters; errors of both are reported together.
 * @throws RequestError
 */
export function decodeParameters<P extends z.ZodType, Q extends z.ZodType>(
  params: { readonly schema: P; readonly raw: unknown },
  query: { readonly schema: Q; readonly raw: unknown },
): { params: z.output<P>; query: z.output<Q> } {
  const decodedParams = params.schema.safeParse(params.raw);
  const decodedQuery = query.schema.safeParse(query.raw);
  if (decodedParams.success && decodedQuery.success) {
    return { params: decodedParams.data, query: decodedQuery.data };
  }
  const issues = [...(decodedParams.error?.issues ?? []), ...(decodedQuery.error?.issues ?? [])];
  throw new RequestError(issues.map(issue => issue.message));
}
