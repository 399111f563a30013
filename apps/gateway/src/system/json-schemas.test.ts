import { clientOfService } from '../testing/client-of-service.js';

const client = clientOfService();

test.each(['recipe-v1.json', 'recipe-v2.json', 'configuration.json'])('serves %s', async name => {
  const answer = await client.ask('GET', `/api/v2/schemas/${name}`);
  expect(answer).toMatchObject({ status: 200, type: 'application/schema+json; charset=utf-8' });
  expect(JSON.parse(answer.text)).toMatchObject({
    type: 'object',
    title: expect.stringContaining('Weir') as string,
  });
});

test('the configuration nests its keys, at the root and below the name of the product', async () => {
  const { text } = await client.ask('GET', '/api/v2/schemas/configuration.json');
  const port = {
    webserver: { properties: { port: { description: expect.stringMatching(/^Port/) as string } } },
  };
  expect(JSON.parse(text)).toMatchObject({ properties: { ...port, weir: { properties: port } } });
});

test('other names do not exist', async () => {
  expect(await client.ask('GET', '/api/v2/schemas/toString')).toMatchObject({ status: 404 });
});
