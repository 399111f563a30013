import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import express from 'express';
import { missingPage, pages } from './pages.js';

const SCRIPT = `export const words = '${'many words '.repeat(500)}';\n`;
const FOREVER = 'public, max-age=31536000, immutable';

describe('built files', () => {
  let folder: string;
  let server: Server;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'weir-pages-'));
    const assets = join(folder, 'assets');
    await mkdir(assets);
    await writeFile(join(folder, 'index.html'), '<!doctype html>');
    for (const name of ['page-1.js', 'gone-1.js']) {
      await writeFile(join(assets, name), SCRIPT);
      await writeFile(join(assets, `${name}.br`), brotliCompressSync(SCRIPT));
      await writeFile(join(assets, `${name}.gz`), gzipSync(SCRIPT));
    }
    await writeFile(join(assets, 'small-1.js'), '0;');
    server = createServer(
      express().use(
        pages(() => `${folder}/`),
        missingPage(() => `${folder}/`),
      ),
    );
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(async () => {
    server.close();
    await rm(folder, { recursive: true, force: true });
  });

  const ask = (name: string, headers: Readonly<Record<string, string>>) =>
    fetched(`/assets/${name}`, headers);

  async function fetched(path: string, headers: Readonly<Record<string, string>>) {
    const { port } = server.address() as AddressInfo;
    const request = get({ port, path, headers, agent: false });
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk as Buffer);
    return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) };
  }

  test('browsers get a page with a way back for an unknown address, other clients do not', async () => {
    const html = { accept: 'text/html,*/*' };
    const [shell, below, other] = [
      await fetched('/nonsense', html),
      await fetched('/a/b/nonsense', html),
      await fetched('/nonsense', { accept: 'application/json' }),
    ];
    expect([shell.status, shell.body.toString()]).toEqual([404, '<!doctype html>']);
    expect(below.status).toBe(404);
    expect(below.body.toString()).toContain('<a href="../../">Open the explorer</a>');
    expect(other.body.toString()).toContain('Cannot GET');
  });

  test.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['identity', undefined, (body: Buffer) => body],
  ])('serves %s clients the file as %s, immutable', async (accepted, encoding, unpacked) => {
    const { status, headers, body } = await ask('page-1.js', { 'accept-encoding': accepted });
    expect([status, headers['content-encoding'], headers['vary']]).toEqual([
      200,
      encoding,
      'Accept-Encoding',
    ]);
    expect(headers['content-type']).toMatch(/^text\/javascript/);
    expect(headers['cache-control']).toBe(FOREVER);
    expect(Number(headers['content-length'])).toBe(body.length);
    expect(unpacked(body).toString()).toBe(SCRIPT);
    if (encoding !== undefined) expect(body.length).toBeLessThan(SCRIPT.length / 10);
  });

  test('each form has a unique ETag, and is not sent again to a client that has it', async () => {
    const forms = await Promise.all(
      ['br', 'gzip', 'identity'].map(async encoding => {
        const { headers } = await ask('page-1.js', { 'accept-encoding': encoding });
        const etag = headers.etag!;
        const again = await ask('page-1.js', { 'accept-encoding': encoding, 'if-none-match': etag });
        expect([again.status, again.body.length]).toEqual([304, 0]);
        return etag;
      }),
    );
    expect(new Set(forms).size).toBe(3);
  });

  test.each(['br', 'identity'])('a range of %s refers to the bytes that are sent', async encoding => {
    const whole = await ask('page-1.js', { 'accept-encoding': encoding });
    const part = await ask('page-1.js', { 'accept-encoding': encoding, range: 'bytes=3-7' });
    expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 3-7/${whole.body.length}`]);
    expect(part.body.equals(whole.body.subarray(3, 8))).toBe(true);
  });

  test('sends a small file uncompressed', async () => {
    const { headers, body } = await ask('small-1.js', { 'accept-encoding': 'br' });
    expect([headers['content-encoding'], body.toString()]).toEqual([undefined, '0;']);
  });

  test('does not mark the response for a missing file as compressed', async () => {
    for (const end of ['', '.br', '.gz']) await rm(join(folder, 'assets', `gone-1.js${end}`));
    const { status, headers } = await ask('gone-1.js', { 'accept-encoding': 'br' });
    expect([status, headers['content-encoding']]).toEqual([404, undefined]);
  });
});
