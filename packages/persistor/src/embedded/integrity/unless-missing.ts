/** For `catch` when reading a file that may be missing. */
export function unlessMissing(thrown: NodeJS.ErrnoException): undefined {
  if (thrown.code !== 'ENOENT') throw thrown;
  return undefined;
}
