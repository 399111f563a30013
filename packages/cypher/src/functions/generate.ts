/**
 * `gen.*.from(x)`: values that follow from a seed. The generator is Java's linear congruential one, so that the
 * same seeds give the same values as they did elsewhere.
 */
import { NodeValue, argumentHash, float, idFrom, integer } from '@weir/model';
import type { Value, ValueMap } from '@weir/model';
import { define } from './define.js';
import type { FunctionDefinition } from './function-definition.js';

const MASK = (1n << 48n) - 1n;
const MULTIPLIER = 0x5deece66dn;

class JavaRandom {
  private seed: bigint;

  constructor(seed: bigint) {
    this.seed = (seed ^ MULTIPLIER) & MASK;
  }

  private next(bits: number): number {
    this.seed = (this.seed * MULTIPLIER + 0xbn) & MASK;
    return Number(BigInt.asIntN(32, this.seed >> BigInt(48 - bits)));
  }

  nextInt(bound: number): number {
    if ((bound & -bound) === bound) {
      return Number((BigInt(bound) * BigInt(this.next(31) >>> 0)) >> 31n);
    }
    for (;;) {
      const bits = this.next(31);
      const value = bits % bound;
      // Past the last whole multiple of the bound the low values would be too frequent.
      if (bits - value + (bound - 1) < 2 ** 31) return value;
    }
  }

  nextLong(): bigint {
    const high = BigInt(this.next(32)) << 32n;
    return BigInt.asIntN(64, high + BigInt(this.next(32)));
  }

  nextDouble(): number {
    return (this.next(26) * 2 ** 27 + this.next(27)) / 2 ** 53;
  }

  nextBoolean(): boolean {
    return this.next(1) !== 0;
  }

  nextBytes(size: number): Uint8Array {
    const bytes = new Uint8Array(size);
    for (let i = 0; i < size;) {
      let word = this.next(32);
      for (let n = Math.min(size - i, 4); n > 0; n--, word >>= 8) bytes[i++] = word & 0xff;
    }
    return bytes;
  }
}

function randomFrom(value: Value): JavaRandom {
  const words = argumentHash(value as Exclude<Value, null>);
  const low = BigInt(words[0]! >>> 0);
  const high = BigInt(words[1]! >>> 0);
  return new JavaRandom(BigInt.asIntN(64, (high << 32n) | low));
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

function text(random: JavaRandom, size: number): string {
  let result = '';
  for (let i = 0; i < size; i++) result += LETTERS[random.nextInt(LETTERS.length)];
  return result;
}

function node(value: Value, size: number): Value {
  const random = randomFrom(value);
  const properties: ValueMap = {};
  for (let i = 0; i < size; i++) properties[String(i)] = text(random, 2 * size);
  return new NodeValue(idFrom([value])!, [], properties, true);
}

function generator(
  name: string,
  type: string,
  defaultSize: number,
  generate: (value: Value, size: number) => Value,
): FunctionDefinition {
  return define(
    `gen.${name}.from(x :: ANY, size :: INTEGER?) :: ${type}`,
    `A ${type} that follows from a value`,
    ([value, size = defaultSize]) =>
      typeof size === 'number' && Number.isSafeInteger(size) && size >= 0
        ? generate(value!, size)
        : undefined,
    { loads: true, entities: name === 'node' ? 'always' : 'never' },
  );
}

export const GENERATE_FUNCTIONS: readonly FunctionDefinition[] = [
  generator('string', 'STRING', 8, (value, size) => text(randomFrom(value), size)),
  generator('integer', 'INTEGER', 2147483647, (value, size) =>
    size === 0 ? 0 : integer(randomFrom(value).nextLong() % BigInt(size))!,
  ),
  generator('float', 'FLOAT', 1, (value, size) => float(randomFrom(value).nextDouble() * size)),
  generator('boolean', 'BOOLEAN', 0, value => randomFrom(value).nextBoolean()),
  generator('bytes', 'BYTES', 12, (value, size) => randomFrom(value).nextBytes(size)),
  generator('node', 'NODE', 4, node),
];
