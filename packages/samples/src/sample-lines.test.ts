import { createHash } from 'node:crypto';
import type { ProcessEvent } from './process-event.js';
import { SAMPLE_NAMES, sampleLines, type SampleOptions } from './sample-lines.js';

function digest(name: (typeof SAMPLE_NAMES)[number], options: SampleOptions): string {
  const hash = createHash('sha256');
  for (const line of sampleLines(name, options)) hash.update(line + '\n');
  return hash.digest('hex');
}

function events(options: SampleOptions): ProcessEvent[] {
  return Array.from(sampleLines('processes', options), line => JSON.parse(line) as ProcessEvent);
}

describe('sample lines', () => {
  test.each(SAMPLE_NAMES)('%s: a seed always gives the same bytes, another seed gives others', name => {
    const options = { seed: 7, records: 2_000, shuffle: 50 };
    expect(digest(name, options)).toBe(digest(name, options));
    expect(digest(name, options)).not.toBe(digest(name, { ...options, seed: 8 }));
  });

  test.each([0, 1, 999])('writes exactly %i records', records => {
    expect([...sampleLines('access-log', { seed: 1, records, shuffle: 20 })]).toHaveLength(records);
  });

  test('writes access-log lines in the combined format, with some clients that probe for missing pages', () => {
    const combined =
      /^(\S+) - - \[\d\d\/\w{3}\/\d{4}:\d\d:\d\d:\d\d \+0000\] "GET \S+ HTTP\/1\.1" (\d{3}) (?:\d+|-) "[^"]*" "[^"]*"$/;
    const lines = [...sampleLines('access-log', { seed: 3, records: 5_000 })];
    expect(lines.filter(line => !combined.test(line))).toEqual([]);
    const probes = lines.filter(line => combined.exec(line)![2] === '404' && line.startsWith('203.0.113.'));
    expect(probes.length).toBeGreaterThan(20);
  });
});

describe('process events', () => {
  const list = events({ seed: 11, records: 30_000, attackEvery: 100 });
  const byKey = new Map(list.map(event => [`${event.sensor}/${event.pid}`, event]));

  test('reports a parent before its children, on the same machine of the same customer', () => {
    const seen = new Set<string>();
    const orphans = list.filter(({ customer, sensor, pid, ppid }) => {
      seen.add(`${customer}/${sensor}/${pid}`);
      return ppid !== 0 && !seen.has(`${customer}/${sensor}/${ppid}`);
    });
    expect(orphans).toEqual([]);
    expect(seen.size).toBe(list.length);
  });

  test('gives a parent about three children and makes one process in a hundred a root', () => {
    const children = list.filter(event => event.ppid !== 0);
    const parents = new Set(children.map(event => `${event.sensor}/${event.ppid}`));
    expect(children.length / parents.size).toBeGreaterThan(2.5);
    expect(children.length / parents.size).toBeLessThan(3.5);
    const roots = list.length - children.length;
    expect(roots / list.length).toBeGreaterThan(0.005);
    expect(roots / list.length).toBeLessThan(0.02);
  });

  test.each([
    { attackEvery: undefined, expected: 'none' },
    { attackEvery: 100, expected: 'about one in a hundred' },
  ])('attacks: $expected', ({ attackEvery }) => {
    const stream = attackEvery === undefined ? events({ seed: 11, records: 30_000 }) : list;
    const files = new Map(stream.map(event => [`${event.sensor}/${event.pid}`, event.file]));
    const suspicious = stream.filter(
      event =>
        /^(cmd|bash)\.exe$/.test(event.file) &&
        /^(winword|excel|outlook|powerpnt)\.exe$/.test(files.get(`${event.sensor}/${event.ppid}`) ?? ''),
    );
    if (attackEvery === undefined) expect(suspicious).toEqual([]);
    else expect(suspicious.length).toBeGreaterThan(200);
  });

  test('shuffles the same events so that some precede their parent', () => {
    const late = events({ seed: 11, records: 30_000, attackEvery: 100, shuffle: 500 });
    expect(late.map(event => JSON.stringify(event)).sort()).toEqual(
      list.map(event => JSON.stringify(event)).sort(),
    );
    const seen = new Set<string>();
    let early = 0;
    for (const { sensor, pid, ppid } of late) {
      if (ppid !== 0 && !seen.has(`${sensor}/${ppid}`)) early++;
      seen.add(`${sensor}/${pid}`);
    }
    expect(early).toBeGreaterThan(100);
    expect(byKey.size).toBe(late.length);
  });
});
