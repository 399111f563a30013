import type { Case } from '../syntax/index.js';
import { equals } from '../operations/comparison.js';
import type { ExpressionCompiler } from './expression-compiler.js';
import { constantTerm } from './term.js';
import type { Term } from './term.js';

/** The first WHEN that is true (or equals the subject) decides. Without ELSE the result is null. */
export function compileCase(compiler: ExpressionCompiler, expression: Case): Term {
  const subject = expression.subject && compiler.term(expression.subject);
  const whens = expression.branches.map(branch => compiler.term(branch.when));
  const thens = expression.branches.map(branch => compiler.term(branch.then));
  const otherwise = expression.otherwise ? compiler.term(expression.otherwise) : constantTerm(null);
  const conditions = whens.map(term => term.evaluate);
  const results = thens.map(term => term.evaluate);
  const fallback = otherwise.evaluate;
  const entities = otherwise.entities || thens.some(term => term.entities);
  const constant =
    (subject === undefined || subject.constant) &&
    [...whens, ...thens, otherwise].every(term => term.constant);
  if (subject === undefined) {
    return {
      evaluate: (row, state) => {
        for (let i = 0; i < conditions.length; i++) {
          if (conditions[i]!(row, state) === true) return results[i]!(row, state);
        }
        return fallback(row, state);
      },
      entities,
      constant,
    };
  }
  const subjectValue = subject.evaluate;
  return {
    evaluate: (row, state) => {
      const value = subjectValue(row, state);
      for (let i = 0; i < conditions.length; i++) {
        if (equals(value, conditions[i]!(row, state), state.budget) === true) return results[i]!(row, state);
      }
      return fallback(row, state);
    },
    entities,
    constant,
  };
}
