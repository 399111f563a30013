/**
 * `npm run captures -- DIR [--version v1|v2] [--all]`: replays recorded exchanges and reports how many agree, and which
 * differ. Exits with 1 if a difference is not a known gap, or a known gap does not differ. `--all` also shows known
 * gaps and their reasons.
 */
import { parseArgs } from 'node:util';
import { VERSIONS } from './exchange.js';
import { knownGaps } from './known-gaps.js';
import { outcomeText, runCaptures } from './run-captures.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { version: { type: 'string' }, all: { type: 'boolean', default: false } },
});
const [folder] = positionals;
if (folder === undefined) {
  process.stderr.write('Usage: npm run captures -- DIR [--version v1|v2] [--all]\n');
  process.exit(2);
}

for (const version of VERSIONS.filter(each => values.version === undefined || each === values.version)) {
  const { outcomes, alike, known, surprises, closed } = await runCaptures(folder, version);
  const say = (text: string): void => void process.stdout.write(`${text}\n`);
  if (values.all) {
    const gaps = knownGaps(version);
    for (const outcome of outcomes) {
      const gap = gaps.get(outcome.exchange.n);
      if (gap && outcome.differences.length > 0)
        say(`${outcomeText(version, outcome)}\n    KNOWN: ${gap.reason}`);
    }
  }
  for (const outcome of surprises) say(outcomeText(version, outcome));
  for (const outcome of closed)
    say(`${outcomeText(version, outcome)}\n    a known gap that is none any more`);
  say(
    `${version}: ${outcomes.length} exchanges, ${alike} alike, ${known} known gaps, ${surprises.length} others`,
  );
  if (surprises.length + closed.length > 0) process.exitCode = 1;
}
