/**
 * Translates Gremlin to equivalent Cypher: each step becomes clauses that read the variable of the previous step and
 * bind a new one; the last one is returned. Values are passed as parameters.
 */
import type { Value, ValueMap } from '@weir/model';
import { gremlinError } from './gremlin-error.js';
import type { GremlinArgument, GremlinStep } from './gremlin-ast.js';
import { parseGremlin } from './parse-gremlin.js';

export interface CypherOfGremlin {
  /** Returns one column. */
  readonly text: string;
  readonly parameters: ValueMap;
}

/** Type of a step's variable. */
type Kind = 'node' | 'edge' | 'value';

interface Traverser {
  readonly variable: string;
  readonly kind: Kind;
}

/**
 * @param parameters of the request: a name in place of a value refers to one of them.
 * @throws WeirError `gremlin.syntax`
 */
export function gremlinAsCypher(text: string, parameters: ValueMap): CypherOfGremlin {
  const translation = new Translation(text, parameters);
  const clauses = translation.query(parseGremlin(text));
  return { text: clauses.join(' '), parameters: translation.given };
}

const DIRECTIONS: Readonly<Record<string, readonly [left: string, right: string]>> = {
  out: ['-', '->'],
  in: ['<-', '-'],
  both: ['-', '-'],
};

const COMPARISONS: Readonly<Record<string, string>> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  within: 'IN',
  regex: '=~',
};

const TOTALS: Readonly<Record<string, string>> = { sum: 'sum', max: 'max', min: 'min', mean: 'avg' };

class Translation {
  readonly given: ValueMap;
  private count = 0;
  private readonly labels = new Map<string, Traverser>();

  constructor(
    private readonly text: string,
    parameters: ValueMap,
  ) {
    this.given = { ...parameters };
  }

  query([first, ...others]: readonly GremlinStep[]): string[] {
    const { traverser, clauses } = this.source(first!, others[0]);
    const rest = others[0]?.name === 'recentV' ? others.slice(1) : others;
    const end = this.follow(rest, traverser, clauses);
    return [...clauses, `RETURN ${end.variable} AS value`];
  }

  private source(
    first: GremlinStep,
    next: GremlinStep | undefined,
  ): { traverser: Traverser; clauses: string[] } {
    const traverser = this.traverser('node');
    const recent = [first, next].find(step => step?.name === 'recentV');
    if (recent !== undefined) {
      const count = this.parameter(recent, recent.arguments[0] ?? { kind: 'value', value: 10 });
      return { traverser, clauses: [`CALL recentNodes(${count}) YIELD node AS ${traverser.variable}`] };
    }
    if (first.name !== 'V')
      throw this.wrong(first, `a query must begin with V or recentV, not ${first.name}`);
    if (first.arguments.length === 0) return { traverser, clauses: [`MATCH (${traverser.variable})`] };
    const ids = this.values(first).flatMap(value => (Array.isArray(value) ? (value as Value[]) : [value]));
    const id = this.name();
    const list = this.parameter(first, { kind: 'value', value: ids });
    return {
      traverser,
      clauses: [
        `UNWIND ${list} AS ${id}`,
        `MATCH (${traverser.variable}) WHERE strId(${traverser.variable}) = ${id}`,
      ],
    };
  }

  /** Appends to `clauses`. @returns the output of the last step. */
  private follow(steps: readonly GremlinStep[], from: Traverser, clauses: string[]): Traverser {
    let traverser = from;
    for (const [i, step] of steps.entries()) traverser = this.step(step, traverser, clauses, steps[i + 1]);
    return traverser;
  }

