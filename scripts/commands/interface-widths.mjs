/**
 * Finds exported interfaces that have more members than a reader can survey, inherited ones included:
 * `docs/adr/0042-public-interfaces-have-at-most-12-members.md`. The exceptions are listed here.
 */
import ts from 'typescript';

/** Types generated from the OpenAPI documents: one member for each path. */
const isGenerated = ({ declarations }) =>
  declarations.every(({ parent }) => /[\\/]generated[\\/]/.test(parent.fileName));

/** Members of one interface. */
const LIMIT = 12;

const FIELDS = 'data: the fields of a stream in the API, which are flat there';
const ROW =
  'a row of a table with one consumer each for routes and for the OpenAPI document; groups would only nest it';
const DECLARATION = 'data: everything that is known about a built-in type; only lists of types read it';
const EXPLANATION = 'data: one finding, whose fields are read together and documented in the API';

/** Name of the interface, and why it may be wider. */
const EXCEPTIONS = new Map([
  ['DeltaSharingDefinition', FIELDS],
  ['Endpoint', ROW],
  ['ExplainedPatternNode', EXPLANATION],
  ['MessageKind', DECLARATION],
  ['PatternNodeExplanation', EXPLANATION],
  [
    'Persistor',
    'four roles of at most 9 members, each an interface of its own that most callers take instead',
  ],
  ['SourceDeclaration', DECLARATION],
]);

/**
 * @param {ts.Program} program of all entries.
 * @param {readonly string[]} files of the entries.
 * @returns {readonly string[]} one line for each violation, and for each exception that is not needed.
 */
export function interfaceWidthErrors(program, files) {
  const checker = program.getTypeChecker();
  /** Keyed by interface name. */
  const wide = new Map();
  for (const file of files) {
    const module = checker.getSymbolAtLocation(program.getSourceFile(file));
    for (const exported of checker.getExportsOfModule(module)) {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      if (!(symbol.flags & ts.SymbolFlags.Interface) || isGenerated(symbol)) continue;
      const count = checker.getDeclaredTypeOfSymbol(symbol).getProperties().length;
      if (count > LIMIT) wide.set(exported.name, count);
    }
  }
  return [
    ...[...wide]
      .filter(([name]) => !EXCEPTIONS.has(name))
      .map(([name, count]) => `interface ${name} has ${count} members; the limit is ${LIMIT} (ADR 42)`),
    ...[...EXCEPTIONS.keys()]
      .filter(name => !wide.has(name))
      .map(name => `${name} is not wider than the limit: remove it from ${import.meta.filename}`),
  ];
}
