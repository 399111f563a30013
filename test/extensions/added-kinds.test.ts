/** Suites that add kinds of sources and destinations. Kinds cannot be added later, so each has a separate process. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { projectFile } from '../support/project-file.js';

test.each(['embedded', 'faulty'])('the suite `%s`', async name => {
  const suite = projectFile(`test/dist/extensions/${name}.suite.js`);
  const jest = projectFile('node_modules/jest/bin/jest.js');
  const args = [jest, '--runInBand', '--testMatch=**/*.suite.js', '--runTestsByPath', suite];
  // Rejects with the output of the suite if it fails.
  const options = { cwd: projectFile(''), env: { ...process.env, FORCE_COLOR: '0' } };
  const { stderr } = await promisify(execFile)(process.execPath, args, options);
  expect(stderr).toMatch(/Tests: +[1-9]\d* passed/);
});
