/** Answers of tools: JSON of a size that a model can read, and errors from which it can correct its request. */
import { writeExactly } from '@weir/client';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ServerAddress } from '../arguments/server-options.js';
import { failureLines } from '../server-connection.js';

/** Characters of one answer. */
export const LARGEST_ANSWER = 60_000;
/** Characters of one text in a value. */
const LONGEST_TEXT = 2_000;
/** Items of one list in a value. */
const MOST_ITEMS = 200;

/** Reads from the server; its failure is an error of the tool, which the model sees. */
export async function answerOf(
  server: ServerAddress,
  read: () => Promise<CallToolResult>,
): Promise<CallToolResult> {
  try {
    return await read();
  } catch (error) {
    return refusal(failureText(error, server));
  }
}

export function refusal(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}

/** Code and message of an error, with what to do about it. */
export function failureText(error: unknown, server: ServerAddress): string {
  const [message = '', ...others] = failureLines(error, server);
  const { code } = error as { readonly code?: unknown };
  return [typeof code === 'string' ? `${code}: ${message}` : message, ...others].join('\n');
}

export function answer(value: unknown): CallToolResult {
  return { content: [{ type: 'text', text: answerText(value) }] };
}

/** Returns JSON. Long texts and lists are cut and say so; so is the whole, which is not JSON then. */
export function answerText(value: unknown): string {
  const text = writeExactly(shortened(value));
  if (text.length <= LARGEST_ANSWER) return text;
  return `${text.slice(0, LARGEST_ANSWER)}\n... cut: the answer has ${text.length} characters, of which these are the first ${LARGEST_ANSWER}`;
}

/** Returns a value with its long texts and lists cut. */
export function shortened(value: unknown): unknown {
  if (typeof value === 'string') {
    if (value.length <= LONGEST_TEXT) return value;
    return `${value.slice(0, LONGEST_TEXT)}... (cut: ${value.length} characters)`;
  }
  if (Array.isArray(value)) {
    const items = value.slice(0, MOST_ITEMS).map(shortened);
    return value.length <= MOST_ITEMS ? items : [...items, `... (cut: ${value.length} items)`];
  }
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shortened(each)]));
}
