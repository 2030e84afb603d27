// Packages that engineers use by themselves, as npm wants them: compiled, with types, and without tests.
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { at, manifestOf } from './product.mjs'
import { npmPack } from './run-packages.mjs'

/** Each with its example, and the program that plays the other end of the wire. */
export const LIBRARIES = [
  {
    name: 'sip',
    description: 'A SIP user agent for servers: rings phones, speaks, hears keys; scripted phones for tests',
    example: 'ring',
    command: 'phones',
  },
  {
    name: 'fias',
    description:
      'The FIAS link to a property system: postings, guests, wake-up calls; a scripted one for tests',
    example: 'post',
    command: 'pms',
  },
]

const entry = (place) => ({ types: `./dist/${place}.d.ts`, default: `./dist/${place}.js` })

function manifest({ name, description, command }, { version }) {
  const { license, engines } = manifestOf()
  const { dependencies = {} } = manifestOf(`packages/${name}`)
  return {
    name: `@reveille/${name}`,
    version,
    description,
    license,
    type: 'module',
    engines,
    exports: { '.': entry('src/index'), './testing': entry('testing/index') },
    bin: { [`reveille-${command}`]: 'dist/testing/command/main.js' },
    dependencies,
    // Types of sockets and of TLS are Node's.
    peerDependencies: { '@types/node': '>=20' },
    peerDependenciesMeta: { '@types/node': { optional: true } },
  }
}

/** As TypeScript is told for the whole, but for what it writes. */
const compilerFor = (name, outDir) => ({
  extends: at('tsconfig.json'),
  compilerOptions: {
    noEmit: false,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    rootDir: at('packages', name),
    outDir,
    typeRoots: [at('node_modules/@types')],
  },
  include: ['src', 'testing', 'examples'].map((folder) => at('packages', name, folder)),
  exclude: [at('packages', name, 'src/**/*.test.ts')],
})

function compile(name, folder) {
  const project = path.join(folder, 'tsconfig.json')
  writeFileSync(project, JSON.stringify(compilerFor(name, path.join(folder, 'dist'))))
  execFileSync(process.execPath, [at('node_modules/typescript/bin/tsc'), '-p', project], { stdio: 'inherit' })
  rmSync(project)
}

/** What stands in the repository as it is said where only the package is. */
const asInstalled = (text, { name, example, command }) =>
  text
    .replaceAll(
      `node --import tsx packages/${name}/examples/${example}.ts`,
      `node node_modules/@reveille/${name}/examples/${example}.js`,
    )
    .replaceAll(`npm run ${command} --`, `npx reveille-${command}`)
    .replaceAll(`npm run ${command}`, `npx reveille-${command}`)
    .replaceAll('(src/index.ts)', '(dist/src/index.d.ts)')
    .replaceAll(/\[([^\]]+)\]\(\.\.\/\.\.\/[^)]+\)/g, '$1')

/** TypeScript leaves names of sources in types; there are none. */
const asTypes = (text) => text.replaceAll(/(['"])(\.\.?\/[^'"]+)\.ts\1/g, '$1$2.js$1')

function rewrite(file, change) {
  writeFileSync(file, change(readFileSync(file, 'utf8')))
}

function rewriteCompiled(folder, library) {
  for (const name of readdirSync(folder, { recursive: true })) {
    const file = path.join(folder, name)
    if (name.endsWith('.d.ts')) rewrite(file, asTypes)
    else if (name.endsWith('.js')) rewrite(file, (text) => asInstalled(text, library))
  }
  rewrite(path.join(folder, 'dist/testing/command/main.js'), (text) => `#!/usr/bin/env node\n${text}`)
}

/** Puts a library together in an empty folder. */
export function stageLibrary(library, product, folder) {
  const { name, example } = library
  const inside = (...place) => path.join(folder, ...place)
  const readme = readFileSync(at('packages', name, 'README.md'), 'utf8')
  compile(name, folder)
  renameSync(inside('dist/examples'), inside('examples'))
  rmSync(inside('examples', `${example}.d.ts`))
  rewriteCompiled(folder, library)
  writeFileSync(inside('README.md'), asInstalled(readme, library))
  writeFileSync(inside('package.json'), `${JSON.stringify(manifest(library, product), null, 2)}\n`)
  cpSync(at('LICENSE'), inside('LICENSE'))
}

/** Makes the tarball of a library; the answer is its file. */
export function packLibrary(library, product, out) {
  const work = mkdtempSync(path.join(tmpdir(), 'reveille-library-'))
  try {
    const folder = path.join(work, 'package')
    mkdirSync(folder)
    stageLibrary(library, product, folder)
    return path.join(out, npmPack(folder, out))
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
