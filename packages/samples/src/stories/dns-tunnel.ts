/** DNS queries with fields of Zeek's `dns.log`: `{ts, uid, host, query, qtype_name, rcode_name}`. */
import type { SeededRandom } from '@weir/platform';
import { type PlantedRecord, SampleClock, storyStream } from './story-stream.js';

/** Different names of one domain that make a tunnel, as in the recipe. */
const TUNNEL_NAMES = 50;
const SITES = ['www', 'api', 'cdn', 'img', 'mail', 'login', 'static', 'shop'];

export function dnsTunnel(random: SeededRandom): Iterable<PlantedRecord> {
  const clock = new SampleClock(random);
  let queries = 0;
  const ask = (host: string, query: string, type = 'A'): object => ({
    ts: clock.next() / 1_000,
    uid: `C${++queries}`,
    host,
    query,
    qtype_name: type,
    rcode_name: 'NOERROR',
  });
  const leak = (host: string, domain: string, count: number): object[] =>
    Array.from({ length: count }, (_, i) => ask(host, `${i}-${random.hex(12)}.${domain}`, 'TXT'));
  return storyStream({
    random,
    ordinary: () =>
      ask(`10.0.0.${1 + random.below(200)}`, `${random.pick(SITES)}.site-${random.below(60)}.example`),
    stories: [
      // Data leaves as the names of one domain.
      serial => {
        const [host, domain] = [`10.1.${serial >> 8}.${serial & 255}`, `tunnel-${serial}.example`];
        const records = leak(host, domain, TUNNEL_NAMES + 5);
        return records.map((record, i) => ({
          record,
          ...(i === TUNNEL_NAMES - 1 ? { matches: [{ host, domain }] } : {}),
        }));
      },
      // Near miss: one name less.
      serial =>
        leak(`10.1.${serial >> 8}.${serial & 255}`, `busy-${serial}.example`, TUNNEL_NAMES - 1).map(
          record => ({
            record,
          }),
        ),
      // Near miss: the same name again and again.
      serial =>
        Array.from({ length: TUNNEL_NAMES + 10 }, () => ({
          record: ask(`10.1.${serial >> 8}.${serial & 255}`, `status.poll-${serial}.example`),
        })),
    ],
  });
}
