import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OPEN_RULES, OutgoingPolicy } from '@weir/platform';
import { TestEnvironment } from '@weir/platform/testing';
import { OAuthTokens } from './oauth-tokens.js';

test('gives up on an endpoint that sends its response too slowly', async () => {
  const drips: NodeJS.Timeout[] = [];
  const server = createServer((_, response: ServerResponse) => {
    response.write('{"access_token":"');
    drips.push(setInterval(() => response.write('x'), 20));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const login = {
    clientId: 'c',
    clientSecret: 'hidden',
    tokenEndpointUrl: `http://127.0.0.1:${port}/token?key=hidden`,
  };
  const { clock } = new TestEnvironment();
  const tokens = new OAuthTokens(login, {
    clock,
    outgoing: new OutgoingPolicy(OPEN_RULES),
    patienceMillis: 300,
  });
  try {
    const error = await tokens.token().catch((reason: unknown) => reason as Error);
    expect((error as Error).message).toMatch(
      /^http:\/\/127\.0\.0\.1:\d+\/token.* did not return a token within 300 ms$/,
    );
    expect((error as Error).message).not.toContain('hidden');
  } finally {
    for (const drip of drips) clearInterval(drip);
    server.closeAllConnections();
    server.close();
  }
});
