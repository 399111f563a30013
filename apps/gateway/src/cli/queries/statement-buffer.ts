/** Splits input lines into statements, which end with a semicolon outside of strings, names and comments. */
type Context = "'" | '"' | '`' | '//' | '/*' | undefined;

export class StatementBuffer {
  private text = '';
  private context: Context;

  get isEmpty(): boolean {
    return this.text.trim() === '';
  }

  /** The beginning of an unfinished statement, with line breaks. */
  get pending(): string {
    return this.text;
  }

  clear(): void {
    this.text = '';
    this.context = undefined;
  }

  /** @returns the statements that the line completes, without their semicolons. */
  add(line: string): string[] {
    const statements: string[] = [];
    for (let i = 0; i < line.length; i++) {
      const character = line[i]!;
      if (character === ';' && this.context === undefined) {
        statements.push(this.text.trim());
        this.text = '';
        continue;
      }
      const step = this.lengthOfStep(line, i);
      this.text += line.slice(i, i + step);
      i += step - 1;
    }
    this.text += '\n';
    if (this.context === '//') this.context = undefined;
    return statements.filter(statement => statement !== '');
  }

  /** Updates the context. @returns the number of characters that belong together. */
  private lengthOfStep(line: string, at: number): number {
    const character = line[at]!;
    const pair = line.slice(at, at + 2);
    switch (this.context) {
      case undefined:
        if (pair === '//' || pair === '/*') {
          this.context = pair;
          return 2;
        }
        if (character === "'" || character === '"' || character === '`') this.context = character;
        return 1;
      case '//':
        return 1;
      case '/*':
        if (pair !== '*/') return 1;
        this.context = undefined;
        return 2;
      default:
        if (character === '\\' && this.context !== '`') return 2;
        if (character === this.context) this.context = undefined;
        return 1;
    }
  }
}
