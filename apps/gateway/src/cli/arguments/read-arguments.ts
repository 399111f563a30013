/** Parses the arguments of every command in the same way, with the same messages. */
import { parseArgs } from 'node:util';
import { closestTo, WeirError } from '@weir/platform';
import type { OptionSpecs } from './option.js';

export interface Arguments {
  readonly positionals: readonly string[];
  /** The value of an option; that of its last occurrence if it is repeated. */
  text(name: string): string | undefined;
  /** All values of a repeatable option. */
  texts(name: string): readonly string[];
  has(name: string): boolean;
}

/** @throws WeirError `cli.invalid` */
export function readArguments(args: readonly string[], specs: OptionSpecs): Arguments {
  const { values, tokens, positionals } = parseArgs({
    args: withoutAliases(args, specs),
    options: Object.fromEntries(
      Object.entries(specs).map(([name, { type, short, multiple }]) => [
        name,
        { type, ...(short === undefined ? {} : { short }), ...(multiple ? { multiple } : {}) },
      ]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind === 'option') checkOption(specs, token.name, token.rawName, valueOf(token));
  }
  const texts = (name: string): readonly string[] =>
    [values[name] ?? []].flat().filter(value => typeof value === 'string');
  return {
    positionals,
    text: name => texts(name).at(-1),
    texts,
    has: name => values[name] !== undefined,
  };
}

function withoutAliases(args: readonly string[], specs: OptionSpecs): string[] {
  const end = args.indexOf('--');
  return args.map((arg, at) => {
    const [option, name] = /^--([\w-]+)(?==|$)/.exec(arg) ?? [];
    if (option === undefined || (end >= 0 && at > end)) return arg;
    const known = Object.keys(specs).find(each => specs[each]!.alias === name);
    return known === undefined ? arg : `--${known}${arg.slice(option.length)}`;
  });
}

export function invalid(message: string): WeirError {
  return new WeirError('cli.invalid', message);
}

/** Returns the number that an option was given. */
export function numberOption(
  args: Arguments,
  name: string,
  [least, most]: readonly [number, number] = [0, Number.MAX_SAFE_INTEGER],
): number | undefined {
  const text = args.text(name);
  if (text === undefined) return undefined;
  const number = /^\d+$/.test(text) ? Number(text) : NaN;
  if (number >= least && number <= most) return number;
  const range =
    most === Number.MAX_SAFE_INTEGER
      ? least === 0
        ? ''
        : ` of at least ${least}`
      : ` from ${least} to ${most}`;
  throw invalid(`Option --${name} expects a number${range} but was given '${text}'`);
}

/** Returns the choice that an option was given. */
export function choiceOption<T extends string>(
  args: Arguments,
  name: string,
  choices: readonly T[],
): T | undefined {
  const text = args.text(name);
  if (text === undefined) return undefined;
  const choice = choices.find(each => each === text);
  if (choice !== undefined) return choice;
  throw invalid(`Option --${name} expects ${orList(choices)} but was given '${text}'`);
}

export function orList(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)!}`;
}

/** Returns `; did you mean x?`, or an empty text if no word is similar. */
export function suggestion(written: string, words: readonly string[], prefix = ''): string {
  const near = closestTo(written, words);
  return near === undefined ? '' : `; did you mean ${prefix}${near}?`;
}

/** Text that looks like an option is not a value, unless it follows a `=`. */
function valueOf({ value, inlineValue }: { value?: string | undefined; inlineValue?: boolean | undefined }) {
  return inlineValue !== true && value !== undefined && /^-[a-zA-Z-]/.test(value) ? undefined : value;
}

function checkOption(specs: OptionSpecs, name: string, rawName: string, value: string | undefined): void {
  const spec = Object.hasOwn(specs, name) ? specs[name] : undefined;
  if (spec === undefined) {
    throw invalid(`Unknown option ${rawName}${suggestion(name, Object.keys(specs), '--')}`);
  }
  const takesValue = spec.type === 'string';
  if (takesValue && !rawName.startsWith('--') && value?.startsWith('=')) {
    throw invalid(`Option ${rawName} takes its value without a '=': ${rawName} ${value.slice(1)}`);
  }
  if (takesValue && (value === undefined || value === '')) throw invalid(`Option --${name} expects a value`);
  if (!takesValue && value !== undefined) throw invalid(`Option --${name} takes no value`);
}
