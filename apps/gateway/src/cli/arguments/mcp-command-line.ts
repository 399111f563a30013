/** The command `mcp`. */
import { COMMANDS } from './commands.js';
import { invalid, readArguments } from './read-arguments.js';
import { type ServerAddress, serverAddress } from './server-options.js';

export interface McpCommand {
  readonly kind: 'mcp';
  readonly server: ServerAddress;
  /** Absent: standard input and output. */
  readonly http: HttpAddress | undefined;
}

export interface HttpAddress {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Values of the `Host` header that are allowed in addition to `host` and the names of this machine. */
  readonly allowedHosts: readonly string[];
}

const DEFAULT_HOST = '127.0.0.1';

/** @throws WeirError `cli.invalid` */
export function parseMcpCommand(words: readonly string[]): McpCommand {
  const args = readArguments(words, COMMANDS.mcp.options);
  if (args.positionals.length > 0) throw invalid(`Unexpected argument ${args.positionals[0]!}`);
  const address = args.text('http');
  const allowedHosts = args.texts('allow-host');
  if (address === undefined && allowedHosts.length > 0)
    throw invalid('--allow-host has no effect without --http');
  return {
    kind: 'mcp',
    server: serverAddress(args, process.env),
    http: address === undefined ? undefined : { ...hostAndPort(address), allowedHosts },
  };
}

/** Reads `8090`, `localhost:8090` and `[::1]:8090`. */
function hostAndPort(text: string): { host: string; port: number } {
  const match = /^(?:(?:\[([0-9a-fA-F:.]+)\]|([^:[\]\s]+)):)?(\d{1,5})$/.exec(text);
  const port = Number(match?.[3] ?? NaN);
  if (match === null || port > 65_535)
    throw invalid(
      `Option --http expects [HOST:]PORT, such as 8090 or localhost:8090, but was given '${text}'`,
    );
  return { host: match[1] ?? match[2] ?? DEFAULT_HOST, port };
}
