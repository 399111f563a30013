/**
 * Which addresses this process may connect to on behalf of users: for queries that read from the web, outputs that
 * post, and sources that read web streams. One set of rules for all of them. A name is judged by the addresses it
 * resolves to when the connection is made, and the connection goes to exactly those; if the name resolves differently
 * next time, it is judged again.
 *
 * | first matching rule | |
 * |---|---|
 * | `deny` | refused |
 * | `allow`, `endpoints` | allowed |
 * | link-local and cloud metadata addresses, multicast | refused |
 * | this machine | per `loopback` |
 * | private networks | per `private` |
 * | everything else | allowed |
 */
import { isError } from '../text/is-error.js';
import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { WeirError } from '../errors/weir-error.js';

/**
 * Plain data, for threads. Example hosts: `hooks.example.org`, `*.example.org`, `10.1.2.3`, `10.0.0.0/8`, `fd00::/8`.
 */
export interface OutgoingRules {
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  /** Whether connections to this machine are allowed. */
  readonly loopback: boolean;
  /** Whether connections to private networks are allowed. */
  readonly private: boolean;
  /** Single ports of hosts, such as `localhost:3000`, that are always allowed. */
  readonly endpoints: readonly string[];
}

export const OPEN_RULES: OutgoingRules = {
  allow: [],
  deny: [],
  loopback: true,
  private: true,
  endpoints: [],
};

const LOOPBACK = networks('127.0.0.0/8', '0.0.0.0/8', '::1', '::');
const PRIVATE = networks('10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7');
const NEVER = networks(
  '169.254.0.0/16',
  'fe80::/10',
  // The same address through NAT64.
  '64:ff9b::a9fe:0/112',
  'fd00:ec2::254',
  '100.100.100.200',
  '192.0.0.192',
  '224.0.0.0/4',
  'ff00::/8',
  '255.255.255.255',
);

export class OutgoingPolicy {
  private readonly allowed: HostList;
  private readonly denied: HostList;

  /** @throws WeirError `config.invalid` for a rule that is not a host, address or network. */
  constructor(private readonly rules: OutgoingRules) {
    this.allowed = new HostList(rules.allow);
    this.denied = new HostList(rules.deny);
  }

  /** The same rules without access to this machine, `allow` and `endpoints`. */
  get outward(): OutgoingPolicy {
    return new OutgoingPolicy({ ...this.rules, allow: [], endpoints: [], loopback: false });
  }

  /** The same rules for addresses that others supply: this machine only if `allow` lists it. */
  get offMachine(): OutgoingPolicy {
    return new OutgoingPolicy({ ...this.rules, endpoints: [], loopback: false });
  }

  /**
   * Why a connection to a host is refused, as far as its name or literal address shows; `lookup` checks the rest.
   * @param host as in a URL: IPv6 may be in brackets.
   */
  refusal(host: string, port: string): string | undefined {
    const name = plain(host);
    if (isIP(name) !== 0) return this.judge(name, name, port) ? undefined : refused(name, name);
    if (!this.denied.hasName(name)) return undefined;
    return refused(name, name);
  }

  /**
   * Creates the lookup for one connection: it returns the allowed addresses of a name, and an error if there are none.
   */
  lookup(port: string): LookupFunction {
    return (host, options, done) => {
      lookup(host, { ...options, all: true }, (error, addresses) => {
        if (error !== null) return done(error, []);
        const fit = addresses.filter(({ address }) => this.judge(plain(host), address, port));
        if (fit.length === 0) done(new Error(refused(host, addresses[0]?.address ?? host)), []);
        else if (options.all === true) done(null, fit);
        else done(null, fit[0]!.address, fit[0]!.family);
      });
    };
  }

  /**
   * Resolves a name once, so that users learn early about a refused address.
   * @returns why it is refused; also `undefined` if the name cannot be resolved now.
   */
  async check(url: URL): Promise<string | undefined> {
    const port = portOf(url);
    const known = this.refusal(url.hostname, port);
    if (known !== undefined || isIP(plain(url.hostname)) !== 0) return known;
    return new Promise(resolve => {
      this.lookup(port)(url.hostname, { all: true }, error =>
        resolve(isError(error) && REFUSED.test(error.message) ? error.message : undefined),
      );
    });
  }

  private judge(name: string, address: string, port: string): boolean {
    const { loopback, private: isPrivateFine, endpoints } = this.rules;
    if (this.denied.has(name, address)) return false;
    if (this.allowed.has(name, address) || endpoints.includes(`${name}:${port}`)) return true;
    if (isIn(NEVER, address)) return false;
    if (isIn(LOOPBACK, address)) return loopback;
    return isPrivateFine || !isIn(PRIVATE, address);
  }
}

/** Returns the port of a URL, explicit or default. */
export function portOf({ port, protocol }: URL): string {
  if (port !== '') return port;
  return protocol === 'https:' || protocol === 'wss:' ? '443' : '80';
}

/** `localhost:3000` of `http://localhost:3000/hook`. */
export function endpointOf(url: URL): string {
  return `${plain(url.hostname)}:${portOf(url)}`;
}

/** Returns whether an error is nothing but a refusal by the policy. */
export function isRefusal(error: unknown): boolean {
  if (!isError(error)) return false;
  return REFUSED.test(error.message) || isRefusal(error.cause);
}

class HostList {
  private readonly addresses = new BlockList();
  private readonly names = new Set<string>();
  private readonly suffixes: string[] = [];

  constructor(hosts: readonly string[]) {
    for (const host of hosts) {
      if (addNetwork(this.addresses, host)) continue;
      if (!/^(?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/i.test(host)) {
        throw new WeirError(
          'config.invalid',
          `'${host}' is not a host, address or network (such as 10.0.0.0/8).`,
        );
      }
      if (host.startsWith('*.')) this.suffixes.push(host.slice(1).toLowerCase());
      else this.names.add(host.toLowerCase());
    }
  }

  hasName(name: string): boolean {
    return this.names.has(name) || this.suffixes.some(suffix => name.endsWith(suffix));
  }

  has(name: string, address: string): boolean {
    return this.hasName(name) || isIn(this.addresses, address);
  }
}

function networks(...all: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of all) addNetwork(list, network);
  return list;
}

/** @returns whether the text is an address or a network. */
function addNetwork(list: BlockList, text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  if (bits === undefined) list.addAddress(address, family);
  else if (!/^\d{1,3}$/.test(bits) || Number(bits) > (version === 4 ? 32 : 128)) return false;
  else list.addSubnet(address, Number(bits), family);
  return true;
}

function isIn(list: BlockList, address: string): boolean {
  const bare = address.split('%', 1)[0]!;
  return list.check(bare, isIP(bare) === 4 ? 'ipv4' : 'ipv6');
}

/** Removes the brackets of IPv6 and the dot that ends a fully qualified name. */
function plain(host: string): string {
  return host
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
}

const REFUSED = /is not an allowed destination/;

function refused(host: string, address: string): string {
  const where = host === address ? address : `${host} (${address})`;
  return `${where} is not an allowed destination (settings outgoing.allow, outgoing.deny)`;
}
