/** A label with its direction as one interned string, such as `>knows` or `<knows`. */
import { Direction } from '@weir/model';

const outgoingTypes = new Map<string, string>();
const incomingTypes = new Map<string, string>();

export function edgeType(label: string, direction: Direction): string {
  const types = direction === Direction.Outgoing ? outgoingTypes : incomingTypes;
  let type = types.get(label);
  if (type === undefined) {
    type = (direction === Direction.Outgoing ? '>' : '<') + label;
    types.set(label, type);
  }
  return type;
}

export function labelOf(type: string): string {
  return type.slice(1);
}

export function directionOf(type: string): Direction {
  return type.charCodeAt(0) === 0x3e ? Direction.Outgoing : Direction.Incoming;
}

/** `undefined` matches any label or direction. */
export function typeMatches(
  type: string,
  label: string | undefined,
  direction: Direction | undefined,
): boolean {
  if (direction !== undefined && directionOf(type) !== direction) return false;
  return label === undefined || (type.length === label.length + 1 && type.endsWith(label));
}
