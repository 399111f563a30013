/** Maps error codes to HTTP statuses, for both API versions. */
import type { ErrorCode } from '@weir/platform';
import type { Response } from 'express';

export const STATUS_OF_ERROR: Readonly<Record<ErrorCode, number>> = {
  'cypher.syntax': 400,
  'cypher.compile': 400,
  'cypher.type-mismatch': 400,
  'cypher.arithmetic': 400,
  'cypher.wrong-signature': 400,
  'cypher.invalid-index': 400,
  'cypher.runtime': 400,
  'cypher.constraint-violation': 400,
  'cypher.budget-exceeded': 400,
  'cypher.timeout': 503,
  'cypher.cancelled': 503,
  'gremlin.syntax': 400,
  'function.exists': 400,
  'function.not-found': 404,
  'function.in-use': 400,
  'function.invalid': 400,
  'standing.invalid-pattern': 400,
  'standing.exists': 400,
  'standing.not-found': 404,
  'standing.busy': 503,
  'standing.output-exists': 400,
  'standing.output-not-found': 404,
  'ingest.exists': 400,
  'ingest.not-found': 404,
  'ingest.invalid': 400,
  'ingest.file-not-found': 400,
  'ingest.file-not-allowed': 400,
  'ingest.record-too-long': 400,
  'ingest.not-startable': 400,
  'ingest.unavailable': 400,
  'ingest.source-changed': 400,
  'ingest.bad-records': 422,
  'ingest.busy': 429,
  'ingest.no-webhook': 400,
  'ingest.no-dry-run': 400,
  'ingest.not-running': 503,
  'output.invalid': 400,
  'output.file-not-allowed': 400,
  'output.failed': 500,
  'output.dead-letters-full': 500,
  'node.property-not-found': 404,
  'request.invalid': 400,
  'request.forbidden': 403,
  'request.not-found': 404,
  'request.method-not-allowed': 405,
  'request.unsupported-media-type': 415,
  'request.not-acceptable': 406,
  'request.too-large': 413,
  'request.timeout': 408,
  'request.too-many': 429,
  'access.unknown': 401,
  'access.denied': 403,
  'access.unavailable': 503,
  'scene.exists': 400,
  'scene.not-found': 404,
  'scene.too-large': 413,
  'scene.too-many': 400,
  'recipe.invalid': 400,
  'recipe.not-found': 404,
  'recipe.missing-value': 400,
  'recipe.running': 400,
  'recipe.not-running': 400,
  'config.invalid': 400,
  'cli.invalid': 400,
  'gateway.port-in-use': 500,
  'gateway.busy': 503,
  'cluster.directory-failed': 503,
  'cluster.directory-unfit': 500,
  'store.incompatible': 500,
  'store.damaged': 500,
  'store.locked': 500,
  'store.failed': 500,
  'store.taken-over': 503,
  'store.missing': 503,
  'graph.historical-write': 400,
  'graph.no-history': 400,
  'graph.not-ready': 503,
  'graph.closed': 503,
  'graph.worker-lost': 503,
  'graph.set-aside': 400,
  internal: 500,
};

/** Delay for errors that pass shortly, in seconds. */
const RETRY_AFTER: Partial<Readonly<Record<ErrorCode, number>>> = {
  'graph.worker-lost': 1,
  'ingest.busy': 1,
  'ingest.not-running': 5,
};

/** Sets the status and headers of an error, which are the same in all versions. */
export function setErrorHead(response: Response, code: ErrorCode): void {
  response.status(STATUS_OF_ERROR[code]).setHeader('Weir-Error-Code', code);
  const seconds = RETRY_AFTER[code];
  // Browsers prompt for a name and a password: any name, and the token as the password.
  if (code === 'access.unknown') {
    response.setHeader('WWW-Authenticate', ['Basic realm="Weir", charset="UTF-8"', 'Bearer realm="Weir"']);
  }
  if (seconds !== undefined) response.setHeader('Retry-After', String(seconds));
}
