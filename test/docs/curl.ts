/** Runs a `curl` command of the docs without curl. */
import { shellWords } from './shell-words.js';

export interface CurlRequest {
  /** Includes the query string. */
  readonly path: string;
  readonly init: {
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly body?: string;
  };
}

/** @throws Error for an option that the docs do not use. */
export function parseCurl(command: string): CurlRequest {
  const [program, ...words] = shellWords(command);
  if (program !== 'curl') throw new Error(`not a curl command: ${command}`);
  const headers: Record<string, string> = {};
  let method: string | undefined;
  let body: string | undefined;
  let url: string | undefined;
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (word === '-X') method = words[++i];
    else if (word === '-d') body = words[++i];
    else if (word === '-H') {
      const [name, value] = words[++i]!.split(/: */);
      headers[name!] = value!;
    } else if (word.startsWith('-') && word !== '-N')
      throw new Error(`'${word}' is not understood in: ${command}`);
    else url = word;
  }
  const { pathname, search } = new URL(url ?? '');
  const init = { method: method ?? (body === undefined ? 'GET' : 'POST'), headers };
  return { path: pathname + search, init: body === undefined ? init : { ...init, body } };
}
