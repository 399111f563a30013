/**
 * The handshake: four bytes that identify Bolt, and four proposals of the client, each `0, range, minor, major`: the
 * version and as many minor versions below it as `range` says.
 */
export interface BoltVersion {
  readonly major: number;
  readonly minor: number;
}

export const IDENTIFICATION = Buffer.from([0x60, 0x60, 0xb0, 0x17]);
export const HANDSHAKE_BYTES = 20;

const PROPOSAL_BYTES = 4;
/** From the newest. */
const VERSIONS: readonly BoltVersion[] = [
  { major: 5, minor: 4 },
  { major: 5, minor: 3 },
  { major: 5, minor: 2 },
  { major: 5, minor: 1 },
  { major: 5, minor: 0 },
  { major: 4, minor: 4 },
];

/** Returns the newest version that the client proposes; `undefined` if there is none, or if it does not speak Bolt. */
export function versionOf(handshake: Buffer): BoltVersion | undefined {
  if (!handshake.subarray(0, IDENTIFICATION.length).equals(IDENTIFICATION)) return undefined;
  const proposals = [1, 2, 3, 4].map(i => handshake.subarray(i * PROPOSAL_BYTES, (i + 1) * PROPOSAL_BYTES));
  return VERSIONS.find(({ major, minor }) =>
    proposals.some(([, range, highest, proposed]) => {
      return proposed === major && minor <= highest! && minor >= highest! - range!;
    }),
  );
}

/** Returns the answer to a handshake; zeros for no version, after which the server closes the connection. */
export function handshakeAnswer(version: BoltVersion | undefined): Buffer {
  return Buffer.from([0, 0, version?.minor ?? 0, version?.major ?? 0]);
}
