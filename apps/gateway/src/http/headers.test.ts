/** Browser-related headers of every response, and rate limits. */
import { startWeir } from '../testing/start-weir.js';

const ORIGIN = 'https://console.example';

test('restricts what browsers may do with responses and lets no other origin read them', async () => {
  const service = await startWeir();
  try {
    for (const path of ['/', '/api/v1/query/standing', '/nothing', '/api/v2/nothing']) {
      const { headers } = await fetch(service.url + path);
      expect(headers.get('content-security-policy')).toContain("default-src 'self'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('strict-transport-security')).toBeNull();
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
  } finally {
    await service.stop();
  }
});

test('lets origins named by the configuration send requests and read responses', async () => {
  const service = await startWeir({ settings: { 'webserver.allowed-origins': [ORIGIN] } });
  try {
    const url = `${service.url}/api/v1/query/cypher`;
    const preflight = await fetch(url, {
      method: 'OPTIONS',
      headers: {
        origin: ORIGIN,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization,content-type');
    const headers = { origin: ORIGIN, 'content-type': 'text/plain' };
    const answer = await fetch(url, { method: 'POST', body: 'RETURN 1', headers });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, ORIGIN]);
    const other = await fetch(url, {
      method: 'POST',
      body: 'RETURN 1',
      headers: { ...headers, origin: 'https://other.example' },
    });
    expect([other.status, other.headers.get('access-control-allow-origin')]).toEqual([403, null]);
  } finally {
    await service.stop();
  }
});

test('rejects requests beyond the rate limit, except health checks', async () => {
  const service = await startWeir({ settings: { 'webserver.requests-per-minute': 3 } });
  try {
    const get = (path: string) => fetch(service.url + path);
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push((await get('/api/v1/query/standing')).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    const refused = await get('/api/v2/system/systemInfo');
    expect(refused.headers.get('weir-error-code')).toBe('request.too-many');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await get('/api/v1/admin/liveness')).status).toBe(204);
  } finally {
    await service.stop();
  }
});
