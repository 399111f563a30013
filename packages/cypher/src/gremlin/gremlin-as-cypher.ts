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

interface Place {
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
  private readonly labels = new Map<string, Place>();

  constructor(
    private readonly text: string,
    parameters: ValueMap,
  ) {
    this.given = { ...parameters };
  }

  query([first, ...others]: readonly GremlinStep[]): string[] {
    const { place, clauses } = this.source(first!, others[0]);
    const rest = others[0]?.name === 'recentV' ? others.slice(1) : others;
    const end = this.follow(rest, place, clauses);
    return [...clauses, `RETURN ${end.variable} AS value`];
  }

  private source(first: GremlinStep, next: GremlinStep | undefined): { place: Place; clauses: string[] } {
    const place = this.place('node');
    const recent = [first, next].find(step => step?.name === 'recentV');
    if (recent !== undefined) {
      const count = this.parameter(recent, recent.arguments[0] ?? { kind: 'value', value: 10 });
      return { place, clauses: [`CALL recentNodes(${count}) YIELD node AS ${place.variable}`] };
    }
    if (first.name !== 'V')
      throw this.wrong(first, `a query must begin with V or recentV, not ${first.name}`);
    if (first.arguments.length === 0) return { place, clauses: [`MATCH (${place.variable})`] };
    const ids = this.values(first).flatMap(value => (Array.isArray(value) ? (value as Value[]) : [value]));
    const id = this.name();
    const list = this.parameter(first, { kind: 'value', value: ids });
    return {
      place,
      clauses: [
        `UNWIND ${list} AS ${id}`,
        `MATCH (${place.variable}) WHERE strId(${place.variable}) = ${id}`,
      ],
    };
  }

  /** Appends to `clauses`. @returns the output of the last step. */
  private follow(steps: readonly GremlinStep[], from: Place, clauses: string[]): Place {
    let place = from;
    for (const [i, step] of steps.entries()) place = this.step(step, place, clauses, steps[i + 1]);
    return place;
  }

  private step(step: GremlinStep, place: Place, clauses: string[], next: GremlinStep | undefined): Place {
    const { variable } = place;
    const to = (kind: Kind, expression: string): Place => {
      const reached = this.place(kind);
      clauses.push(`WITH *, ${expression} AS ${reached.variable}`);
      return reached;
    };
    const keep = (condition: string): Place => {
      clauses.push(`WITH * WHERE ${condition}`);
      return place;
    };
    switch (step.name) {
      case 'out':
      case 'in':
      case 'both':
      case 'outE':
      case 'inE':
      case 'bothE':
        return this.along(step, place, clauses);
      case 'outV':
        return to('node', `startNode(${this.edge(step, place)})`);
      case 'inV':
        return to('node', `endNode(${this.edge(step, place)})`);
      case 'bothV': {
        const reached = this.place('node');
        const edge = this.edge(step, place);
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
          place.kind === 'edge'
            ? `type(${variable}) IN ${this.list(step)}`
            : `any(label IN labels(${variable}) WHERE label IN ${this.list(step)})`,
        );
      case 'is':
        return keep(this.comparison(step, variable, step.arguments[0]));
      case 'where':
      case 'filter':
        return keep(this.exists(step, place));
      case 'not':
        return keep(`NOT ${this.exists(step, place)}`);
      case 'values':
        return this.propertyValues(step, place, clauses);
      case 'valueMap':
        return to('value', this.propertyMap(step, variable));
      case 'id':
        return to('value', `strId(${variable})`);
      case 'label':
        return to('value', place.kind === 'edge' ? `type(${variable})` : `labels(${variable})`);
      case 'limit':
        clauses.push(`WITH * LIMIT ${this.parameter(step, step.arguments[0])}`);
        return place;
      case 'dedup':
        this.labels.clear();
        clauses.push(`WITH DISTINCT ${variable}`);
        return place;
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
        return place;
      }
      case 'by':
        return place;
      case 'as':
        this.labels.set(String(this.values(step)[0]), place);
        return place;
      case 'select':
        return this.selected(step, to);
      default:
        throw this.wrong(step, `the step ${step.name} is not supported; use Cypher instead`);
    }
  }

  private along(step: GremlinStep, from: Place, clauses: string[]): Place {
    if (from.kind !== 'node') throw this.mismatch(step, 'nodes');
    const isEdge = step.name.endsWith('E');
    const [left, right] = DIRECTIONS[isEdge ? step.name.slice(0, -1) : step.name]!;
    const reached = this.place(isEdge ? 'edge' : 'node');
    const labels = this.values(step).map(label => '`' + String(label).replaceAll('`', '``') + '`');
    const types = labels.length === 0 ? '' : `:${labels.join('|')}`;
    const edge = `[${isEdge ? reached.variable : ''}${types}]`;
    clauses.push(`MATCH (${from.variable})${left}${edge}${right}(${isEdge ? '' : reached.variable})`);
    return reached;
  }

  private edge(step: GremlinStep, { variable, kind }: Place): string {
    if (kind !== 'edge') throw this.mismatch(step, 'edges');
    return variable;
  }

  private total(expression: string, clauses: string[]): Place {
    this.labels.clear();
    const reached = this.place('value');
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

  private exists(step: GremlinStep, place: Place): string {
    const [inner] = step.arguments;
    if (inner?.kind !== 'steps') throw this.wrong(step, `${step.name} takes steps`);
    if (place.kind !== 'node') throw this.mismatch(step, 'nodes');
    const clauses = [`MATCH (${place.variable})`];
    const end = this.follow(inner.steps, place, clauses);
    return `EXISTS { ${clauses.join(' ')} RETURN ${end.variable} AS found }`;
  }

  private propertyValues(step: GremlinStep, { variable }: Place, clauses: string[]): Place {
    const reached = this.place('value');
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

  private selected(step: GremlinStep, to: (kind: Kind, expression: string) => Place): Place {
    const places = this.values(step).map(label => {
      const place = this.labels.get(String(label));
      if (place === undefined) throw this.wrong(step, `'${String(label)}' is not defined`);
      return [String(label), place] as const;
    });
    const [only] = places;
    if (places.length === 1) return only![1];
    const entries = places.map(([label, { variable }]) => `\`${label.replaceAll('`', '``')}\`: ${variable}`);
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

  private place(kind: Kind): Place {
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
