/** No folders of a package import each other, directly or through others. Tests may. */
import rules from './.dependency-cruiser.mjs';

export default {
  forbidden: [
    {
      name: 'no-cycles-of-folders',
      comment: 'Move what both need into a folder below them, or a file into the folder that it belongs to.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(?:packages|apps)/[^/]+/src/' },
      to: { circular: true },
    },
  ],
  options: { ...rules.options, exclude: { path: '\\.test\\.tsx?$|/dist/' } },
};
