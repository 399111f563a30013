/** Errors for unsupported query features, each with its position and an alternative. */
import { cypherError, type Span } from '@weir/cypher';
import type { WeirError } from '@weir/platform';

/** For a text that is not a standing query at all. */
const WRONG_FORMAT = 'Wrong format for a standing query (expected `MATCH ... WHERE ... RETURN ...`)';

/** All are `cypher.compile`. */
export class Refusals {
  /** @param text the source that spans refer to. */
  constructor(private readonly text: string) {}

  /** @param what starts the sentence; `instead` ends it. */
  unsupported(what: string, span: Span, instead: string): WeirError {
    return this.error(`${what} is not supported in standing queries: ${instead}`, span);
  }

  wrongFormat(instead: string, span: Span): WeirError {
    return this.error(`${WRONG_FORMAT}: ${instead}`, span);
  }

  error(message: string, span: Span): WeirError {
    return cypherError('cypher.compile', message, { source: this.text, offset: span.start });
  }
}
