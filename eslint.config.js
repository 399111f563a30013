import tseslint from 'typescript-eslint';

const PLAIN_RULES = {
  eqeqeq: 'error',
  'max-lines': ['error', { max: 400 }],
  'no-empty': 'error',
  'no-fallthrough': 'error',
  'no-template-curly-in-string': 'error',
  'no-unused-expressions': 'error',
  'no-var': 'error',
  'prefer-const': 'error',
};

const globals = names => Object.fromEntries(names.split(/\s+/).map(name => [name, 'readonly']));

const NODE = globals(
  `AbortController AbortSignal Buffer clearInterval clearTimeout console fetch performance process setInterval
  setTimeout URL`,
);

const NO_TIMERS = ['setTimeout', 'setInterval'].map(name => ({
  name,
  message: 'Use the scheduler of the environment.',
}));

/** Suites and their words are for tests, and for what is exported to tests. */
const NO_TESTS = [
  'afterAll',
  'afterEach',
  'beforeAll',
  'beforeEach',
  'describe',
  'expect',
  'it',
  'jest',
  'test',
].map(name => ({ name, message: 'Product code knows nothing of tests.' }));

export default tseslint.config(
  {
    ignores: ['**/dist/', '**/node_modules/', 'weir-data/', 'coverage/', 'packages/client/src/generated/'],
  },
  {
    files: ['packages/*/src/**/*.ts', 'apps/*/src/**/*.{ts,tsx}', 'test/**/*.ts', 'bench/**/*.ts'],
    extends: [tseslint.configs.base],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-for-in-array': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/no-unnecessary-type-assertion': 'error',
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/prefer-promise-reject-errors': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      ...PLAIN_RULES,
      'no-restricted-syntax': [
        'error',
        {
          selector: ':matches(ClassDeclaration, ClassExpression)[superClass.name="String"]',
          message: 'A subclass of String makes V8 read all texts of the thread more slowly.',
        },
      ],
    },
  },
  {
    // A table of sentences: one file for each language.
    files: ['apps/explorer/src/texts/*.ts'],
    rules: { 'max-lines': 'off' },
  },
  {
    files: ['*.js', '*.mjs', 'scripts/**/*.mjs', 'apps/*/bin/*'],
    languageOptions: { ecmaVersion: 2025 },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    // What the compiler sees to elsewhere.
    rules: {
      ...PLAIN_RULES,
      'no-redeclare': 'error',
      'no-undef': 'error',
      'no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    },
  },
  { files: ['*.js', '*.mjs', 'scripts/**/*.mjs', 'apps/*/bin/*'], languageOptions: { globals: NODE } },
  {
    files: ['apps/*/bin/*.cjs'],
    languageOptions: { globals: { __dirname: 'readonly', __filename: 'readonly' } },
  },
  {
    // An integer is a number or a bigint: the order and equality of values compare the two loosely.
    files: ['packages/model/src/values/value-*.ts'],
    rules: { eqeqeq: 'off' },
  },
  {
    // Time and chance are given to the engine; the real ones are taken at its edge, in one file.
    files: ['packages/*/src/**/*.ts'],
    ignores: [
      '**/*.test.ts',
      '**/testing/**',
      'packages/runtime/src/**/*environment*.ts',
      'packages/client/src/client-environment.ts',
      // The command line of the sample streams is an edge of its own.
      'packages/samples/src/cli.ts',
    ],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Use the clock of the environment.' },
        { object: 'Math', property: 'random', message: 'Use the randomness of the environment.' },
        { object: 'performance', property: 'now', message: 'Use the clock of the environment.' },
      ],
      'no-restricted-globals': ['error', ...NO_TIMERS, ...NO_TESTS],
    },
  },
  {
    // Suites that packages export.
    files: ['packages/*/src/**/*conformance*.ts', 'packages/*/src/conformance/**/*.ts'],
    rules: { 'no-restricted-globals': ['error', ...NO_TIMERS] },
  },
  {
    // The compiler knows them everywhere, since tests lie beside the code.
    files: [
      'apps/*/src/**/*.{ts,tsx}',
      'packages/runtime/src/**/*environment*.ts',
      'packages/samples/src/cli.ts',
    ],
    ignores: ['**/*.test.ts', '**/testing/**'],
    rules: { 'no-restricted-globals': ['error', ...NO_TESTS] },
  },
);
