import { messageOf } from '../text/is-error.js';
import { maskedText } from '../text/masked-text.js';

/**
 * Errors shown to a user or client. Each has a stable code. The gateway has the only table from code to HTTP status,
 * and docs/reference/errors.md explains each code. The message says what failed, why, and how to fix it.
 */
export type ErrorCode =
  // Cypher; the reference's error classes
  | 'cypher.syntax'
  | 'cypher.compile'
  | 'cypher.type-mismatch'
  | 'cypher.arithmetic'
  | 'cypher.wrong-signature'
  | 'cypher.invalid-index'
  | 'cypher.runtime'
  | 'cypher.constraint-violation'
  | 'cypher.budget-exceeded'
  | 'cypher.timeout'
  | 'cypher.cancelled'
  | 'gremlin.syntax'
  // functions written in Cypher
  | 'function.exists'
  | 'function.not-found'
  | 'function.in-use'
  | 'function.invalid'
  // standing queries
  | 'standing.invalid-pattern'
  | 'standing.exists'
  | 'standing.not-found'
  | 'standing.busy'
  | 'standing.output-exists'
  | 'standing.output-not-found'
  // ingest
  | 'ingest.exists'
  | 'ingest.not-found'
  | 'ingest.invalid'
  | 'ingest.file-not-found'
  | 'ingest.file-not-allowed'
  | 'ingest.record-too-long'
  | 'ingest.not-startable'
  | 'ingest.unavailable'
  | 'ingest.source-changed'
  | 'ingest.bad-records'
  | 'ingest.busy'
  | 'ingest.no-webhook'
  | 'ingest.no-dry-run'
  | 'ingest.not-running'
  // outputs
  | 'output.invalid'
  | 'output.file-not-allowed'
  | 'output.failed'
  | 'output.dead-letters-full'
  // requests
  | 'node.property-not-found'
  | 'request.invalid'
  | 'request.forbidden'
  | 'request.not-found'
  | 'request.method-not-allowed'
  | 'request.unsupported-media-type'
  | 'request.not-acceptable'
  | 'request.too-large'
  | 'request.timeout'
  | 'request.too-many'
  // access
  | 'access.unknown'
  | 'access.denied'
  | 'access.unavailable'
  // shared scenes of the explorer
  | 'scene.exists'
  | 'scene.not-found'
  | 'scene.too-large'
  | 'scene.too-many'
  // recipes, configuration, command line
  | 'recipe.invalid'
  | 'recipe.not-found'
  | 'recipe.missing-value'
  | 'recipe.running'
  | 'recipe.not-running'
  | 'config.invalid'
  | 'cli.invalid'
  | 'gateway.port-in-use'
  | 'gateway.busy'
  // several processes
  | 'cluster.directory-failed'
  | 'cluster.directory-unfit'
  // store and graph
  | 'store.incompatible'
  | 'store.damaged'
  | 'store.locked'
  | 'store.failed'
  | 'store.taken-over'
  | 'store.missing'
  | 'graph.historical-write'
  | 'graph.no-history'
  | 'graph.not-ready'
  | 'graph.closed'
  | 'graph.worker-lost'
  | 'graph.set-aside'
  | 'internal';

const TRANSIENT: ReadonlySet<ErrorCode> = new Set([
  'store.failed',
  'graph.not-ready',
  'cluster.directory-failed',
  'graph.worker-lost',
  'cypher.timeout',
]);

/** Returns whether the failure is temporary: the same request may succeed later. */
export function isTransient(code: ErrorCode): boolean {
  return TRANSIENT.has(code);
}

export interface SourcePosition {
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 units. */
  readonly column: number;
  /** 0-based, in UTF-16 units from the start of the text. */
  readonly offset: number;
  /** The whole text that contains the position. */
  readonly source: string;
}

export class WeirError extends Error {
  override readonly name = 'WeirError';
  readonly position: SourcePosition | undefined;
  /** A finer machine-readable reason within the code, such as openCypher's `UndefinedVariable`. */
  readonly detail: string | undefined;

  constructor(
    readonly code: ErrorCode,
    message: string,
    options: { position?: SourcePosition | undefined; detail?: string | undefined; cause?: unknown } = {},
  ) {
    super(maskedText(message), options.cause === undefined ? undefined : { cause: options.cause });
    this.position = options.position;
    this.detail = options.detail;
  }

  /** A copy for another thread. */
  toTransfer(): TransferredError {
    return {
      code: this.code,
      message: this.message,
      ...(this.position ? { position: this.position } : {}),
      ...(this.detail === undefined ? {} : { detail: this.detail }),
    };
  }

  static fromTransfer(error: TransferredError): WeirError {
    return new WeirError(error.code, error.message, { position: error.position, detail: error.detail });
  }

  /** Converts anything thrown to a `WeirError`: itself, or `internal` with the original as cause. */
  static from(thrown: unknown): WeirError {
    if (thrown instanceof WeirError) return thrown;
    return new WeirError('internal', messageOf(thrown), {
      cause: thrown,
    });
  }
}

export interface TransferredError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly position?: SourcePosition;
  readonly detail?: string;
}
