/**
 * Tries the ways in which an expression may match in order, exponentially many in the worst case. So each instruction
 * is a step of the query's budget, and the remaining alternatives are on its own stack, charged to the budget.
 */
import type { QueryBudget } from '../../budget/query-budget.js';
import type { Assertion } from './regex-tree.js';
import type { Instruction, RegexProgram } from './regex-program.js';

const NONE = -1;
/** Number of steps between charges to the budget. */
const STEPS = 1024;
/**
 * Numbers per entry: an instruction and a position in the text; or `-1 - register` and the register's previous value.
 */
const WIDTH = 2;
const FIRST_ENTRIES = 256;

type Apart = Extract<Instruction, { code: 'apart' }>;

export class RegexMachine {
  readonly registers: Int32Array;
  private stack = new Int32Array(WIDTH * FIRST_ENTRIES);
  private top = 0;
  private steps = STEPS;
  /** Required end position; `NONE`: any. */
  private wantedEnd = NONE;

  constructor(
    private readonly program: RegexProgram,
    private readonly text: string,
    private readonly budget: QueryBudget,
  ) {
    this.registers = new Int32Array(program.registers);
  }

  /** @returns whether there is a match from `start` on; its positions are in the registers. */
  matchAt(start: number, toEnd: boolean): boolean {
    this.registers.fill(NONE);
    this.top = 0;
    this.wantedEnd = toEnd ? this.text.length : NONE;
    const end = this.run(0, start, NONE);
    this.budget.steps(STEPS - this.steps);
    this.steps = STEPS;
    if (end === NONE) return false;
    this.registers[0] = start;
    this.registers[1] = end;
    return true;
  }

  /** @param apartEnd required end of a separately tried part; `NONE`: any. @returns where it ended, or `NONE`. */
  private run(instruction: number, position: number, apartEnd: number): number {
    const { instructions } = this.program;
    const base = this.top;
    let [next, at] = [instruction, position];
    for (;;) {
      if (--this.steps < 0) this.countSteps();
      const now = instructions[next]!;
      let continues = true;
      switch (now.code) {
        case 'character':
        case 'test':
          at = this.consume(now, at);
          continues = at !== NONE;
          next++;
          break;
        case 'assertion':
          continues = this.holds(now.assertion, at);
          next++;
          break;
        case 'jump':
          next = now.to;
          break;
        case 'fork':
          this.push(now.otherwise, at);
          next = now.to;
          break;
        case 'note':
          this.push(-1 - now.register, this.registers[now.register]!);
          this.registers[now.register] = at;
          next++;
          break;
        case 'if-nothing':
          next = this.registers[now.register] === at ? now.to : next + 1;
          break;
        case 'reference':
          at = this.repeatOf(now.group, now.ignoresCase, at);
          continues = at !== NONE;
          next++;
          break;
        case 'apart':
          at = this.apart(now, next + 1, at);
          continues = at !== NONE;
          next = now.end;
          break;
        case 'end-apart':
          if (apartEnd === NONE || apartEnd === at) return at;
          continues = false;
          break;
        case 'match':
          if (this.wantedEnd === NONE || this.wantedEnd === at) return at;
          continues = false;
          break;
      }
      if (continues) continue;
      if (!this.backtrack(base)) return NONE;
      next = this.stack[this.top]!;
      at = this.stack[this.top + 1]!;
    }
  }

  /** Pops entries until it finds an alternative to continue with, which is then at `top`. */
  private backtrack(base: number): boolean {
    while (this.top > base) {
      this.top -= WIDTH;
      const entry = this.stack[this.top]!;
      if (entry >= 0) return true;
      this.registers[-1 - entry] = this.stack[this.top + 1]!;
    }
    return false;
  }

  private consume(now: Extract<Instruction, { code: 'character' | 'test' }>, at: number): number {
    const codePoint = this.text.codePointAt(at);
    if (codePoint === undefined) return NONE;
    if (now.code === 'character' ? codePoint !== now.codePoint : !now.test(codePoint)) return NONE;
    return at + (codePoint > 0xffff ? 2 : 1);
  }

  private apart(apart: Apart, first: number, at: number): number {
    const base = this.top;
    const end = apart.kind === 'behind' ? this.behind(apart, first, at) : this.run(first, at, NONE);
    const isFound = end !== NONE;
    if (isFound && !apart.negated) this.forgetForks(base);
    else while (this.backtrack(base));
    if (isFound === apart.negated) return NONE;
    return apart.kind === 'atomic' ? end : at;
  }

  /** Tries texts that end here, the shortest first. */
  private behind({ min, max }: Apart, first: number, at: number): number {
    for (let back = min; back <= max && back <= at; back++) {
      if (isInsidePair(this.text, at - back)) continue;
      if (this.run(first, at - back, at) !== NONE) return at;
    }
    return NONE;
  }

  /** Keeps only the first way to match a separately tried part; its register changes can still be undone. */
  private forgetForks(base: number): void {
    let kept = base;
    for (let entry = base; entry < this.top; entry += WIDTH) {
      if (this.stack[entry]! >= 0) continue;
      this.stack[kept] = this.stack[entry]!;
      this.stack[kept + 1] = this.stack[entry + 1]!;
      kept += WIDTH;
    }
    this.budget.steps((this.top - base) >>> 4);
    this.top = kept;
  }

  private repeatOf(group: number, ignoresCase: boolean, at: number): number {
    const [from, to] = [this.registers[2 * group]!, this.registers[2 * group + 1]!];
    if (from === NONE || to === NONE || to < from) return NONE;
    const end = at + to - from;
    if (end > this.text.length) return NONE;
    this.budget.steps((to - from) >>> 6);
    const [was, is] = [this.text.slice(from, to), this.text.slice(at, end)];
    return was === is || (ignoresCase && was.toLowerCase() === is.toLowerCase()) ? end : NONE;
  }

  private holds(assertion: Assertion, at: number): boolean {
    const { text } = this;
    switch (assertion) {
      case 'text-start':
        return at === 0;
      case 'text-end':
        return at === text.length;
      case 'line-start':
        return at === 0 || text[at - 1] === '\n';
      case 'line-end':
        return at === text.length || text[at] === '\n';
      case 'word':
      case 'no-word':
        return (isWord(text.charCodeAt(at - 1)) !== isWord(text.charCodeAt(at))) === (assertion === 'word');
    }
  }

  private push(entry: number, value: number): void {
    if (this.top === this.stack.length) {
      this.budget.made(this.stack.byteLength * 2);
      const larger = new Int32Array(this.stack.length * 2);
      larger.set(this.stack);
      this.stack = larger;
    }
    this.stack[this.top] = entry;
    this.stack[this.top + 1] = value;
    this.top += WIDTH;
  }

  private countSteps(): void {
    this.steps = STEPS - 1;
    this.budget.steps(STEPS);
  }
}

/** Whether the position is between the two halves of a surrogate pair. */
function isInsidePair(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
}

/** Whether it is an ASCII letter, a digit or `_`, as in the linear engine. False without a character. */
function isWord(char: number): boolean {
  return (
    (char >= 97 && char <= 122) || (char >= 65 && char <= 90) || (char >= 48 && char <= 57) || char === 95
  );
}
