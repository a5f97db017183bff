import js from '@eslint/js';
import globals from 'globals';

/** ESLint's recommended rules, and what keeps the pages short and plain. Run from the root of the repository (`npm run lint`). */
export default [
  js.configs.recommended,
  {
    files: ['**/*.js', '**/*.mjs'],
    languageOptions: { ecmaVersion: 2024, sourceType: 'module', globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: true },
    rules: {
      eqeqeq: 'error',
      'max-len': ['error', { code: 120, ignoreUrls: true }],
      'max-lines': ['error', 400],
      'max-lines-per-function': ['error', 80],
      'no-constant-condition': ['error', { checkLoops: false }],
      'no-empty': ['error', { allowEmptyCatch: false }],
      'no-implicit-globals': 'error',
      'no-restricted-properties': ['error', { property: 'innerHTML', message: 'The pages never parse markup.' }],
      'no-unused-vars': ['error', { args: 'after-used', argsIgnorePattern: '^_' }],
      'no-var': 'error',
      'object-shorthand': 'error',
      'prefer-const': ['error', { destructuring: 'all' }],
    },
  },
  { files: ['**/unit/**'], languageOptions: { globals: globals.node }, rules: { 'max-lines-per-function': 'off' } },
];
