/** Compiles the structure of an expression to instructions for the backtracking machine. */
import {
  type Assertion,
  type CharacterTest,
  RegexSyntaxError,
  type RegexTree,
  widthOf,
} from './regex-tree.js';
import type { ParsedRegex } from './regex-tree.js';

export type Instruction =
  | { readonly code: 'character'; readonly codePoint: number }
  | { readonly code: 'test'; readonly test: CharacterTest }
  | { readonly code: 'assertion'; readonly assertion: Assertion }
  | { readonly code: 'jump'; to: number }
  /** Continues at `to`; if that fails, at `otherwise`. */
  | { readonly code: 'fork'; to: number; otherwise: number }
  /** Saves the position in the text. */
  | { readonly code: 'note'; readonly register: number }
  /** Jumps to `to` if nothing was matched since the saved position. */
  | { readonly code: 'if-nothing'; readonly register: number; to: number }
  | { readonly code: 'reference'; readonly group: number; readonly ignoresCase: boolean }
  /** Tries the instructions from the next one to `end` separately, and only their first way to match. */
  | {
      readonly code: 'apart';
      readonly kind: 'atomic' | 'ahead' | 'behind';
      readonly negated: boolean;
      /** For a look-behind: number of characters to go back. */
      readonly min: number;
      readonly max: number;
      end: number;
    }
  | { readonly code: 'end-apart' }
  | { readonly code: 'match' };

export interface RegexProgram {
  readonly instructions: readonly Instruction[];
  readonly groups: number;
  readonly names: ReadonlyMap<string, number>;
  /** Two for each group and for the whole match, then the registers of loops. */
  readonly registers: number;
}

/** With repetitions expanded. */
const MOST_INSTRUCTIONS = 20_000;

/** @throws RegexSyntaxError */
export function compileProgram({ tree, groups, names }: ParsedRegex): RegexProgram {
  const compiler = new Compiler(groups);
  compiler.add(tree);
  compiler.emit({ code: 'match' });
  return { instructions: compiler.instructions, groups, names, registers: compiler.registers };
}

class Compiler {
  readonly instructions: Instruction[] = [];
  registers: number;

  constructor(private readonly groups: number) {
    this.registers = 2 * (groups + 1);
  }

  emit<T extends Instruction>(instruction: T): T {
    if (this.instructions.length >= MOST_INSTRUCTIONS) {
      throw new RegexSyntaxError(`it repeats too much: more than ${MOST_INSTRUCTIONS} instructions`);
    }
    this.instructions.push(instruction);
    return instruction;
  }

  private get next(): number {
    return this.instructions.length;
  }

  add(tree: RegexTree): void {
    switch (tree.kind) {
      case 'character':
        this.emit({ code: 'character', codePoint: tree.codePoint });
        return;
      case 'test':
        this.emit({ code: 'test', test: tree.test });
        return;
      case 'assertion':
        this.emit({ code: 'assertion', assertion: tree.assertion });
        return;
      case 'sequence':
        for (const part of tree.parts) this.add(part);
        return;
      case 'alternatives':
        return this.alternatives(tree.parts);
      case 'capture':
        this.emit({ code: 'note', register: 2 * tree.group });
        this.add(tree.body);
        this.emit({ code: 'note', register: 2 * tree.group + 1 });
        return;
      case 'repeat':
        if (tree.greed === 'possessive')
          this.apart('atomic', false, tree.body, () => this.repeat({ ...tree, greed: 'greedy' }));
        else this.repeat(tree);
        return;
      case 'look':
        this.apart(tree.behind ? 'behind' : 'ahead', tree.negated, tree.body);
        return;
      case 'atomic':
        this.apart('atomic', false, tree.body);
        return;
      case 'reference':
        return this.reference(tree.group, tree.ignoresCase);
    }
  }

  private alternatives(parts: readonly RegexTree[]): void {
    const ends = parts.slice(0, -1).map(part => {
      const fork = this.emit({ code: 'fork', to: this.next + 1, otherwise: 0 });
      this.add(part);
      const jump = this.emit({ code: 'jump', to: 0 });
      fork.otherwise = this.next;
      return jump;
    });
    this.add(parts[parts.length - 1]!);
    for (const end of ends) end.to = this.next;
  }

  private repeat({ body, min, max, greed }: Extract<RegexTree, { kind: 'repeat' }>): void {
    for (let i = 0; i < min; i++) this.add(body);
    const isLazy = greed === 'lazy';
    if (max === Infinity) return this.loop(body, isLazy);
    const forks: Extract<Instruction, { code: 'fork' }>[] = [];
    for (let i = min; i < max; i++) {
      forks.push(this.emit({ code: 'fork', to: 0, otherwise: 0 }));
      const inside = this.next;
      this.add(body);
      forks.at(-1)![isLazy ? 'otherwise' : 'to'] = inside;
    }
    for (const fork of forks) fork[isLazy ? 'to' : 'otherwise'] = this.next;
  }

  private loop(body: RegexTree, isLazy: boolean): void {
    const start = this.next;
    const fork = this.emit({ code: 'fork', to: 0, otherwise: 0 });
    fork[isLazy ? 'otherwise' : 'to'] = this.next;
    const mayBeEmpty = widthOf(body).min === 0;
    const register = mayBeEmpty ? this.registers++ : 0;
    if (mayBeEmpty) this.emit({ code: 'note', register });
    this.add(body);
    const check = mayBeEmpty ? this.emit({ code: 'if-nothing', register, to: 0 }) : undefined;
    this.emit({ code: 'jump', to: start });
    fork[isLazy ? 'to' : 'otherwise'] = this.next;
    if (check !== undefined) check.to = this.next;
  }

  private apart(
    kind: 'atomic' | 'ahead' | 'behind',
    negated: boolean,
    body: RegexTree,
    add: () => void = () => this.add(body),
  ): void {
    const { min, max } = kind === 'behind' ? widthOf(body) : { min: 0, max: 0 };
    if (max === Infinity) throw new RegexSyntaxError('a look-behind has no maximum length');
    const apart = this.emit({ code: 'apart', kind, negated, min, max, end: 0 });
    add();
    this.emit({ code: 'end-apart' });
    apart.end = this.next;
  }

  private reference(digits: string, ignoresCase: boolean): void {
    let length = digits.length;
    while (length > 1 && Number(digits.slice(0, length)) > this.groups) length--;
    const group = Number(digits.slice(0, length));
    if (group > this.groups) throw new RegexSyntaxError(`group ${group} does not exist`);
    this.emit({ code: 'reference', group, ignoresCase });
    for (const digit of digits.slice(length))
      this.emit({ code: 'character', codePoint: digit.charCodeAt(0) });
  }
}
