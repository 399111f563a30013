/** Options of the commands that connect to a running server. */
import { type Arguments, invalid } from './read-arguments.js';

export const DEFAULT_URL = 'http://127.0.0.1:8080';

export const SERVER_OPTIONS = {
  url: { type: 'string', value: '<url>', meaning: `address of the server; default ${DEFAULT_URL}` },
  token: {
    type: 'string',
    value: '<token>',
    meaning: 'token of the server, if it requires one; default: the variable WEIR_TOKEN',
  },
} as const;

export interface ServerAddress {
  /** Without a trailing slash. */
  readonly url: string;
  readonly token: string | undefined;
}

/** @throws WeirError `cli.invalid` */
export function serverAddress(
  args: Arguments,
  environment: Readonly<Record<string, string | undefined>>,
): ServerAddress {
  return {
    url: checkedUrl(args.text('url') ?? DEFAULT_URL),
    token: args.text('token') ?? (environment['WEIR_TOKEN'] || undefined),
  };
}

function checkedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw invalid(`Option --url expects a URL such as ${DEFAULT_URL} but was given '${text}'`);
  }
  return text.replace(/\/+$/, '');
}
