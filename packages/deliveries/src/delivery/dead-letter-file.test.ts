import { deadLetterFile } from './dead-letter-file.js';

const LONG = '\u8fdc'.repeat(300);

test.each([
  ['watch', 'out', 'watch.out.jsonl'],
  ['a.b', 'c', 'a%2Eb.c.jsonl'],
  ['a', 'b.c', 'a.b%2Ec.jsonl'],
  ['../up', 'a/b', '%2E%2E%2Fup.a%2Fb.jsonl'],
])('%j and %j', (standing, output, file) => {
  expect(deadLetterFile(standing, output)).toBe(file);
});

test('gives each output its own file with a short enough name, whatever the output is called', () => {
  const names = ['a', 'a.b', 'b', 'b.a', 'a%2Eb', '\ud800', '\ud801', '\ufffd', LONG, `${LONG}x`];
  const files = names.flatMap(standing => names.map(output => deadLetterFile(standing, output)));
  expect(new Set(files).size).toBe(names.length ** 2);
  for (const file of files) expect(Buffer.byteLength(`${file}.redelivering`)).toBeLessThanOrEqual(255);
});
