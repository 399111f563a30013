import { once } from 'node:events';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { v1Endpoints } from '@weir/api';
import { API, clientOfService } from './testing/client-of-service.js';
import { pages } from './http/pages.js';

const client = clientOfService();
const { ask } = client;

describe('pages and documents', () => {
  test.each([
    ['/', /^text\/html/, 'assets/main-'],
    ['/explorer', /^text\/html/, 'assets/main-'],
    ['/dashboard', /^text\/html/, 'assets/main-'],
    ['/streams', /^text\/html/, 'assets/main-'],
    ['/docs', /^text\/html/, 'assets/main-'],
    ['/v1docs', /^text\/html/, 'assets/main-'],
    ['/favicon.ico', /^image\/svg/, '<svg'],
  ])('%s', async (path, type, part) => {
    const page = await ask('GET', path);
    expect(page.status).toBe(200);
    expect(page.type).toMatch(type);
    expect(page.text).toContain(part);
    // No resources are loaded from other hosts.
    expect(page.text.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:\/\//);
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'self'/);
  });

  test('the files that the shell names exist, are immutable, and are named relative to the page', async () => {
    const shell = await ask('GET', '/dashboard');
    expect(shell.headers.get('cache-control')).toBe('no-cache');
    const names = [...shell.text.matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, name]) => name!);
    expect(names.length).toBeGreaterThan(2);
    for (const name of names) {
      expect(name).toMatch(/^[\w.-]+(?:\/[\w.-]+)?$/);
      const { status, headers } = await ask('GET', `/${name}`);
      expect([name, status]).toEqual([name, 200]);
      if (name.startsWith('assets/'))
        expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
    expect((await ask('GET', '/assets/none.js')).status).toBe(404);
  });

  test('serves /metrics as a page to browsers and as figures to other clients', async () => {
    const page = await fetch(`${client.service.url}/metrics`, { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect(await page.text()).toContain('assets/main-');
    const figures = await fetch(`${client.service.url}/metrics`);
    expect(await figures.text()).toContain('# TYPE');
  });

  test('works without built pages, and reports that they are missing', async () => {
    const app = express().use(pages(() => undefined));
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/`);
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('npm run build')]);
    server.close();
  });

  test('the OpenAPI document names every operation', async () => {
    const answer = await ask('GET', '/docs/openapi.json');
    const document = JSON.parse(answer.text) as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    const ids = Object.values(document.paths).flatMap(item =>
      Object.values(item).map(({ operationId }) => operationId),
    );
    expect(ids.sort()).toEqual(v1Endpoints.map(({ id }) => id).sort());
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });

  test.each([
    ['/api/v1/ingest/', '/api/v1/ingest'],
    ['/api/v1/ingest/?a=b', '/api/v1/ingest?a=b'],
    ['//evil.example/', '/evil.example'],
  ])('redirects %s to %s', async (path, location) => {
    const answer = await ask('GET', path);
    expect(answer.status).toBe(308);
    expect(answer.headers.get('location')).toBe(location);
  });
});

describe('requests that another site makes a browser send', () => {
  const send = async (headers: Record<string, string>) =>
    (
      await fetch(`${client.service.url}${API}/query/cypher`, {
        method: 'POST',
        body: 'RETURN 1',
        headers: { 'Content-Type': 'text/plain', ...headers },
      })
    ).status;
  test.each<[Record<string, string>, number]>([
    [{}, 200],
    [{ Origin: 'https://evil.example' }, 403],
    [{ Origin: 'null' }, 403],
    [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
    [{ 'Sec-Fetch-Site': 'same-site' }, 403],
    [{ 'Sec-Fetch-Site': 'same-origin' }, 200],
    [{ 'Sec-Fetch-Site': 'none' }, 200],
  ])('%j', async (headers, status) => {
    expect(await send(headers)).toBe(status);
  });
  test('accepts requests from its pages', async () => {
    expect(await send({ Origin: client.service.url })).toBe(200);
  });

  const CROSS = 'cross-site';
  test.each<[path: string, site: string, mode: string, status: number]>([
    ['/api/v1/admin/backup', CROSS, 'no-cors', 403],
    ['/api/v1/admin/backup', CROSS, 'navigate', 403],
    ['/api/v1/admin/export', CROSS, 'navigate', 403],
    ['/api/v1/admin/backup', 'same-site', 'no-cors', 403],
    ['/api/v1/query/standing/none/results', CROSS, 'no-cors', 403],
    ['/api/v1/query/standing/none/results', CROSS, 'navigate', 403],
    ['/api/v1/query/standing/none/results', 'same-origin', 'cors', 404],
    ['/api/v1/query/standing', CROSS, 'no-cors', 403],
    ['/api/v1/query/standing', CROSS, 'navigate', 200],
    ['/api/v2/openapi.json', CROSS, 'cors', 200],
    ['/docs', CROSS, 'navigate', 200],
  ])('a GET of %s from %s, %s', async (path, site, mode, status) => {
    const headers = { 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': mode };
    const got = await new Promise<number>((resolve, reject) => {
      get(client.service.url + path, { headers }, response => {
        response.destroy();
        resolve(response.statusCode!);
      }).on('error', reject);
    });
    expect(got).toBe(status);
  });
});
