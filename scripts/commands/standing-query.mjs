/**
 * Queries a running gateway about one of its standing queries.
 *
 * `npm run explain -- URL NAME [NODE]`: shows the parts of the standing query; with a node's id, also why it does not match
 * there.
 * `npm run audit -- URL NAME [--sample N] [--seed N] [--whole]`: compares the reported results with the same query run from
 * scratch. The exit code is 1 if they differ.
 */
import { parseArgs } from 'node:util';
import { fail } from '../build/prepare.mjs';

const USAGE = {
  explain: 'npm run explain -- URL NAME [NODE]',
  audit: 'npm run audit -- URL NAME [--sample N] [--seed N] [--whole]',
};

const [command, ...args] = process.argv.slice(2);
if (command === 'explain') await explain(args);
else await audit(args);

async function explain([url, name, node, ...more]) {
  if (name === undefined || more.length > 0) fail(USAGE.explain);
  const { parts, results, counting, matches, exists, missing } = await request(
    url,
    name,
    'explain',
    node === undefined ? {} : { node },
  );
  const lines = [`${results} results`];
  if (counting !== undefined) {
    const { done, of } = counting;
    lines.push(
      `still counting the data from before the last start: ${done} nodes${of === undefined ? '' : ` of ${of}`}`,
    );
  }
  for (const part of parts) lines.push(...linesOfPart(part));
  if (matches !== undefined) {
    const state = matches ? 'matches' : 'does not match';
    const why = missing.length > 0 ? ':' : matches || exists ? '' : ': it was never written';
    lines.push('', `${node} ${state}${why}`);
    for (const { node: at, part, variable, what } of missing) {
      lines.push(`  part ${part}${variable === null ? '' : ` (${variable})`} on ${at}: ${what}`);
    }
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}

function linesOfPart({ part, variable, askedBy, role, hop, states, conditions, filters, watches, edges }) {
  const place = hop === undefined ? role : `${hop} ${hop === 1 ? 'edge' : 'edges'} along a path`;
  const asked = askedBy === null ? place : `${place}, requested by part ${askedBy}`;
  const lines = [`part ${part}${variable === null ? '' : ` (${variable})`}: ${asked}; on ${states} nodes`];
  if (conditions.length > 0) lines.push(`  needs ${conditions.join(', ')}`);
  for (const { edge, part: other, mode } of edges) {
    lines.push(`  ${edge} ${other === null ? 'any node' : `part ${other}`} (${mode})`);
  }
  if (filters.length > 0) lines.push(`  filters by ${filters.join(', ')}`);
  if (watches.length > 0) lines.push(`  watches ${watches.join(', ')}`);
  return lines;
}

async function audit(args) {
  let parsed;
  try {
    const options = { sample: { type: 'string' }, seed: { type: 'string' }, whole: { type: 'boolean' } };
    parsed = parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    fail(error.message);
  }
  const [url, name] = parsed.positionals;
  if (name === undefined) fail(USAGE.audit);
  const { sample = '100', seed, whole = false } = parsed.values;
  const report = await request(url, name, 'audit', {
    sample: Number(sample),
    whole,
    ...(seed === undefined ? {} : { seed: Number(seed) }),
  });
  const { nodes, nodesWithResults, groups, looked, rows, differences, differenceCount, unsettled, failed } =
    report;
  const compared = report.whole
    ? 'everything'
    : `${nodes} nodes (${nodesWithResults} with results${groups === 0 ? '' : `, ${groups} groups`}; chosen among ${looked} with seed ${report.seed})`;
  const undecided =
    unsettled === 0 ? '' : `; ${unsettled} could not be compared, because data changed meanwhile`;
  process.stdout.write(`${compared}, ${rows} rows: ${differenceCount} differences${undecided}\n`);
  if (failed > 0) process.stdout.write(`${failed} could not be recomputed: ${report.failure}\n`);
  for (const difference of differences) process.stdout.write(`${JSON.stringify(difference)}\n`);
  if (differences.length > 0) process.exitCode = 1;
}

/** @returns the response. Ends the process with one line if there is none. */
async function request(url, name, operation, body) {
  const path = `/api/v2/graph/quine/standingQueries/${encodeURIComponent(name)}:${operation}`;
  let response;
  try {
    response = await fetch(new URL(path, url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  } catch (error) {
    return fail(`${url} cannot be reached: ${error.cause?.message ?? error.message}`);
  }
  if (!response.ok) {
    const text = await response.text();
    return fail(messageIn(text) ?? text);
  }
  return response.json();
}

function messageIn(errorBody) {
  try {
    return JSON.parse(errorBody).error?.message;
  } catch {
    return undefined;
  }
}
