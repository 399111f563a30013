/** One question about a standing query of a running gateway. Ends the process with one line if that can't be had. */
import { fail } from './build/prepare.mjs';

/**
 * @param {string} url of the gateway.
 * @param {string} name of the standing query.
 * @param {'explain' | 'audit'} question
 * @param {object} body
 */
export async function askGateway(url, name, question, body) {
  const path = `/api/v2/graph/quine/standingQueries/${encodeURIComponent(name)}:${question}`;
  let response;
  try {
    response = await fetch(new URL(path, url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  } catch (error) {
    return fail(`${url} can't be reached: ${error.cause?.message ?? error.message}`);
  }
  if (!response.ok) {
    const text = await response.text();
    return fail(messageIn(text) ?? text);
  }
  return response.json();
}

/** What an error in this form of the API says. */
function messageIn(text) {
  try {
    return JSON.parse(text).error?.message;
  } catch {
    return undefined;
  }
}