  private step(
    step: GremlinStep,
    traverser: Traverser,
    clauses: string[],
    next: GremlinStep | undefined,
  ): Traverser {
    const { variable } = traverser;
    const to = (kind: Kind, expression: string): Traverser => {
      const reached = this.traverser(kind);
      clauses.push(`WITH *, ${expression} AS ${reached.variable}`);
      return reached;
    };
    const keep = (condition: string): Traverser => {
      clauses.push(`WITH * WHERE ${condition}`);
      return traverser;
    };
    switch (step.name) {
      case 'out':
      case 'in':
      case 'both':
      case 'outE':
      case 'inE':
      case 'bothE':
        return this.along(step, traverser, clauses);
      case 'outV':
        return to('node', `startNode(${this.edge(step, traverser)})`);
      case 'inV':
        return to('node', `endNode(${this.edge(step, traverser)})`);
      case 'bothV': {
        const reached = this.traverser('node');
        const edge = this.edge(step, traverser);
        clauses.push(`UNWIND [startNode(${edge}), endNode(${edge})] AS ${reached.variable}`);
        return reached;
      }
      case 'has':
        return keep(this.hasProperty(step, variable));
      case 'hasNot':
        return keep(`${this.property(step, variable)} IS NULL`);
      case 'hasId':
        return keep(`strId(${variable}) IN ${this.list(step)}`);
      case 'hasLabel':
        return keep(
          traverser.kind === 'edge'
            ? `type(${variable}) IN ${this.list(step)}`
            : `any(label IN labels(${variable}) WHERE label IN ${this.list(step)})`,
        );
      case 'is':
        return keep(this.comparison(step, variable, step.arguments[0]));
      case 'where':
      case 'filter':
        return keep(this.exists(step, traverser));
      case 'not':
        return keep(`NOT ${this.exists(step, traverser)}`);
      case 'values':
        return this.propertyValues(step, traverser, clauses);
      case 'valueMap':
        return to('value', this.propertyMap(step, variable));
      case 'id':
        return to('value', `strId(${variable})`);
      case 'label':
        return to('value', traverser.kind === 'edge' ? `type(${variable})` : `labels(${variable})`);
      case 'limit':
        clauses.push(`WITH * LIMIT ${this.parameter(step, step.arguments[0])}`);
        return traverser;
      case 'dedup':
        this.labels.clear();
        clauses.push(`WITH DISTINCT ${variable}`);
        return traverser;
      case 'count':
        return this.total(`count(${variable})`, clauses);
      case 'sum':
      case 'max':
      case 'min':
      case 'mean':
        return this.total(`${TOTALS[step.name]}(${variable})`, clauses);
      case 'order': {
        const by = next?.name === 'by' ? this.property(next, variable) : variable;
        clauses.push(`WITH * ORDER BY ${by}`);
        return traverser;
      }
      case 'by':
        return traverser;
      case 'as':
        this.labels.set(String(this.values(step)[0]), traverser);
        return traverser;
      case 'select':
        return this.selected(step, to);
      default:
        throw this.wrong(step, `the step ${step.name} is not supported; use Cypher instead`);
    }
  }

  private along(step: GremlinStep, from: Traverser, clauses: string[]): Traverser {
    if (from.kind !== 'node') throw this.mismatch(step, 'nodes');
    const isEdge = step.name.endsWith('E');
    const [left, right] = DIRECTIONS[isEdge ? step.name.slice(0, -1) : step.name]!;
    const reached = this.traverser(isEdge ? 'edge' : 'node');
    const labels = this.values(step).map(label => '`' + String(label).replaceAll('`', '``') + '`');
    const types = labels.length === 0 ? '' : `:${labels.join('|')}`;
    const edge = `[${isEdge ? reached.variable : ''}${types}]`;
    clauses.push(`MATCH (${from.variable})${left}${edge}${right}(${isEdge ? '' : reached.variable})`);
    return reached;
  }

  private edge(step: GremlinStep, { variable, kind }: Traverser): string {
    if (kind !== 'edge') throw this.mismatch(step, 'edges');
    return variable;
  }

  private total(expression: string, clauses: string[]): Traverser {
    this.labels.clear();
    const reached = this.traverser('value');
    clauses.push(`WITH ${expression} AS ${reached.variable}`);
    return reached;
  }

  private hasProperty(step: GremlinStep, variable: string): string {
    const property = this.property(step, variable);
    const [, value] = step.arguments;
    return value === undefined ? `${property} IS NOT NULL` : this.comparison(step, property, value);
  }

