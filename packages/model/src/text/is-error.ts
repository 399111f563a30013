/**
 * Whether something thrown is an error. Unlike `instanceof Error`, it accepts the errors of other realms, which have
 * classes of their own: those of `node:vm`, and in tests those of Node's modules.
 */
export function isError(thrown: unknown): thrown is Error {
  return thrown instanceof Error || Object.prototype.toString.call(thrown) === '[object Error]';
}

/** The message of an error, or the text of anything else that was thrown. Secrets are not masked; `reasonOf` does that. */
export function messageOf(thrown: unknown): string {
  return isError(thrown) ? thrown.message : String(thrown);
}
