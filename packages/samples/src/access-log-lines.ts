/**
 * Endless lines of a web server's access log in the combined format. Most clients read existing pages; some probe for
 * missing pages that are common targets of attacks.
 */
import { SeededRandom } from '@weir/platform';

export interface AccessLogOptions {
  readonly seed: number;
  /** Ordinary clients; default 500. */
  readonly clients?: number;
  /** Clients that probe for missing pages; default 5. */
  readonly probers?: number;
}

const PAGES: readonly string[] = [
  '/',
  '/index.html',
  '/about/',
  '/blog/',
  '/blog/2026/streams-and-graphs',
  '/blog/2026/a-year-of-logs',
  '/images/logo.png',
  '/style/site.css',
  '/feed.xml',
  '/products/?page=2',
  '/contact',
  '/search?q=graph',
];
const PROBES: readonly string[] = [
  '/admin.php',
  '/administrator/',
  '/wp-login.php',
  '/wp-admin/',
  '/phpmyadmin/',
  '/.env',
  '/.git/config',
  '/backup.zip',
  '/cgi-bin/test.cgi',
  '/config.json.bak',
];
const AGENTS: readonly string[] = [
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
  'curl/8.10.1',
  'ExampleBot/2.1 (+https://bot.example/about)',
];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** 2026-01-01T00:00:00Z. */
const START_MILLIS = 1_767_225_600_000;
const ONE_PROBE_IN = 50;
const ONE_DEAD_LINK_IN = 200;

export function* accessLogLines(options: AccessLogOptions): Generator<string, never, undefined> {
  const random = new SeededRandom(options.seed);
  const clients = Array.from({ length: options.clients ?? 500 }, () => address(random, '198.18'));
  const probers = Array.from({ length: options.probers ?? 5 }, (_, i) => `203.0.113.${i + 1}`);
  let time = START_MILLIS;
  for (;;) {
    time += random.below(4_000);
    if (probers.length > 0 && random.chance(1 / ONE_PROBE_IN)) {
      yield line(random, random.pick(probers), time, random.pick(PROBES), 404);
    } else if (random.chance(1 / ONE_DEAD_LINK_IN)) {
      yield line(random, random.pick(clients), time, '/blog/moved-away', 404);
    } else {
      yield line(random, random.pick(clients), time, random.pick(PAGES), random.chance(1 / 20) ? 304 : 200);
    }
  }
}

/** An address in a range reserved for tests. */
function address(random: SeededRandom, prefix: string): string {
  return `${prefix}.${random.below(256)}.${1 + random.below(254)}`;
}

function line(random: SeededRandom, client: string, millis: number, path: string, status: number): string {
  const size = status === 304 ? '-' : String(200 + random.below(50_000));
  const referrer = random.chance(1 / 3) ? 'https://www.example/' : '-';
  return `${client} - - [${timestamp(millis)}] "GET ${path} HTTP/1.1" ${status} ${size} "${referrer}" "${random.pick(AGENTS)}"`;
}

function timestamp(millis: number): string {
  const date = new Date(millis);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${two(date.getUTCDate())}/${MONTHS[date.getUTCMonth()]!}/${date.getUTCFullYear()}`;
  return `${day}:${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())} +0000`;
}
