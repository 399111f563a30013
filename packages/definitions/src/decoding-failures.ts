/**
 * Errors in a decoded JSON or YAML value, in the wording that clients of the first API version know: `DecodingFailure
 * at .pattern: Missing required field`.
 */
import { closestTo } from '@weir/platform';
import type { z } from 'zod';
import { closestField } from './fields/known-fields.js';
import { valueAt } from './fields/value-at.js';

export interface DecodingFailure {
  readonly path: readonly PropertyKey[];
  /** The whole line, including the path. */
  readonly text: string;
  /** Names the word that was probably meant; absent if none is similar. */
  readonly suggestion?: string;
}

type Issue = z.core.$ZodIssue;

/**
 * @param input the decoded value; wrong values are quoted from it, so that conversions by the schema do not show.
 * @param schema for suggestions of fields.
 */
export function decodingFailures(
  issues: readonly Issue[],
  input: unknown,
  schema?: z.ZodType,
): DecodingFailure[] {
  const failures: DecodingFailure[] = [];
  for (const issue of issues) collect(issue, [], input, schema, failures);
  return failures;
}

/** `.ingestStreams[0].path`; empty for the root. */
export function formatPath(path: readonly PropertyKey[]): string {
  return path.map(step => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
}

function collect(
  issue: Issue,
  prefix: readonly PropertyKey[],
  input: unknown,
  schema: z.ZodType | undefined,
  into: DecodingFailure[],
): void {
  const path = [...prefix, ...issue.path];
  if (issue.code === 'invalid_union' && issue.discriminator === undefined) {
    const closest = closestBranch(issue.errors);
    if (closest) {
      for (const inner of closest) collect(inner, path, input, schema, into);
      return;
    }
  }
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) {
      const line = failure([...path, key], path, `Unexpected field: [${key}]`);
      const near = schema && closestField(schema, input, path, key);
      const { text } = failure(path, path, `Unexpected field: [${key}]; did you mean '${near}'?`);
      into.push(near === undefined ? line : { ...line, suggestion: text });
    }
    return;
  }
  if (issue.code === 'invalid_union' && issue.discriminator !== undefined) {
    const owner = path.slice(0, -1);
    const found = valueAt(input, path);
    const line = failure(path, owner, discriminatorText(found, issue.discriminator));
    const near = closestOption(found, 'options' in issue ? issue.options : []);
    if (near === undefined) into.push(line);
    else {
      const { text } = failure(path, owner, `Unknown type '${quote(found)}'; did you mean '${near}'?`);
      into.push({ ...line, suggestion: text });
    }
    return;
  }
  const found = valueAt(input, path);
  const line = failure(path, path, describe(issue, found));
  const near = issue.code === 'invalid_value' ? closestOption(found, issue.values) : undefined;
  into.push(near === undefined ? line : { ...line, suggestion: `${line.text}; did you mean '${near}'?` });
}

/**
 * The alternative that a value was most likely meant for: the one whose errors are deepest, then the one with the
 * fewest errors.
 */
function closestBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const depth = (issues: readonly Issue[]): number => Math.max(0, ...issues.map(issue => issue.path.length));
  return [...branches].sort((a, b) => depth(b) - depth(a) || a.length - b.length)[0];
}

function failure(path: readonly PropertyKey[], shown: readonly PropertyKey[], text: string): DecodingFailure {
  return { path, text: `DecodingFailure at ${formatPath(shown)}: ${text}` };
}

function closestOption(found: unknown, options: readonly unknown[]): string | undefined {
  if (typeof found !== 'string') return undefined;
  return closestTo(
    found,
    options.filter(option => typeof option === 'string'),
  );
}

function discriminatorText(found: unknown, field: string): string {
  return found === undefined || found === null
    ? `Missing type discriminator field '${field}'!`
    : `No decoder for discriminator '${quote(found)}'!`;
}

function describe(issue: Issue, found: unknown): string {
  const isMissing = found === undefined || found === null;
  switch (issue.code) {
    case 'invalid_type':
      if (isMissing) return 'Missing required field';
      return NUMBER_KINDS.has(issue.message) ? issue.message : wrongType(issue.expected, found);
    case 'invalid_value':
      if (isMissing) return 'Missing required field';
      return `Invalid value: ${quote(found)} ; valid values are: ${issue.values.map(String).join(', ')}`;
    case 'invalid_union':
      return isMissing ? 'Missing required field' : 'Invalid value.';
    default:
      return issue.message;
  }
}

/** Messages of the number schemas in numbers.ts. */
const NUMBER_KINDS: ReadonlySet<string> = new Set(['Int', 'Long', 'Double']);

function wrongType(expected: string, found: unknown): string {
  switch (expected) {
    case 'int':
    case 'bigint':
      return 'Int';
    case 'number':
      return 'Double';
    case 'boolean':
      return `Got value '${quote(found)}' with wrong type, expecting 'true' or 'false'`;
    case 'record':
      return `Got value '${quote(found)}' with wrong type, expecting object`;
    default:
      return `Got value '${quote(found)}' with wrong type, expecting ${expected}`;
  }
}

const QUOTED_CHARS = 80;

function quote(value: unknown): string {
  const text =
    typeof value === 'string'
      ? value
      : (JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner)) ??
        '');
  return text.length > QUOTED_CHARS ? text.slice(0, QUOTED_CHARS) + '…' : text;
}
