/** Where the service is: where the page came from, also below a path that a proxy puts in front. */
export const base = new URL('.', document.baseURI);

/** @param path without a slash at its beginning. */
export function addressOf(path: string): string {
  return new URL(path, base).href;
}

export function socketAddressOf(path: string): string {
  return addressOf(path).replace(/^http/, 'ws');
}
