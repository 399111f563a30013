/** UUIDs as text: the default form of node ids and the form of result ids. */
import type { NodeId } from './node-id.js';

const UUID_BYTES = 16;
const HEX: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** `761f620a-0f48-3f92-9464-2526642cc430`, or `#00FF` when it is not 16 bytes long. */
export function formatUuid(id: NodeId): string {
  let hex = '';
  for (let i = 0; i < id.length; i++) hex += HEX[id.charCodeAt(i)];
  if (id.length !== UUID_BYTES) return '#' + hex.toUpperCase();
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const UUID_GROUPS = /^([0-9a-f]{1,8})-([0-9a-f]{1,4})-([0-9a-f]{1,4})-([0-9a-f]{1,4})-([0-9a-f]{1,12})$/i;
const RAW_HEX = /^#((?:[0-9a-f]{2})*)$/i;

/**
 * Parses a text form: a UUID (short groups are padded, as in `1-1-1-1-1`) or `#` and hex. Returns `undefined` for
 * anything else.
 */
export function parseUuid(text: string): NodeId | undefined {
  return parseFullUuid(text) ?? parseShortForms(text);
}

/** Offsets of the 16 bytes in the text of a UUID. */
const UUID_BYTES_AT = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];
const UUID_DASHES_AT = [8, 13, 18, 23];
/** Value by char code; 255 if it is not a hex digit. */
const DIGITS = Uint8Array.from({ length: 128 }, (_, code) => {
  const digit = '0123456789abcdef'.indexOf(String.fromCharCode(code).toLowerCase());
  return digit < 0 ? 255 : digit;
});
const uuidBytes = Buffer.alloc(UUID_BYTES);

/** The form of nearly every id. */
function parseFullUuid(text: string): NodeId | undefined {
  if (text.length !== 36) return undefined;
  for (const at of UUID_DASHES_AT) if (text.charCodeAt(at) !== 0x2d) return undefined;
  for (let i = 0; i < UUID_BYTES; i++) {
    const at = UUID_BYTES_AT[i]!;
    const high = DIGITS[text.charCodeAt(at)];
    const low = DIGITS[text.charCodeAt(at + 1)];
    if (high === undefined || low === undefined || high > 15 || low > 15) return undefined;
    uuidBytes[i] = high * 16 + low;
  }
  return uuidBytes.toString('latin1') as NodeId;
}

function parseShortForms(text: string): NodeId | undefined {
  const groups = UUID_GROUPS.exec(text);
  if (groups) {
    const widths = [8, 4, 4, 4, 12];
    const hex = widths.map((width, i) => groups[i + 1]!.padStart(width, '0')).join('');
    return Buffer.from(hex, 'hex').toString('latin1') as NodeId;
  }
  return parseRawText(text);
}

/** `#00FF`, for any bytes. */
export function rawText(id: NodeId): string {
  return '#' + Buffer.from(id, 'latin1').toString('hex').toUpperCase();
}

export function parseRawText(text: string): NodeId | undefined {
  const raw = RAW_HEX.exec(text);
  return raw ? (Buffer.from(raw[1]!, 'hex').toString('latin1') as NodeId) : undefined;
}
