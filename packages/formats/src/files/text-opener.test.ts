/** LOAD CSV and loadJsonLines on a real graph: files in allowed directories, and the web. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ErrorCode } from '@weir/platform';
import type { StreamingGraph } from '@weir/contract';
import { openGraph } from '@weir/runtime';
import { textOpenerReference } from './text-opener-options.js';

let folder: string;
let outside: string;
let server: Server;
let address: string;
/** An address without a server. */
let freeAddress: string;
/** Bytes sent by the endless page, and its closing by the reader. */
let sent = 0;
let closed: Promise<unknown>;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'weir-load-')));
  outside = await realpath(await mkdtemp(join(tmpdir(), 'weir-load-outside-')));
  await writeFile(join(folder, 'people.csv'), '\uFEFFname;age\r\n"Anna ""A"""; 31\r\nBéla;62');
  await writeFile(
    join(folder, 'people.jsonl'),
    '{"name":"Anna"}\n\n{"name":"Béla","big":9007199254740993}\n',
  );
  await writeFile(join(folder, 'broken.jsonl'), '{"a":1}\n{"a":\n');
  await writeFile(join(folder, 'broken.csv'), 'a,b\n"open,1\n');
  await writeFile(join(folder, 'long.jsonl'), `"${'é'.repeat(200_000)}"\n1\n`);
  await writeFile(join(outside, 'secret.csv'), 'x');
  await mkdir(join(folder, 'below'));
  await writeFile(join(folder, 'below', 'deeper.csv'), 'x');
  execFileSync('mkfifo', [join(folder, 'pipe.csv')]);
  server = createServer((request, response) => {
    const to = new URL(request.url!, 'http://host').searchParams.get('to');
    if (to !== null) return void response.writeHead(302, { location: to }).end();
    if (request.url === '/loop') return void response.writeHead(301, { location: '/loop' }).end();
    if (request.url === '/people.csv') return void response.end('a,b\n1,2\n');
    if (request.url !== '/endless') return void response.writeHead(404).end();
    closed = once(response, 'close');
    const send = (): void => {
      if (response.destroyed) return;
      sent += 64_000;
      if (response.write('{"x":1}\n'.repeat(8_000))) setImmediate(send);
      else response.once('drain', send);
    };
    send();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  freeAddress = `http://127.0.0.1:${(other.address() as AddressInfo).port}/x`;
  await new Promise(resolve => other.close(resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
  await rm(outside, { recursive: true });
});

async function withGraph(
  { workers = 0, web = true }: { workers?: number; web?: boolean },
  use: (graph: StreamingGraph) => Promise<void>,
): Promise<void> {
  const graph = await openGraph({
    shards: 2,
    workers,
    queries: {
      textOpener: textOpenerReference({
        workingDirectory: folder,
        allowedDirectories: ['.'],
        resolutionMode: 'dynamic',
        web,
      }),
    },
  });
  try {
    await use(graph);
  } finally {
    await graph.close();
  }
}

const redirect = (to: string): string => `${address}/x?to=${encodeURIComponent(to)}`;

const rowsOf = async (graph: StreamingGraph, query: string, url: string): Promise<unknown> =>
  (await graph.query(query, { parameters: { url } })).rows();

test.each([0, 1])('files, with %d workers', workers =>
  withGraph({ workers }, async graph => {
    const csv = "LOAD CSV WITH HEADERS FROM $url AS r FIELDTERMINATOR ';' RETURN r.name, r.age";
    const people = [
      ['Anna "A"', ' 31'],
      ['Béla', '62'],
    ];
    expect(await rowsOf(graph, csv, 'people.csv')).toEqual(people);
    expect(await rowsOf(graph, csv, join(folder, 'people.csv'))).toEqual(people);
    expect(await rowsOf(graph, csv, pathToFileURL(join(folder, 'people.csv')).href)).toEqual(people);
    expect(
      await rowsOf(
        graph,
        'CALL loadJsonLines($url) YIELD value RETURN value.name, value.big',
        'people.jsonl',
      ),
    ).toEqual([
      ['Anna', null],
      ['Béla', 9007199254740993n],
    ]);
    expect(
      await rowsOf(graph, 'CALL loadJsonLines($url) YIELD value RETURN size(toString(value))', 'long.jsonl'),
    ).toEqual([[200_000], [1]]);
    for (const url of [`${address}/people.csv`, redirect('/people.csv'), redirect(`${address}/people.csv`)]) {
      expect(await rowsOf(graph, 'LOAD CSV FROM $url AS r RETURN r', url)).toEqual([
        [['a', 'b']],
        [['1', '2']],
      ]);
    }
  }),
);

describe('rejects', () => {
  const cases: readonly (readonly [what: string, url: () => string, code: ErrorCode, text: string])[] = [
    ['a file elsewhere', () => join(outside, 'secret.csv'), 'ingest.file-not-allowed', 'not allowed'],
    [
      'a way out',
      () => join('..', basename(outside), 'secret.csv'),
      'ingest.file-not-allowed',
      'not allowed',
    ],
    ['a folder below', () => 'below/deeper.csv', 'ingest.file-not-allowed', 'not allowed'],
    ['what is not there', () => 'none.csv', 'ingest.file-not-found', 'none.csv'],
    ['a pipe', () => 'pipe.csv', 'cypher.runtime', 'not a regular file'],
    ['a folder', () => 'below', 'cypher.runtime', 'not a regular file'],
    ['another scheme', () => 'ftp://host/x.csv', 'cypher.runtime', 'http or https'],
    ['a missing page', () => `${address}/none`, 'cypher.runtime', 'responded with 404'],
    [
      'another host on this machine, by a redirect',
      () => redirect('http://localhost:1/'),
      'cypher.runtime',
      'redirected',
    ],
    ['this machine by its address', () => redirect('http://127.0.0.2:1/'), 'cypher.runtime', 'redirected'],
    ['this machine by its other address', () => redirect('http://[::1]:1/'), 'cypher.runtime', 'redirected'],
    [
      'this machine by a mixed address',
      () => redirect('http://[::ffff:127.0.0.1]:1/'),
      'cypher.runtime',
      'redirected',
    ],
    ['any address of this machine', () => redirect('http://0.0.0.0:1/'), 'cypher.runtime', 'redirected'],
    [
      'what hosts say of themselves',
      () => redirect('http://169.254.169.254/'),
      'cypher.runtime',
      'redirected',
    ],
    ['a file, by a redirect', () => redirect('file:///etc/passwd'), 'cypher.runtime', 'redirected'],
    ['redirects without end', () => `${address}/loop`, 'cypher.runtime', 'too many'],
    ['a server that is not there', () => freeAddress, 'cypher.runtime', 'Cannot read http'],
  ];
  test.each(cases)('%s', (_what, url, code, text) =>
    withGraph({}, async graph => {
      await expect(rowsOf(graph, 'LOAD CSV FROM $url AS r RETURN r', url())).rejects.toMatchObject({
        code,
        message: expect.stringContaining(text) as string,
      });
    }),
  );

  test.each([
    ['CALL loadJsonLines($url) YIELD value RETURN value', 'broken.jsonl', /^RuntimeError Line 2: /],
    ['LOAD CSV FROM $url AS r RETURN r', 'broken.csv', /^RuntimeError Row 2: /],
  ])('%s of a broken file, naming the line or row', (query, url, message) =>
    withGraph({}, async graph => {
      await expect(rowsOf(graph, query, url)).rejects.toMatchObject({
        code: 'cypher.runtime',
        message: expect.stringMatching(message) as string,
      });
    }),
  );

  test('the web, if the settings allow it', () =>
    withGraph({ web: false }, async graph => {
      await expect(
        rowsOf(graph, 'LOAD CSV FROM $url AS r RETURN r', `${address}/people.csv`),
      ).rejects.toMatchObject({ code: 'cypher.runtime' });
    }));

  test('everything, if the graph was opened without access', async () => {
    const graph = await openGraph({ workers: 0 });
    await expect(
      rowsOf(graph, 'LOAD CSV FROM $url AS r RETURN r', join(folder, 'people.csv')),
    ).rejects.toMatchObject({ code: 'cypher.runtime' });
    await graph.close();
  });
});

test('reads an endless page only as fast as its rows are consumed, and closes it afterwards', () =>
  withGraph({ workers: 1 }, async graph => {
    const run = await graph.query('CALL loadJsonLines($url) YIELD value RETURN value.x', {
      parameters: { url: `${address}/endless` },
    });
    let rows = 0;
    for await (const batch of run.batches()) {
      rows += batch.length;
      if (rows > 20_000) break;
    }
    await closed;
    // The bytes read, plus the maximum in sockets and streams.
    expect(sent).toBeLessThan(rows * 8 + 32e6);

    const stopped = await graph.query('CALL loadJsonLines($url) YIELD value RETURN count(*)', {
      parameters: { url: `${address}/endless` },
      timeout: 50,
    });
    await expect(stopped.rows()).rejects.toMatchObject({ code: 'cypher.timeout' });
    await closed;
  }));
