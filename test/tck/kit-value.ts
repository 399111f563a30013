/**
 * The kit's notation of values, parsed into a tree. Actual values are converted to the same tree, so that both can be
 * written in a canonical form and compared as text.
 */
import {
  Float,
  float,
  formatNodeId,
  formatTemporal,
  IdValue,
  integer,
  isInteger,
  isTemporal,
  NodeValue,
  PathValue,
  RelationshipValue,
  type Value,
  type ValueMap,
} from '@weir/model';

type KitMap = ReadonlyMap<string, KitValue>;

interface KitNode {
  readonly kind: 'node';
  readonly labels: readonly string[];
  readonly properties: KitMap;
}

interface KitRelationship {
  readonly kind: 'relationship';
  readonly type: string;
  readonly properties: KitMap;
}

interface KitPath {
  readonly kind: 'path';
  readonly nodes: readonly KitNode[];
  /** `forward`: from the previous node to the next one. */
  readonly steps: readonly { readonly relationship: KitRelationship; readonly forward: boolean }[];
}

/** Any value that is not a list, map or graph element; as text that includes its type. */
interface KitScalar {
  readonly kind: 'scalar';
  readonly text: string;
}

export type KitValue =
  | KitScalar
  | KitNode
  | KitRelationship
  | KitPath
  | { readonly kind: 'list'; readonly elements: readonly KitValue[] }
  | { readonly kind: 'map'; readonly entries: KitMap };

// ------------------------------------------------------------------------------------------ canonical

/** @param sorted compares lists without regard to order. */
export function kitText(value: KitValue, sorted = false): string {
  switch (value.kind) {
    case 'scalar':
      return value.text;
    case 'list': {
      const elements = value.elements.map(element => kitText(element, sorted));
      return `[${(sorted ? elements.sort() : elements).join(', ')}]`;
    }
    case 'map':
      return mapText(value.entries, sorted);
    case 'node':
      return `(${[...value.labels]
        .sort()
        .map(label => `:${label}`)
        .join('')} ${mapText(value.properties, sorted)})`;
    case 'relationship':
      return `[:${value.type} ${mapText(value.properties, sorted)}]`;
    case 'path': {
      const hops = value.steps.map(({ relationship, forward }, index) => {
        const text = kitText(relationship, sorted);
        const next = kitText(value.nodes[index + 1]!, sorted);
        return forward ? `-${text}->${next}` : `<-${text}-${next}`;
      });
      return `<${kitText(value.nodes[0]!, sorted)}${hops.join('')}>`;
    }
  }
}

function mapText(entries: KitMap, sorted: boolean): string {
  const texts = [...entries].map(([key, value]) => `${JSON.stringify(key)}: ${kitText(value, sorted)}`);
  return `{${texts.sort().join(', ')}}`;
}

function scalar(text: string): KitScalar {
  return { kind: 'scalar', text };
}

// --------------------------------------------------------------------------------------- actual values

export function kitValue(value: Value): KitValue {
  if (value === null || typeof value === 'boolean') return scalar(String(value));
  if (typeof value === 'string') return scalar(JSON.stringify(value));
  if (isInteger(value)) return scalar(String(value));
  if (typeof value === 'number') return scalar(floatText(value));
  if (value instanceof Float) return scalar(floatText(value.value));
  if (value instanceof IdValue) return scalar(JSON.stringify(formatNodeId(value.id)));
  if (value instanceof NodeValue) return nodeOf(value);
  if (value instanceof RelationshipValue) return relationshipOf(value);
  if (value instanceof PathValue) return pathOf(value);
  if (Array.isArray(value)) return { kind: 'list', elements: (value as Value[]).map(kitValue) };
  if (value instanceof Uint8Array) return scalar(`bytes ${Buffer.from(value).toString('hex')}`);
  if (isTemporal(value)) return scalar(JSON.stringify(formatTemporal(value)));
  return { kind: 'map', entries: mapOf(value as ValueMap) };
}

function floatText(value: number): string {
  return `float ${Object.is(value, -0) ? '0' : String(value)}`;
}

function mapOf(map: ValueMap): KitMap {
  return new Map(Object.entries(map).map(([key, value]) => [key, kitValue(value)]));
}

function nodeOf(node: NodeValue): KitNode {
  return { kind: 'node', labels: node.labels, properties: mapOf(node.properties) };
}

function relationshipOf(relationship: RelationshipValue): KitRelationship {
  return { kind: 'relationship', type: relationship.label, properties: mapOf(relationship.properties) };
}

function pathOf(path: PathValue): KitPath {
  const steps = path.relationships.map((relationship, index) => ({
    relationship: relationshipOf(relationship),
    forward: relationship.start === path.nodes[index]!.id,
  }));
  return { kind: 'path', nodes: path.nodes.map(nodeOf), steps };
}

// ---------------------------------------------------------------------------------------- kit notation

