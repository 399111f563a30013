import type { OutputStructure } from '@weir/formats/forms';
import { testContext, type TestContext } from '@weir/formats/testing';
import { logTime, type PrintOptions, PrintSink } from './print-sink.js';
import type { ResultSink } from '@weir/plugins';
import { numberedResult } from '@weir/plugins/conformance';

let context: TestContext;

beforeEach(async () => {
  context = await testContext();
});

async function open({
  structure = { type: 'WithMetadata' },
  logLevel = 'Info',
  logMode = 'Complete',
}: Partial<PrintOptions> & { structure?: OutputStructure } = {}): Promise<ResultSink> {
  const sink = new PrintSink({ logLevel, logMode }, structure, context);
  await sink.open();
  return sink;
}

const META = `"resultId":"${numberedResult(5).resultId}","isPositiveMatch"`;

test('prints one line per result: time, output, result; a retraction reads like a match', async () => {
  await (await open()).deliver([numberedResult(5), numberedResult(5, false)]);
  const head = `${logTime(context.environment.clock.now())} Standing query \`out\` `;
  expect(context.writer.lines).toEqual([
    `${head}match: {"meta":{${META}:true},"data":{"n":5}}`,
    `${head}match: {"meta":{${META}:false},"data":{"n":5}}`,
  ]);
});

test('prints local time to the millisecond', () => {
  const local = new Date(2024, 0, 2, 3, 4, 5, 67).getTime();
  expect(logTime(local)).toBe('2024-01-02 03:04:05,067');
});

test('prints bare data, with numbers unchanged', async () => {
  const result = { ...numberedResult(1), data: { big: 9223372036854775806n, half: 0.5 } };
  await (await open({ structure: { type: 'Bare' } })).deliver([result]);
  expect(context.writer.lines[0]).toMatch(/match: \{"big":9223372036854775806,"half":0\.5\}$/);
});

test('on a terminal prints the time of day, output, type and data, as far as they fit', async () => {
  const time = logTime(context.environment.clock.now()).slice(11, 19);
  const long = { ...numberedResult(1), data: { text: 'a\u001b[31m\u009b' + 'b'.repeat(100) } };
  const print = async (isColored: boolean): Promise<readonly string[]> => {
    context = await testContext();
    Object.assign(context.writer, { terminal: { columns: () => 50, isColored } });
    await (await open()).deliver([numberedResult(5), numberedResult(5, false), long]);
    return context.writer.lines;
  };
  const plain = await print(false);
  expect(plain).toEqual([
    `${time} out match {"n":5}`,
    `${time} out retraction {"n":5}`,
    expect.stringMatching(new RegExp(`^${time} out match .*b…$`)),
  ]);
  expect(plain[2]).toHaveLength(50);
  const colored = await print(true);
  expect(colored.slice(0, 2)).toEqual([
    expect.stringContaining('\u001b[32mmatch\u001b[0m {"n":5}'),
    expect.stringContaining('\u001b[31mretraction\u001b[0m {"n":5}'),
  ]);
  expect(colored.map(line => line.replaceAll(/\u001b\[\d+m/g, ''))).toEqual(plain);
});

test('escapes terminal control characters in names and data, and keeps the JSON equal', async () => {
  const data = { 'k\u0085': '\u009b31m \u202e \u001b \n \u2028' };
  context = { ...context, outputName: 'a\nforged \u001b[31m' };
  await (await open({ structure: { type: 'Bare' } })).deliver([{ ...numberedResult(1), data }]);
  expect(context.writer.lines).toHaveLength(1);
  const [line] = context.writer.lines;
  expect(line).toMatch(/`a\\nforged \\u001b\[31m` match: [ -~]*$/);
  expect(JSON.parse(line!.slice(line!.indexOf('{')))).toEqual(data);
});

test('replaces characters that change the direction of text on a terminal', async () => {
  Object.assign(context.writer, { terminal: { columns: () => 80, isColored: false } });
  await (await open()).deliver([{ ...numberedResult(1), data: { t: 'a\u202eb\u2066\u0085' } }]);
  expect(context.writer.lines[0]).toMatch(/ out match \{"t":"a\?b\?\?"\}$/);
});

test('level Trace prints nothing', async () => {
  expect(await (await open({ logLevel: 'Trace' })).deliver([numberedResult(1)])).toMatchObject({
    dropped: 1,
  });
  expect(context.writer.text).toBe('');
});

test('Complete waits for a slow reader, FastSampling skips results meanwhile', async () => {
  let release = (): void => undefined;
  context.writer.hold = new Promise(resolve => (release = resolve));
  const complete = await open();
  let isDone = false;
  const delivery = complete.deliver([numberedResult(1)]).then(() => (isDone = true));
  const sampling = await open({ logMode: 'FastSampling' });
  expect(await sampling.deliver([numberedResult(2)])).toMatchObject({ delivered: 1 });
  expect(await sampling.deliver([numberedResult(3), numberedResult(4)])).toMatchObject({ dropped: 2 });
  expect(isDone).toBe(false);
  release();
  await delivery;
  await new Promise(resolve => setImmediate(resolve));
  expect(await sampling.deliver([numberedResult(5)])).toMatchObject({ delivered: 1 });
});

test('reports results lost on a closed standard output', async () => {
  context.writer.hold = Promise.reject(new Error('EPIPE'));
  expect(await (await open()).deliver([numberedResult(1)])).toMatchObject({
    delivered: 0,
    failed: 1,
    dropped: 0,
  });
  expect(await (await open({ logMode: 'FastSampling' })).deliver([numberedResult(1)])).toMatchObject({
    delivered: 1,
  });
  await new Promise(resolve => setImmediate(resolve));
  expect(context.losses()).toBe(1);
  expect(context.environment.logged.map(({ level }) => level)).toEqual(['error']);
});
