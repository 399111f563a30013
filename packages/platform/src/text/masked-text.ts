/**
 * Masks secrets of URLs within free text, such as the message of a library's error. `WeirError`, the logger and
 * everything that reports a reason pass their text through here before it leaves the process.
 */
import { isError } from './is-error.js';
import { SECRET_MASK, shownOrigin, shownUrl } from './shown-url.js';

const ADDRESS = /\b(?:[a-z][a-z\d+.-]*:\/\/|(?:https?|wss?):(?=\S*@))[^\s'"`<>]+/gi;
/** A login that contains spaces or quotes, at which `ADDRESS` would stop; `host:80 ...` is not one. */
const ODD_LOGIN = /:\/\/[^\s/?#@:]*:(?!\d+\s)[^/?#\n@]*@/g;
/** Punctuation that follows a URL in a sentence. */
const TRAILING = /[.,:;)\]}]+$/;
/** The path of these URLs is the secret. */
const WEB_HOOK = /^https?:\/\/hooks\.slack\.com\//i;

export function maskedText(text: string): string {
  if (!text.includes('://') && !text.includes('@')) return text;
  return text.replace(ODD_LOGIN, `://${SECRET_MASK}@`).replace(ADDRESS, found => {
    const trailing = TRAILING.exec(found)?.[0] ?? '';
    const address = found.slice(0, found.length - trailing.length);
    const shown = WEB_HOOK.test(address) ? shownOrigin(address) : shownUrl(address);
    // `Secret(****)` itself ends in such a character.
    return shown === address || address.endsWith(SECRET_MASK.slice(0, -1)) ? found : shown + trailing;
  });
}

/**
 * Returns why an operation failed, including the reason of its cause: undici throws `fetch failed` and puts the real
 * reason there.
 */
export function reasonOf(thrown: unknown): string {
  if (!isError(thrown)) return maskedText(String(thrown));
  const { message, cause, name } = thrown;
  const own = message || ((thrown as { readonly code?: string }).code ?? name);
  return maskedText(isError(cause) && cause.message !== '' ? `${own}: ${cause.message}` : own);
}
