/** Values that options of a query are given as text. */
import { readFile } from 'node:fs/promises';
import { parseExactly } from '@weir/client';
import { messageOf } from '@weir/platform';
import { parseDuration } from '@weir/plugins/form';
import { invalid } from '../arguments/read-arguments.js';

export type Parameters = Readonly<Record<string, unknown>>;

/**
 * Reads the file, and then the single parameters, which override it.
 * @throws WeirError `cli.invalid`
 */
export async function readParameters(
  file: string | undefined,
  given: readonly string[],
): Promise<Parameters> {
  const fromFile = file === undefined ? {} : await parametersIn(file);
  return { ...fromFile, ...Object.fromEntries(given.map(parameterOf)) };
}

/**
 * Reads `key=value`. The value is JSON, or else a string.
 * @throws WeirError `cli.invalid`
 */
export function parameterOf(text: string): [string, unknown] {
  const at = text.indexOf('=');
  if (at <= 0) throw invalid(`Option --param expects a key=value pair but was given '${text}'`);
  return [text.slice(0, at), jsonOrText(text.slice(at + 1))];
}

function jsonOrText(text: string): unknown {
  try {
    return parseExactly(text);
  } catch {
    return text;
  }
}

async function parametersIn(file: string): Promise<Parameters> {
  let value: unknown;
  try {
    value = parseExactly(await readFile(file, 'utf8'));
  } catch (cause) {
    throw invalid(`Cannot read parameters from ${file}: ${messageOf(cause)}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid(`Cannot read parameters from ${file}: it must contain one JSON object`);
  return value as Parameters;
}

/**
 * @param text ISO 8601, or milliseconds since the Unix epoch.
 * @throws WeirError `cli.invalid`
 */
export function timeOf(text: string): Date {
  const time = new Date(/^\d+$/.test(text) ? Number(text) : text);
  if (!Number.isNaN(time.getTime())) return time;
  throw invalid(`Option --at expects a time such as 2026-01-02T03:04:05Z but was given '${text}'`);
}

/**
 * @returns milliseconds.
 * @throws WeirError `cli.invalid`
 */
export function durationOf(text: string): number {
  const millis = /^\d+$/.test(text) ? Number(text) : parseDuration(text);
  if (millis !== undefined && millis > 0) return Math.ceil(millis);
  throw invalid(`Option --timeout expects a duration such as 30s or 5m but was given '${text}'`);
}
