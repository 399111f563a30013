/** Expressions that the linear engine does not support, with the same methods. */
import { QueryBudget } from '../../budget/query-budget.js';
import { parseRegex } from './parse-regex.js';
import { compileProgram, type RegexProgram } from './regex-program.js';
import { RegexMachine } from './regex-machine.js';

export class BacktrackingRegex {
  private readonly program: RegexProgram;

  /** @param pattern in RE2's syntax, with look-around and similar constructs. @throws Error that names the problem. */
  constructor(pattern: string) {
    this.program = compileProgram(parseRegex(pattern));
  }

  /** Whether the whole text matches. */
  matches(text: string, budget = new QueryBudget()): boolean {
    return new RegexMachine(this.program, text, budget).matchAt(0, true);
  }

  programSize(): number {
    return this.program.instructions.length;
  }

  groupCount(): number {
    return this.program.groups;
  }

  namedGroups(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.program.names);
  }

  matcher(text: string, budget: QueryBudget): BacktrackingMatcher {
    return new BacktrackingMatcher(this.program, text, budget);
  }
}

export class BacktrackingMatcher {
  private readonly machine: RegexMachine;
  /** Position from which to search for the next match; beyond the text if there is none. */
  private from = 0;

  constructor(
    private readonly program: RegexProgram,
    private readonly text: string,
    budget: QueryBudget,
  ) {
    this.machine = new RegexMachine(program, text, budget);
  }

  find(): boolean {
    for (let at = this.from; at <= this.text.length; at = this.after(at)) {
      if (!this.machine.matchAt(at, false)) continue;
      this.from = this.end() === at ? this.after(at) : this.end();
      return true;
    }
    this.from = this.text.length + 1;
    return false;
  }

  private after(at: number): number {
    const codePoint = this.text.codePointAt(at);
    return at + (codePoint !== undefined && codePoint > 0xffff ? 2 : 1);
  }

  groupCount(): number {
    return this.program.groups;
  }

  start(): number {
    return this.machine.registers[0]!;
  }

  end(): number {
    return this.machine.registers[1]!;
  }

  group(number: number): string | null {
    const { registers } = this.machine;
    const [from, to] = [registers[2 * number]!, registers[2 * number + 1]!];
    return from < 0 || to < from ? null : this.text.slice(from, to);
  }
}
