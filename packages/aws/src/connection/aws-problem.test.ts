/** Errors as the client of S3 makes them from the answers of a server. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GetObjectCommand, HeadObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { awsReason } from './aws-problem.js';

const MOVED = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>PermanentRedirect</Code>
<Message>The bucket you are attempting to access must be addressed using the specified endpoint.</Message></Error>`;

let server: Server;
let client: S3Client;

beforeAll(async () => {
  server = createServer((request, response) => {
    response.writeHead(301, { 'x-amz-bucket-region': 'eu-west-1', 'content-type': 'application/xml' });
    response.end(request.method === 'HEAD' ? undefined : MOVED);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  client = new S3Client({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
    forcePathStyle: true,
    maxAttempts: 1,
  });
});
afterAll(() => {
  client.destroy();
  server.close();
});

const OBJECT = { Bucket: 'events', Key: 'a.jsonl' };

test.each([
  ['with a message', () => client.send(new GetObjectCommand(OBJECT))],
  ['without one', () => client.send(new HeadObjectCommand(OBJECT))],
])('an answer of another region %s names the region of the bucket', async (_name, send) => {
  const error: unknown = await send().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(awsReason(error)).toBe('The S3 bucket is in the region eu-west-1');
});
