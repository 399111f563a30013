import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['**/dist/', '**/node_modules/', 'weir-data/', 'coverage/'] },
  {
    files: ['packages/*/src/**/*.ts', 'apps/*/src/**/*.ts', 'test/**/*.ts', 'bench/**/*.ts'],
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
      eqeqeq: 'error',
      'no-empty': 'error',
      'no-fallthrough': 'error',
      'no-template-curly-in-string': 'error',
      'no-unused-expressions': 'error',
      'no-var': 'error',
      'prefer-const': 'error',
    },
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
      'no-restricted-globals': [
        'error',
        { name: 'setTimeout', message: 'Use the scheduler of the environment.' },
        { name: 'setInterval', message: 'Use the scheduler of the environment.' },
      ],
    },
  },
);
