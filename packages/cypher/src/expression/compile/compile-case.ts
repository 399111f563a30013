import type { Case } from '../../syntax/index.js';
import { equals } from '../operations/comparison.js';
import { constantPart } from './expression-compiler.js';
import type { ExpressionCompiler, Part } from './expression-compiler.js';

/** The first WHEN that is true (or equals the subject) decides. No ELSE is null. */
export function compileCase(compiler: ExpressionCompiler, expression: Case): Part {
  const subject = expression.subject && compiler.part(expression.subject);
  const whens = expression.branches.map(branch => compiler.part(branch.when));
  const thens = expression.branches.map(branch => compiler.part(branch.then));
  const otherwise = expression.otherwise ? compiler.part(expression.otherwise) : constantPart(null);
  const conditions = whens.map(part => part.evaluate);
  const results = thens.map(part => part.evaluate);
  const fallback = otherwise.evaluate;
  const entities = otherwise.entities || thens.some(part => part.entities);
  const constant =
    (subject === undefined || subject.constant) &&
    [...whens, ...thens, otherwise].every(part => part.constant);
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
        if (equals(value, conditions[i]!(row, state)) === true) return results[i]!(row, state);
      }
      return fallback(row, state);
    },
    entities,
    constant,
  };
}
