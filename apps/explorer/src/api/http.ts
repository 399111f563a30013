/** Requests to the public API, like any other client. */
import { addressOf } from './base-address.js';
import { parseExactly } from './exact-json.js';

/** An error reported by the service. `status` 0: it could not be reached. */
export class ApiError extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly code: string | undefined,
  ) {
    super(message);
  }
}

export function getJson<T>(path: string): Promise<T> {
  return request<T>('GET', path);
}

/** Numbers that JavaScript cannot represent stay exact. */
export async function getExactly<T>(path: string): Promise<T> {
  const response = await answerTo('GET', path, undefined, undefined);
  const text = await response.text();
  if (!response.ok) throw refusalOf(response, text);
  return parseExactly(text) as T;
}

/** @returns the response of the service, `undefined` if it is empty. Rejects with an `ApiError`. */
export async function request<T>(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> {
  const response = await answerTo(method, path, body, signal);
  const text = await response.text();
  if (response.ok) return readable(text) as T;
  throw refusalOf(response, text);
}

/** @param text the body of the response. */
export function refusalOf(response: Response, text: string): ApiError {
  const code = response.headers.get('weir-error-code') ?? undefined;
  const message = messageOf(readable(text)) ?? `${new URL(response.url).pathname}: ${response.status}`;
  return new ApiError(message, response.status, code);
}

async function answerTo(
  method: string,
  path: string,
  body: unknown,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const request: RequestInit = { method, signal: signal ?? null };
  if (body !== undefined) {
    request.headers = { 'Content-Type': 'application/json' };
    request.body = JSON.stringify(body);
  }
  try {
    return await fetch(addressOf(path), request);
  } catch (cause) {
    throw new ApiError(cause instanceof Error ? cause.message : String(cause), 0, undefined);
  }
}

function readable(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Reads the error format of version 2 or of version 1. */
function messageOf(answer: unknown): string | undefined {
  if (typeof answer === 'string') return answer;
  if (Array.isArray(answer)) return answer.join('\n');
  const error = (answer as { error?: { message?: string; details?: { message?: string }[] } } | undefined)
    ?.error;
  if (error?.message === undefined) return undefined;
  const details = (error.details ?? []).flatMap(({ message }) => message ?? []);
  return [error.message, ...details].join('\n');
}

export function messageOfError(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
