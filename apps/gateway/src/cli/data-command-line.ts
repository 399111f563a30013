/** The commands that copy data: `backup`, `restore`, `export`, `import`. */
import { parseArgs } from 'node:util';
import { WeirError } from '@weir/platform';

const NAMES = ['backup', 'restore', 'export', 'import'] as const;
type Name = (typeof NAMES)[number];

export interface DataCommand {
  readonly kind: 'data';
  readonly name: Name;
  /** `-` is standard input or output. */
  readonly file: string;
  /** Address of the service; unused by `restore`. */
  readonly url: string;
  /** The directory that `restore` creates. */
  readonly directory: string | undefined;
}

const DEFAULT_URL = 'http://127.0.0.1:8080';

export function isDataCommand(word: string | undefined): word is Name {
  return NAMES.some(name => name === word);
}

/**
 * @param args the arguments after the name.
 * @throws WeirError `cli.invalid`
 */
export function parseDataCommand(name: Name, args: readonly string[]): DataCommand {
  const option = name === 'restore' ? 'data' : 'url';
  let parsed;
  try {
    parsed = parseArgs({
      args: [...args],
      options: { [option]: { type: 'string' } } as const,
      allowPositionals: true,
    });
  } catch (cause) {
    const { message } = WeirError.from(cause);
    throw new WeirError('cli.invalid', message.split('. ')[0]!, { cause });
  }
  const { positionals } = parsed;
  const value = (parsed.values as Readonly<Record<string, string | undefined>>)[option];
  if (positionals.length !== 1) throw new WeirError('cli.invalid', `The command ${name} expects one file`);
  if (name === 'restore' && !value)
    throw new WeirError('cli.invalid', 'The command restore expects --data <directory>');
  const isRestore = name === 'restore';
  return {
    kind: 'data',
    name,
    file: positionals[0]!,
    url: isRestore ? DEFAULT_URL : checkedUrl(value ?? DEFAULT_URL),
    directory: isRestore ? value : undefined,
  };
}

function checkedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new WeirError(
      'cli.invalid',
      `Option --url expects a URL such as ${DEFAULT_URL} but was given '${text}'`,
    );
  }
  return text.replace(/\/+$/, '');
}