  private comparison(step: GremlinStep, left: string, right: GremlinArgument | undefined): string {
    if (right?.kind !== 'steps') return `${left} = ${this.parameter(step, right)}`;
    const [predicate] = right.steps;
    const { name } = predicate!;
    if (name === 'without') return `NOT ${left} IN ${this.list(predicate!)}`;
    if (name === 'within') return `${left} IN ${this.list(predicate!)}`;
    const operator = Object.hasOwn(COMPARISONS, name) ? COMPARISONS[name]! : undefined;
    if (operator === undefined) throw this.wrong(predicate!, `the predicate ${name} is not supported`);
    return `${left} ${operator} ${this.parameter(predicate!, predicate!.arguments[0])}`;
  }

  private exists(step: GremlinStep, traverser: Traverser): string {
    const [inner] = step.arguments;
    if (inner?.kind !== 'steps') throw this.wrong(step, `${step.name} takes steps`);
    if (traverser.kind !== 'node') throw this.mismatch(step, 'nodes');
    const clauses = [`MATCH (${traverser.variable})`];
    const end = this.follow(inner.steps, traverser, clauses);
    return `EXISTS { ${clauses.join(' ')} RETURN ${end.variable} AS found }`;
  }

  private propertyValues(step: GremlinStep, { variable }: Traverser, clauses: string[]): Traverser {
    const reached = this.traverser('value');
    const keys = step.arguments.length === 0 ? `keys(${variable})` : this.list(step);
    clauses.push(`UNWIND [key IN ${keys} | ${variable}[key]] AS ${reached.variable}`);
    clauses.push(`WITH * WHERE ${reached.variable} IS NOT NULL`);
    return reached;
  }

  private propertyMap(step: GremlinStep, variable: string): string {
    if (step.arguments.length === 0) return `properties(${variable})`;
    const entries = this.values(step).map(key => {
      const name = '`' + String(key).replaceAll('`', '``') + '`';
      return `${name}: ${variable}.${name}`;
    });
    return `map.dropNullValues({${entries.join(', ')}})`;
  }

  private selected(step: GremlinStep, to: (kind: Kind, expression: string) => Traverser): Traverser {
    const traversers = this.values(step).map(label => {
      const traverser = this.labels.get(String(label));
      if (traverser === undefined) throw this.wrong(step, `'${String(label)}' is not defined`);
      return [String(label), traverser] as const;
    });
    const [only] = traversers;
    if (traversers.length === 1) return only![1];
    const entries = traversers.map(
      ([label, { variable }]) => `\`${label.replaceAll('`', '``')}\`: ${variable}`,
    );
    return to('value', `{${entries.join(', ')}}`);
  }

  private property(step: GremlinStep, variable: string): string {
    return `${variable}[${this.parameter(step, step.arguments[0])}]`;
  }

  /** All arguments, as a list. */
  private list(step: GremlinStep): string {
    const values = this.values(step).flatMap(value => (Array.isArray(value) ? (value as Value[]) : [value]));
    return this.parameter(step, { kind: 'value', value: values });
  }

  private values(step: GremlinStep): Value[] {
    return step.arguments.map(argument => this.value(step, argument));
  }

  private value(step: GremlinStep, argument: GremlinArgument | undefined): Value {
    if (argument?.kind === 'value') return argument.value;
    if (argument?.kind !== 'parameter') throw this.wrong(step, `${step.name} takes a value`);
    if (!Object.hasOwn(this.given, argument.name)) {
      throw this.wrong(step, `the parameter ${argument.name} is missing`);
    }
    return this.given[argument.name]!;
  }

  private parameter(step: GremlinStep, argument: GremlinArgument | undefined): string {
    const name = this.name();
    this.given[name] = this.value(step, argument);
    return `$${name}`;
  }

  private traverser(kind: Kind): Traverser {
    return { variable: this.name(), kind };
  }

  private name(): string {
    return `_${this.count++}`;
  }

  private wrong(step: GremlinStep, reason: string) {
    return gremlinError('ParseError', this.text, step.offset, reason);
  }

  private mismatch(step: GremlinStep, wanted: string) {
    return gremlinError('TypeMismatchError', this.text, step.offset, `${step.name} goes from ${wanted}`);
  }
}
