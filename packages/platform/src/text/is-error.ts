/**
 * Returns whether a thrown value is an error. Unlike `instanceof Error`, accepts the errors of other realms, which have
 * their own classes: errors from `node:vm`, and in tests from Node's modules.
 */
export function isError(thrown: unknown): thrown is Error {
  return thrown instanceof Error || Object.prototype.toString.call(thrown) === '[object Error]';
}

/** Returns the message of an error, or the text of any other thrown value. Does not mask secrets; `reasonOf` does. */
export function messageOf(thrown: unknown): string {
  return isError(thrown) ? thrown.message : String(thrown);
}
