/** Address of a server in a definition, such as `redis://host:6379`, and connections to it. */
import { connect as connectPlain, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import { type ErrorCode, WeirError } from '@weir/model/extension';
import type { OutgoingPolicy } from '@weir/platform';

export interface ServerScheme {
  /** Port of addresses without one. */
  readonly port: number;
  readonly isSecure: boolean;
}

export interface ServerAddressOptions {
  /** By name, without a colon. */
  readonly schemes: Readonly<Record<string, ServerScheme>>;
  /** Code of errors: `ingest.invalid` for a source, `output.invalid` for a destination. */
  readonly code: ErrorCode;
  /** Decides which addresses may be connected to. */
  readonly outgoing: OutgoingPolicy;
}

/** Options of `net.connect` and `tls.connect`, for clients that open sockets. */
export interface SocketOptions {
  readonly host: string;
  readonly port: number;
  /** Resolves names to allowed addresses only. */
  readonly lookup: LookupFunction;
  /** Absent if the host is an IP address. */
  readonly servername?: string;
}

export class ServerAddress {
  private constructor(
    /** IPv6 without brackets. */
    readonly host: string,
    readonly port: number,
    readonly isSecure: boolean,
    /** Decoded, without the first slash; empty if there is none. */
    readonly path: string,
    private readonly outgoing: OutgoingPolicy,
  ) {}

  /**
   * @param url with one of the schemes; without a login, which could not be masked there.
   * @throws WeirError with the given code for any other text, and for a host that the configuration denies.
   */
  static of(url: string, { schemes, code, outgoing }: ServerAddressOptions): ServerAddress {
    const invalid = (why: string): WeirError => new WeirError(code, `Invalid url: ${why}`);
    const [example] = Object.keys(schemes);
    const parsed = URL.canParse(url) ? new URL(url) : undefined;
    const scheme = parsed === undefined ? undefined : schemes[parsed.protocol.slice(0, -1)];
    if (parsed === undefined || scheme === undefined || parsed.hostname === '')
      throw invalid(`it is not an address such as ${example}://localhost:${schemes[example!]!.port}`);
    if (parsed.username !== '' || parsed.password !== '')
      throw invalid('it contains a login. Use the fields username and password instead');
    if (parsed.search !== '' || parsed.hash !== '')
      throw invalid(`it contains '${parsed.search}${parsed.hash}'. Remove everything after the path`);
    const host = parsed.hostname.replace(/^\[|\]$/g, '');
    const port = parsed.port === '' ? scheme.port : Number(parsed.port);
    const refusal = outgoing.refusal(host, String(port));
    if (refusal !== undefined) throw invalid(refusal);
    return new ServerAddress(host, port, scheme.isSecure, decoded(parsed.pathname.slice(1)), outgoing);
  }

  /** `host:port`, for messages. */
  get text(): string {
    return isIP(this.host) === 6 ? `[${this.host}]:${this.port}` : `${this.host}:${this.port}`;
  }

  get socketOptions(): SocketOptions {
    const { host, port } = this;
    const servername = isIP(host) === 0 ? { servername: host } : {};
    return { host, port, lookup: this.outgoing.lookup(String(port)), ...servername };
  }

  /** Opens a socket, with TLS if the scheme is secure. It emits `error` if the connection fails. */
  connect(): Socket {
    const { socketOptions } = this;
    return this.isSecure ? connectSecure(socketOptions) : connectPlain(socketOptions);
  }
}

/** A URL may contain a `%` that escapes nothing. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
