/** The public API, as everyone else uses it. */
export const API = '/api/v1';

/** A number keeps its digits where the browser can say what they were: 64-bit integers, and 1.0 apart from 1. */
function exactly(_key, value, context) {
  const source = context?.source;
  const isOther = typeof value === 'number' && source !== undefined && String(value) !== source;
  return isOther && JSON.rawJSON ? JSON.rawJSON(source) : value;
}

export function parseExactly(text) {
  return JSON.parse(text, exactly);
}

/** @throws an error with the answer's `status`. */
export async function getJson(path) {
  const response = await fetch(API + path);
  if (!response.ok)
    throw Object.assign(new Error(`${path}: ${response.status}`), { status: response.status });
  return response.json();
}

/** @returns columns and results; throws an error with what the service says is wrong. */
export async function cypher(text, parameters = {}) {
  const response = await fetch(`${API}/query/cypher`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ text, parameters }),
  });
  const body = parseExactly(await response.text());
  if (!response.ok) throw new Error(body.join('\n'));
  return body;
}
