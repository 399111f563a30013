/** For `catch` of a file that need not be there. */
export function unlessMissing(thrown: NodeJS.ErrnoException): undefined {
  if (thrown.code !== 'ENOENT') throw thrown;
  return undefined;
}
