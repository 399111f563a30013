/** WebSockets and event streams of a recording. */
import { get } from 'node:http';
import { WebSocket } from 'ws';
import { differences } from './likeness.js';
import type { Exchange, Frame } from './exchange.js';

export interface Live {
  /** Also closes it. */
  differences(): Promise<string[]>;
}

/** Time in which recorded events must arrive. */
const PATIENCE_MILLIS = 3_000;
const MORE_MILLIS = 100;

/** Resolves once it is open. */
export function openLive(url: string, exchange: Exchange): Promise<Live> {
  if (exchange.rawAll !== undefined) return openEvents(url, exchange);
  return exchange.responseHead!.includes(' 101 ') ? openSocket(url, exchange) : refusedSocket(url, exchange);
}

/** Received texts, in order. */
class Arrivals {
  private readonly texts: string[] = [];
  private arrived = (): void => undefined;

  add(text: string): void {
    this.texts.push(text);
    this.arrived();
  }

  /** The first `count` texts; fewer if the rest is late. */
  async take(count: number, millis = PATIENCE_MILLIS): Promise<string[]> {
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      this.arrived();
    }, millis);
    while (this.texts.length < count && !late) await new Promise<void>(resolve => (this.arrived = resolve));
    clearTimeout(timer);
    return this.texts.splice(0, count);
  }

  /** At least `count` texts, and others that arrive with them. */
  async takeAll(count: number): Promise<string[]> {
    return [...(await this.take(count)), ...(await this.take(Infinity, MORE_MILLIS))];
  }
}

function connect(url: string, path: string): WebSocket {
  return new WebSocket(url.replace('http', 'ws') + path);
}

/** A WebSocket on which the client sends requests, or only listens. */
async function openSocket(url: string, { path, frames = [] }: Exchange): Promise<Live> {
  const socket = connect(url, path);
  const arrivals = new Arrivals();
  socket.on('message', (data: Buffer) => arrivals.add(data.toString()));
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  const texts = frames.filter(frame => frame.text !== undefined);
  return {
    async differences() {
      const lines = texts.some(({ dir }) => dir === 'client')
        ? await converse(socket, arrivals, texts)
        : listened(
            texts.map(({ text }) => text!),
            await arrivals.takeAll(texts.length),
          );
      socket.close();
      return lines;
    },
  };
}

async function converse(socket: WebSocket, arrivals: Arrivals, frames: readonly Frame[]): Promise<string[]> {
  const lines: string[] = [];
  for (let i = 0; i < frames.length;) {
    const asked = frames[i++]!;
    socket.send(asked.text!);
    const answers: string[] = [];
    while (frames[i]?.dir === 'server') answers.push(frames[i++]!.text!);
    const found = await arrivals.take(answers.length);
    for (const [k, answer] of answers.entries()) {
      for (const line of differences(answer, found[k] ?? '', { values: true }))
        lines.push(`${asked.text}: ${line}`);
    }
  }
  return lines;
}

/** Each recorded result is among those found, in any order. Some were recorded twice, which is once too often. */
function listened(recorded: readonly string[], found: readonly string[]): string[] {
  const left = [...found];
  return [...new Set(recorded)].flatMap(text => {
    // Ids of new nodes and of results differ.
    const like = left.findIndex(
      other => differences(shape(text), shape(other), { values: true }).length === 0,
    );
    if (like < 0) return [`not told: ${text}; told: ${left.join(' ')}`];
    left.splice(like, 1);
    return [];
  });
}

function shape(text: string): string {
  return text.replaceAll(/"[0-9a-f]{8}-[0-9a-f-]{27}"/g, '"an id"');
}

/** A handshake that is answered with an error. */
async function refusedSocket(url: string, { path, frames = [], responseHead }: Exchange): Promise<Live> {
  const socket = connect(url, path);
  const answer = await new Promise<{ status: number; body: string }>((resolve, reject) => {
    socket.on('error', () => undefined);
    socket.once('open', () => reject(new Error('it was opened')));
    socket.once('unexpected-response', (_, response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode!, body }));
    });
  });
  const status = Number(/ (\d{3}) /.exec(responseHead!)![1]);
  const lines = answer.status === status ? [] : [`status ${answer.status}, not ${status}`];
  lines.push(...differences(frames[0]?.rest ?? '', answer.body, { values: false }));
  return { differences: () => Promise.resolve(lines) };
}

/** A stream of results. */
async function openEvents(url: string, { path, rawAll = '' }: Exchange): Promise<Live> {
  const arrivals = new Arrivals();
  const recorded = eventData(rawAll);
  const request = get(url + path, { headers: { Accept: 'text/event-stream' } });
  request.on('error', () => undefined);
  const status = await new Promise<number>((resolve, reject) => {
    request.once('error', reject);
    request.once('response', response => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
          for (const data of eventData(text.slice(0, end))) arrivals.add(data);
          text = text.slice(end + 2);
        }
      });
      response.on('error', () => undefined);
      resolve(response.statusCode!);
    });
  });
  return {
    async differences() {
      const found = await arrivals.takeAll(recorded.length);
      request.destroy();
      return status === 200 ? listened(recorded, found) : [`status ${status}, not 200`];
    },
  };
}

function eventData(text: string): string[] {
  return [...text.matchAll(/^data:(\{.*\})$/gm)].map(([, data]) => data!);
}
