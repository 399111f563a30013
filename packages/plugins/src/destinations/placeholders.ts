/**
 * Fills placeholders in the strings of a JSON value: `{{data.user}}`. A string that is nothing but a placeholder becomes
 * the value itself; within a longer string, the value becomes text. `{{data.text|100}}` keeps at most 100 characters.
 * Template languages such as Mustache produce text, into which values would have to be quoted; here a value stays one.
 */
import { isMap, parseJson, queryJson, type Value } from '@weir/model';
import type { Message, MessageOrigin } from './destination-kind.js';

export type Scope = Readonly<Record<string, unknown>>;

const PLACEHOLDER = /\{\{\s*([\w$.\- ]+?)\s*(?:\|\s*(\d+)\s*)?\}\}/g;
const ALONE = /^\{\{\s*([\w$.\- ]+?)\s*\}\}$/;

/** @param message of a result. @returns what placeholders name; `data` is the result, with or without metadata. */
export function messageScope(
  { id, isRetraction, data: bytes, isText }: Message,
  origin: MessageOrigin,
): Scope {
  const text = Buffer.from(bytes).toString(isText ? 'utf8' : 'base64');
  // Whole numbers stay exact, however large.
  const value = isText ? parseJson(text) : text;
  const meta = isMap(value) ? (value['meta'] ?? null) : null;
  const isWhole = isMap(value) && isMap(meta) && Object.hasOwn(meta, 'resultId');
  const data = isWhole ? (value['data'] ?? null) : value;
  return {
    ...origin,
    id,
    kind: isRetraction ? 'retraction' : 'match',
    sign: isRetraction ? -1 : 1,
    ...(isWhole ? { meta } : {}),
    data,
    dataText: isText ? queryJson(data) : text,
  };
}

/** Returns a copy of the template with all placeholders filled. Unknown ones are `null`, or nothing within text. */
export function filled(template: unknown, scope: Scope): unknown {
  if (typeof template === 'string') {
    const path = ALONE.exec(template)?.[1];
    return path === undefined ? filledText(template, scope) : (valueAt(path, scope) ?? null);
  }
  if (Array.isArray(template)) return template.map(item => filled(item, scope));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(Object.entries(template).map(([key, item]) => [key, filled(item, scope)]));
}

/** @param encode applied to each value. */
export function filledText(
  template: string,
  scope: Scope,
  encode: (text: string) => string = text => text,
): string {
  return template.replace(PLACEHOLDER, (_, path: string, length: string | undefined) => {
    const text = textOf(valueAt(path, scope));
    return encode(length === undefined ? text : text.slice(0, Number(length)));
  });
}

/** A name with dots is found too: columns of a query are often called `n.name`. */
function valueAt(path: string, scope: unknown): unknown {
  if (typeof scope !== 'object' || scope === null) return undefined;
  if (Object.hasOwn(scope, path)) return (scope as Scope)[path];
  for (let dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1)) {
    const head = path.slice(0, dot);
    if (!Object.hasOwn(scope, head)) continue;
    const found = valueAt(path.slice(dot + 1), (scope as Scope)[head]);
    if (found !== undefined) return found;
  }
  return undefined;
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : queryJson(value as Value);
}