export function readKitValue(text: string): KitValue {
  const reader = new KitReader(text);
  const value = reader.value();
  reader.end();
  return value;
}

/** A parameter's value: only lists, maps and scalars. */
export function kitParameter(text: string): Value {
  return toValue(readKitValue(text));
}

function toValue(value: KitValue): Value {
  if (value.kind === 'list') return value.elements.map(toValue);
  if (value.kind === 'map') {
    return Object.fromEntries([...value.entries].map(([key, entry]) => [key, toValue(entry)]));
  }
  if (value.kind !== 'scalar') throw new Error('a graph element is no parameter');
  if (value.text.startsWith('float ')) return float(Number(value.text.slice('float '.length)));
  if (/^-?\d+$/.test(value.text)) return integer(BigInt(value.text))!;
  return JSON.parse(value.text) as Value;
}

const NUMBER = /[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const WORD = /[\p{L}\p{N}_]+/uy;
const NOT_A_NUMBER = /NaN|-?Inf(?:inity)?/y;

class KitReader {
  private at = 0;

  constructor(private readonly text: string) {}

  end(): void {
    this.blank();
    if (this.at < this.text.length) this.fail();
  }

  value(): KitValue {
    this.blank();
    switch (this.text[this.at]) {
      case '[':
        return this.text[this.at + 1] === ':' ? this.relationship() : this.list();
      case '{':
        return { kind: 'map', entries: this.map() };
      case '(':
        return this.node();
      case '<':
        return this.path();
      case "'":
        return scalar(JSON.stringify(this.string()));
      default:
        return this.word();
    }
  }

  private fail(): never {
    throw new Error(`not in the kit's notation at ${this.at}: ${this.text}`);
  }

  private blank(): void {
    while (/\s/.test(this.text[this.at] ?? '')) this.at++;
  }

  private accept(symbol: string): boolean {
    this.blank();
    if (!this.text.startsWith(symbol, this.at)) return false;
    this.at += symbol.length;
    return true;
  }

  private expect(symbol: string): void {
    if (!this.accept(symbol)) this.fail();
  }

  private match(pattern: RegExp): string | undefined {
    this.blank();
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  private word(): KitValue {
    const special = this.match(NOT_A_NUMBER);
    if (special !== undefined) return scalar(floatText(Number(special.replace(/Inf$/, 'Infinity'))));
    const number = this.match(NUMBER);
    if (number !== undefined) {
      return scalar(/[.eE]/.test(number) ? floatText(Number(number)) : String(BigInt(number)));
    }
    const word = this.match(WORD);
    if (word === 'true' || word === 'false' || word === 'null') return scalar(word);
    return this.fail();
  }

  private string(): string {
    this.expect("'");
    let text = '';
    for (;;) {
      const character = this.text[this.at++];
      if (character === undefined) this.fail();
      if (character === "'") return text;
      if (character === '\\' && (this.text[this.at] === "'" || this.text[this.at] === '\\')) {
        text += this.text[this.at++];
      } else {
        text += character;
      }
    }
  }

  private list(): KitValue {
    this.expect('[');
    const elements: KitValue[] = [];
    while (!this.accept(']')) {
      if (elements.length > 0) this.expect(',');
      elements.push(this.value());
    }
    return { kind: 'list', elements };
  }

  private map(): KitMap {
    this.expect('{');
    const entries = new Map<string, KitValue>();
    while (!this.accept('}')) {
      if (entries.size > 0) this.expect(',');
      const key = this.name();
      this.expect(':');
      entries.set(key, this.value());
    }
    return entries;
  }

  private name(): string {
    const quoted = this.match(/`[^`]*`/y);
    return quoted === undefined ? (this.match(WORD) ?? this.fail()) : quoted.slice(1, -1);
  }

  private properties(): KitMap {
    this.blank();
    return this.text[this.at] === '{' ? this.map() : new Map<string, KitValue>();
  }

  private node(): KitNode {
    this.expect('(');
    const labels: string[] = [];
    while (this.accept(':')) labels.push(this.name());
    const properties = this.properties();
    this.expect(')');
    return { kind: 'node', labels, properties };
  }

  private relationship(): KitRelationship {
    this.expect('[');
    this.expect(':');
    const type = this.name();
    const properties = this.properties();
    this.expect(']');
    return { kind: 'relationship', type, properties };
  }

  private path(): KitPath {
    this.expect('<');
    const nodes = [this.node()];
    const steps: { relationship: KitRelationship; forward: boolean }[] = [];
    while (!this.accept('>')) {
      const backward = this.accept('<-');
      if (!backward) this.expect('-');
      const relationship = this.relationship();
      this.expect(backward ? '-' : '->');
      steps.push({ relationship, forward: !backward });
      nodes.push(this.node());
    }
    return { kind: 'path', nodes, steps };
  }
}
