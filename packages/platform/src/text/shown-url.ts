/** URLs in a form that may be shown and logged. */

/** Replaces a secret wherever it would be shown. */
export const SECRET_MASK = 'Secret(****)';

/** Names of parameters whose values grant access. */
const SECRET_NAME = /token|key|secret|passw|pwd|auth|sig|cred|session|^code$|^(pass|sas|jwt)$/i;

/** Returns the URL with its user, password and secret parameters masked, or unchanged if it has none. */
export function shownUrl(address: string): string {
  if (!URL.canParse(address)) {
    return maskedParameters(address.replace(/\/\/[^/?#]*@/, `//${SECRET_MASK}@`));
  }
  const url = new URL(address);
  const search = maskedParameters(url.search);
  const hash = maskedParameters(url.hash);
  const hasUser = url.username !== '' || url.password !== '';
  if (!hasUser && search === url.search && hash === url.hash) return address;
  url.search = search;
  url.hash = hash;
  if (hasUser) {
    url.username = SECRET_MASK;
    url.password = '';
  }
  return url.href;
}

/** Returns only the origin, for URLs whose path is the secret. */
export function shownOrigin(address: string): string {
  if (!URL.canParse(address)) return SECRET_MASK;
  const { origin, pathname, search } = new URL(address);
  return pathname === '/' && search === '' ? shownUrl(address) : `${origin}/${SECRET_MASK}`;
}

function maskedParameters(search: string): string {
  return search.replace(/([?&#])([^=&#?]*)=([^&#]*)/g, (whole, separator: string, name: string) =>
    SECRET_NAME.test(decoded(name)) ? `${separator}${name}=${SECRET_MASK}` : whole,
  );
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
