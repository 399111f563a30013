/**
 * `npm run explain -- URL NAME [NODE]`: what a standing query of a running gateway is made of; with a node's id, what keeps
 * it from matching there.
 */
import { askGateway } from './ask-gateway.mjs';
import { fail } from './build/prepare.mjs';

const [url, name, node, ...more] = process.argv.slice(2);
if (name === undefined || more.length > 0) fail('npm run explain -- URL NAME [NODE]');
const { parts, results, counting, matches, exists, missing } = await askGateway(
  url,
  name,
  'explain',
  node === undefined ? {} : { node },
);
const lines = [`${results} results`];
if (counting !== undefined) {
  const { done, of } = counting;
  lines.push(
    `still counting what was there before the last start: ${done} nodes${of === undefined ? '' : ` of ${of}`}`,
  );
}
for (const { part, variable, askedBy, role, hop, states, conditions, filters, watches, edges } of parts) {
  const place = hop === undefined ? role : `${hop} ${hop === 1 ? 'edge' : 'edges'} along a path`;
  const asked = askedBy === null ? place : `${place}, asked by part ${askedBy}`;
  lines.push(`part ${part}${variable === null ? '' : ` (${variable})`}: ${asked}; on ${states} nodes`);
  if (conditions.length > 0) lines.push(`  needs ${conditions.join(', ')}`);
  for (const { edge, part: other, mode } of edges) {
    lines.push(`  ${edge} ${other === null ? 'any node' : `part ${other}`} (${mode})`);
  }
  if (filters.length > 0) lines.push(`  filters by ${filters.join(', ')}`);
  if (watches.length > 0) lines.push(`  watches ${watches.join(', ')}`);
}
if (matches !== undefined) {
  const state = matches ? 'matches' : 'does not match';
  const why = missing.length > 0 ? ':' : matches || exists ? '' : ': nothing was written to it';
  lines.push('', `${node} ${state}${why}`);
  for (const { node: at, part, variable, what } of missing) {
    lines.push(`  part ${part}${variable === null ? '' : ` (${variable})`} on ${at}: ${what}`);
  }
}
process.stdout.write(`${lines.join('\n')}\n`);
