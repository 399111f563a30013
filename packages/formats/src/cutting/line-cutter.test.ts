import { fc } from '@weir/platform/testing/properties';
import type { ByteReader } from './byte-reader.js';
import { LineCutter } from './line-cutter.js';
import { CsvScanner } from './csv-scanner.js';
import { JsonScanner } from './json-scanner.js';
import type { RecordScanner } from './record-scanner.js';

/** Returns bytes in chunks of the given sizes, repeatedly. */
function pieces(bytes: Uint8Array, sizes: readonly number[]): ByteReader {
  let at = 0;
  let turn = 0;
  return {
    read: (into, offset) => {
      const size = Math.min(sizes[turn++ % sizes.length]!, bytes.length - at, into.length - offset);
      into.set(bytes.subarray(at, at + size), offset);
      at += size;
      return Promise.resolve(size);
    },
    close: () => Promise.resolve(),
  };
}

interface Cut {
  readonly texts: string[];
  readonly offsets: number[];
  readonly code: string | undefined;
}

async function cutAll(
  input: string | Uint8Array,
  options: {
    sizes?: number[];
    blockSize?: number;
    maximumLineSize?: number;
    maximum?: number;
    scanner?: RecordScanner;
  } = {},
): Promise<Cut> {
  const { sizes = [1000], blockSize = 16, maximumLineSize = 1000, maximum = 3, scanner } = options;
  const bytes = typeof input === 'string' ? Buffer.from(input) : input;
  const cutter = new LineCutter(pieces(bytes, sizes), {
    blockSize,
    maximumLineSize,
    ...(scanner ? { scanner } : {}),
  });
  const texts: string[] = [];
  const offsets: number[] = [];
  try {
    for (;;) {
      const cut = await cutter.next(maximum);
      if (cut === undefined) return { texts, offsets, code: undefined };
      for (let i = 0; i < cut.bounds.length; i += 2) {
        texts.push(Buffer.from(cut.bytes.subarray(cut.bounds[i], cut.bounds[i + 1])).toString());
      }
      offsets.push(cutter.offset);
    }
  } catch (error) {
    return { texts, offsets, code: (error as { code?: string }).code };
  }
}

const RULES: readonly [what: string, input: string, lines: string[]][] = [
  ['no bytes are no record', '', []],
  ['one line feed is an empty record', '\n', ['']],
  ['a last line needs no line feed', 'a\nb', ['a', 'b']],
  ['a final line feed begins no record', 'a\nb\n', ['a', 'b']],
  ['empty lines are records', 'a\n\n\nb', ['a', '', '', 'b']],
  ['one carriage return before a line feed goes', 'a\r\nb\r\r\nc\r', ['a', 'b\r', 'c']],
  ['a carriage return elsewhere stays', 'a\rb\n\rc', ['a\rb', '\rc']],
  ['an empty line with carriage return', '\r\n\r\n', ['', '']],
  ['a byte-order mark goes, at the start only', '\ufeffa\n\ufeffb', ['a', '\ufeffb']],
  ['nothing but a byte-order mark', '\ufeff', []],
];

test.each(RULES)('%s', async (_, input, lines) => {
  for (const sizes of [[1], [2, 3], [1000]]) {
    for (const blockSize of [1, 4, 64]) {
      expect((await cutAll(input, { sizes, blockSize })).texts).toEqual(lines);
    }
  }
});

test('a line that is too long fails after the lines before it', async () => {
  for (const input of ['ab\ncd\n1234567\nef\n', 'ab\ncd\n1234567', 'ab\ncd\n12345678901234567890']) {
    for (const sizes of [[1], [5], [1000]]) {
      const { texts, code } = await cutAll(input, { sizes, maximumLineSize: 6 });
      expect({ texts, code }).toEqual({ texts: ['ab', 'cd'], code: 'ingest.record-too-long' });
    }
  }
  expect((await cutAll('123456\n123456', { maximumLineSize: 6 })).code).toBeUndefined();
});

test.each([[[0xff, 0xfe, 0x61, 0, 0x0a, 0]], [[0xfe, 0xff, 0, 0x61, 0, 0x0a]]])(
  'the byte-order mark of another encoding fails before any record: %p',
  async bytes => {
    for (const sizes of [[1], [1000]]) {
      const { texts, code } = await cutAll(Buffer.from(bytes), { sizes });
      expect({ texts, code }).toEqual({ texts: [], code: 'ingest.invalid' });
    }
  },
);

test('however bytes arrive and are requested, lines and offsets match the text', async () => {
  const text = fc.array(fc.constantFrom('a', 'ü', '\n', '\r', '\r\n', 'long piece of a line'), {
    maxLength: 60,
  });
  const size = fc.integer({ min: 1, max: 40 });
  await fc.assert(
    fc.asyncProperty(
      text,
      fc.array(size, { minLength: 1, maxLength: 5 }),
      size,
      size,
      async (parts, sizes, blockSize, maximum) => {
        const input = parts.join('');
        const { texts, offsets } = await cutAll(input, { sizes, blockSize, maximum });
        const expected = input.split('\n').map(line => line.replace(/\r$/, ''));
        if (input === '' || input.endsWith('\n')) expected.pop();
        expect(texts).toEqual(expected);
        expect(offsets.at(-1) ?? 0).toBe(Buffer.byteLength(input));
      },
    ),
  );
});

test('CSV rows end according to their quotes', async () => {
  const dialect = { delimiter: ',', quote: '"', escape: '\\' };
  const rows = [
    'a,b',
    '"two\nlines",c',
    'x,"a ""quoted""\nword"',
    'in"ner,quote',
    '"esc\\"\naped",d',
    '',
    'last',
  ];
  for (const sizes of [[1], [7], [1000]]) {
    for (const blockSize of [1, 16, 200]) {
      const { texts } = await cutAll(rows.join('\n'), { sizes, blockSize, scanner: new CsvScanner(dialect) });
      expect(texts).toEqual(rows);
    }
  }
  expect(await cutAll('a\n"open\nb', { scanner: new CsvScanner(dialect) })).toMatchObject({
    texts: ['a'],
    code: 'ingest.invalid',
  });
});

test.each<[what: string, input: string, records: string[]]>([
  ['one array', '[{"a":1},\r\n {"b":[{}]}]\n', ['{"a":1}', '{"b":[{}]}']],
  ['objects side by side', '{"a":"}"}{"b":"\\"{"}\n{}', ['{"a":"}"}', '{"b":"\\"{"}', '{}']],
  ['other values', '1 "a b",true\n[null]', ['1', '"a b"', 'true', 'null']],
  ['nothing', ' []\n', []],
])('JSON over any number of lines: %s', async (_, input, records) => {
  for (const sizes of [[1], [2, 3], [1000]]) {
    for (const blockSize of [1, 4, 64]) {
      const { texts } = await cutAll(input, { sizes, blockSize, scanner: new JsonScanner() });
      expect(texts).toEqual(records);
    }
  }
  expect(await cutAll('{"a":1} {"b":', { scanner: new JsonScanner() })).toMatchObject({
    texts: ['{"a":1}'],
    code: 'ingest.invalid',
  });
});
