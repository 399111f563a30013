/** Errors as clients know them: the only table from error codes to status codes of Neo4j. */
import { type ErrorCode, WeirError } from '@weir/platform';

export interface Failure {
  readonly code: string;
  readonly message: string;
}

/** The client broke the protocol. The connection is closed after the failure. */
export class ProtocolError extends Error {}

const INVALID_REQUEST = 'Neo.ClientError.Request.Invalid';
const PROCEDURE_FAILED = 'Neo.ClientError.Procedure.ProcedureCallFailed';
const UNKNOWN = 'Neo.DatabaseError.General.UnknownError';
/** Drivers repeat a transaction that fails with a transient error. */
const UNAVAILABLE = 'Neo.TransientError.General.DatabaseUnavailable';

/** Codes that drivers themselves attach a meaning to. */
export const STATUS = {
  invalidRequest: INVALID_REQUEST,
  notWritable: 'Neo.ClientError.Statement.AccessMode',
  databaseNotFound: 'Neo.ClientError.Database.DatabaseNotFound',
  rollbackFailed: 'Neo.DatabaseError.Transaction.TransactionRollbackFailed',
  timedOut: 'Neo.ClientError.Transaction.TransactionTimedOut',
} as const;

const STATUS_OF_ERROR: Readonly<Record<ErrorCode, string>> = {
  'cypher.syntax': 'Neo.ClientError.Statement.SyntaxError',
  'cypher.compile': 'Neo.ClientError.Statement.SemanticError',
  'cypher.type-mismatch': 'Neo.ClientError.Statement.TypeError',
  'cypher.arithmetic': 'Neo.ClientError.Statement.ArithmeticError',
  'cypher.wrong-signature': 'Neo.ClientError.Statement.ArgumentError',
  'cypher.invalid-index': 'Neo.ClientError.Statement.ArgumentError',
  'cypher.runtime': 'Neo.ClientError.Statement.ExecutionFailed',
  'cypher.constraint-violation': 'Neo.ClientError.Schema.ConstraintValidationFailed',
  'cypher.budget-exceeded': 'Neo.ClientError.Statement.ExecutionFailed',
  'cypher.timeout': STATUS.timedOut,
  'cypher.cancelled': 'Neo.ClientError.Transaction.Terminated',
  'gremlin.syntax': 'Neo.ClientError.Statement.SyntaxError',
  'function.exists': PROCEDURE_FAILED,
  'function.not-found': PROCEDURE_FAILED,
  'function.in-use': PROCEDURE_FAILED,
  'function.invalid': PROCEDURE_FAILED,
  'standing.invalid-pattern': PROCEDURE_FAILED,
  'standing.exists': PROCEDURE_FAILED,
  'standing.not-found': PROCEDURE_FAILED,
  'standing.busy': PROCEDURE_FAILED,
  'standing.output-exists': PROCEDURE_FAILED,
  'standing.output-not-found': PROCEDURE_FAILED,
  'ingest.exists': INVALID_REQUEST,
  'ingest.not-found': INVALID_REQUEST,
  'ingest.invalid': INVALID_REQUEST,
  'ingest.file-not-found': 'Neo.ClientError.Statement.ExternalResourceFailed',
  'ingest.file-not-allowed': 'Neo.ClientError.Statement.ExternalResourceFailed',
  'ingest.record-too-long': 'Neo.ClientError.Statement.ExternalResourceFailed',
  'ingest.not-startable': INVALID_REQUEST,
  'ingest.unavailable': 'Neo.ClientError.Statement.ExternalResourceFailed',
  'ingest.source-changed': INVALID_REQUEST,
  'ingest.bad-records': INVALID_REQUEST,
  'ingest.busy': INVALID_REQUEST,
  'ingest.no-webhook': INVALID_REQUEST,
  'ingest.no-dry-run': INVALID_REQUEST,
  'ingest.not-running': INVALID_REQUEST,
  'output.invalid': INVALID_REQUEST,
  'output.file-not-allowed': INVALID_REQUEST,
  'output.failed': UNKNOWN,
  'output.dead-letters-full': UNKNOWN,
  'node.property-not-found': 'Neo.ClientError.Statement.EntityNotFound',
  'request.invalid': INVALID_REQUEST,
  'request.forbidden': 'Neo.ClientError.Security.Forbidden',
  'request.not-found': INVALID_REQUEST,
  'request.method-not-allowed': INVALID_REQUEST,
  'request.unsupported-media-type': INVALID_REQUEST,
  'request.not-acceptable': INVALID_REQUEST,
  'request.too-large': INVALID_REQUEST,
  'request.timeout': INVALID_REQUEST,
  'request.too-many': 'Neo.TransientError.Request.NoThreadsAvailable',
  'access.unknown': 'Neo.ClientError.Security.Unauthorized',
  'access.denied': 'Neo.ClientError.Security.Forbidden',
  'access.unavailable': 'Neo.ClientError.Security.AuthProviderFailed',
  'scene.exists': INVALID_REQUEST,
  'scene.not-found': INVALID_REQUEST,
  'scene.too-large': INVALID_REQUEST,
  'scene.too-many': INVALID_REQUEST,
  'recipe.invalid': INVALID_REQUEST,
  'recipe.not-found': INVALID_REQUEST,
  'recipe.missing-value': INVALID_REQUEST,
  'recipe.running': INVALID_REQUEST,
  'recipe.not-running': INVALID_REQUEST,
  'config.invalid': UNKNOWN,
  'cli.invalid': UNKNOWN,
  'gateway.port-in-use': UNKNOWN,
  'gateway.busy': 'Neo.TransientError.Request.NoThreadsAvailable',
  'cluster.directory-failed': UNAVAILABLE,
  'cluster.directory-unfit': UNKNOWN,
  'store.incompatible': UNKNOWN,
  'store.damaged': UNKNOWN,
  'store.locked': UNKNOWN,
  'store.failed': UNKNOWN,
  'store.taken-over': UNAVAILABLE,
  'store.missing': UNKNOWN,
  'graph.historical-write': INVALID_REQUEST,
  'graph.no-history': INVALID_REQUEST,
  'graph.not-ready': UNAVAILABLE,
  'graph.closed': UNAVAILABLE,
  'graph.worker-lost': UNAVAILABLE,
  'graph.set-aside': INVALID_REQUEST,
  internal: UNKNOWN,
};

/** An error with a status code that no error code has. */
export class StatusError extends Error {
  constructor(
    readonly status: string,
    message: string,
  ) {
    super(message);
  }
}

/**
 * @param hasWritten whether the transaction has already written: then it must not be repeated, and no transient error
 * is reported.
 */
export function failureOf(thrown: unknown, hasWritten = false): Failure {
  if (thrown instanceof StatusError) return { code: thrown.status, message: thrown.message };
  if (thrown instanceof ProtocolError) return { code: INVALID_REQUEST, message: thrown.message };
  const { code, message } = WeirError.from(thrown);
  const status = STATUS_OF_ERROR[code];
  return { code: hasWritten && status.startsWith('Neo.TransientError.') ? UNKNOWN : status, message };
}
