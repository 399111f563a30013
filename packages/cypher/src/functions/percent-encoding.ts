/** Percent-encoding of all that RFC 3986 reserves, of what is not ASCII, and of chars that the caller names. */
const RESERVED = new Set(":/?#[]@!$&'()*+,;=%");

export function percentEncode(text: string, usePlus: boolean, extra: string): string {
  const alsoReserved = new Set(extra);
  let result = '';
  for (const byte of Buffer.from(text, 'utf8')) {
    const char = String.fromCharCode(byte);
    if (char === ' ') result += usePlus ? '+' : '%20';
    else if (byte > 0x7e || byte < 0x20 || RESERVED.has(char) || alsoReserved.has(char))
      result += escaped(byte);
    else result += char;
  }
  return result;
}

function escaped(byte: number): string {
  return '%' + byte.toString(16).toUpperCase().padStart(2, '0');
}

/** `undefined` when an escape is malformed or the bytes are no UTF-8. */
export function percentDecode(text: string, plusIsSpace: boolean): string | undefined {
  try {
    return decodeURIComponent(plusIsSpace ? text.replaceAll('+', ' ') : text);
  } catch {
    return undefined;
  }
}
