/** User and password of a URL. `fetch` rejects them there, and undici's `request` ignores them. */
export interface UrlLogin {
  /** Without user and password. */
  readonly url: URL;
  /** Value of the header `Authorization`; `undefined` if the URL has no login. */
  readonly authorization: string | undefined;
}

export function urlLogin(address: string | URL): UrlLogin {
  const url = new URL(address);
  const { username, password } = url;
  if (username === '' && password === '') return { url, authorization: undefined };
  url.username = url.password = '';
  const login = `${decoded(username)}:${decoded(password)}`;
  return { url, authorization: `Basic ${Buffer.from(login).toString('base64')}` };
}

/** A URL may contain a `%` that escapes nothing. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
