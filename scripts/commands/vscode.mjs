/**
 * Packages the extension for Visual Studio Code: `node scripts/dev.mjs vscode [FILE]`. The default file is
 * `apps/vscode/dist/weir-VERSION.vsix`. A `.vsix` file is a zip file with the extension in the folder `extension`, a
 * manifest, and the content types of the files.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import AdmZip from 'adm-zip';
import { build } from 'esbuild';
import { ROOT } from '../build/prepare.mjs';
import { licensesOf } from '../build/licenses.mjs';

const EXTENSION = join(ROOT, 'apps/vscode');
const PROGRAM = 'dist/bundle/extension.cjs';
/** The name under which the editor knows the extension; the workspace's own name has a scope, which is not allowed. */
const NAME = 'weir';

const { metafile } = await build({
  absWorkingDir: ROOT,
  entryPoints: ['apps/vscode/dist/extension.js'],
  outfile: join(EXTENSION, PROGRAM),
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  external: ['vscode'],
  minifyWhitespace: true,
  minifySyntax: true,
  metafile: true,
  logLevel: 'error',
});

/** Fields that only the workspace needs. */
const OF_WORKSPACE = ['private', 'type', 'devDependencies'];
const ownFields = Object.entries(JSON.parse(textOf('package.json'))).filter(
  ([field]) => !OF_WORKSPACE.includes(field),
);
const manifest = { ...Object.fromEntries(ownFields), name: NAME };
const files = {
  'package.json': `${JSON.stringify(manifest, undefined, 2)}\n`,
  'README.md': textOf('README.md'),
  'LICENSE.txt': readFileSync(join(ROOT, 'LICENSE'), 'utf8'),
  'THIRD-PARTY-LICENSES.txt': licensesOf(Object.keys(metafile.inputs), ROOT),
  'language-configuration.json': textOf('language-configuration.json'),
  'syntaxes/cypher.tmLanguage.json': textOf('syntaxes/cypher.tmLanguage.json'),
  'schemas/recipe-v2.json': readFileSync(join(ROOT, 'apps/gateway/dist/schemas/recipe-v2.json'), 'utf8'),
  [PROGRAM]: textOf(PROGRAM),
};
const zip = new AdmZip();
const add = (path, text) => zip.addFile(path, Buffer.from(text));
add('extension.vsixmanifest', packageManifest());
add('[Content_Types].xml', contentTypes());
for (const [path, text] of Object.entries(files)) add(`extension/${path}`, text);
const target = process.argv[2] ?? join(EXTENSION, 'dist', `${NAME}-${manifest.version}.vsix`);
const bytes = zip.toBuffer();
writeFileSync(target, bytes);
process.stdout.write(`${target}: ${Math.round(bytes.length / 1024)} KiB\n`);

function textOf(file) {
  return readFileSync(join(EXTENSION, file), 'utf8');
}

function packageManifest() {
  const { version, publisher, displayName, description, categories, engines } = manifest;
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${NAME}" Version="${version}" Publisher="${publisher}"/>
    <DisplayName>${displayName}</DisplayName>
    <Description xml:space="preserve">${description}</Description>
    <Categories>${categories.join(',')}</Categories>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${engines.vscode}"/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
    </Properties>
    <License>extension/LICENSE.txt</License>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code"/>
  </Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
  </Assets>
</PackageManifest>
`;
}

function contentTypes() {
  const types = {
    '.json': 'application/json',
    '.md': 'text/markdown',
    '.txt': 'text/plain',
    '.cjs': 'application/javascript',
    '.vsixmanifest': 'text/xml',
  };
  const missing = Object.keys(files).filter(file => types[extname(file)] === undefined);
  if (missing.length > 0) throw new Error(`The content type of ${missing.join(', ')} is unknown`);
  const rows = Object.entries(types).map(
    ([ending, type]) => `  <Default Extension="${ending}" ContentType="${type}"/>\n`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>\n<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">\n${rows.join('')}</Types>\n`;
}
