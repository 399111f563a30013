/** Address of the service: the origin of the page, including a path prefix added by a proxy. */
export const base = new URL('.', document.baseURI);

/** @param path without a leading slash. */
export function addressOf(path: string): string {
  return new URL(path, base).href;
}

export function socketAddressOf(path: string): string {
  return addressOf(path).replace(/^http/, 'ws');
}
