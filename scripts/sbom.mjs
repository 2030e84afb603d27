// `npm run sbom`: writes which packages a hotel runs, and under which licences, from package-lock.json alone: the lock
// names the packages of every platform, so that the lists are the same wherever they are made. With --check, only says
// whether they are up to date.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Licences that ask for no more than to be named. */
const PERMISSIVE = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
]

/** Licences that ask for the source of what was changed: for what we use as it came, to build with, and pass on to nobody. */
const UNCHANGED = { 'MPL-2.0': /^lightningcss(-|$)/ }

const nameOf = (place, { name }) => name ?? place.replace(/^.*node_modules\//, '')
// The package URL specification: a scope is percent-encoded.
const purlOf = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`
// By code, not by the language of the machine.
export const byCode = (a, b) => (a < b ? -1 : a > b ? 1 : 0)

/** What a hotel runs: everything in the lock that is neither for development only nor a mere link. */
const runPackages = ({ packages }) =>
  Object.entries(packages).filter(([place, { dev, link }]) => place !== '' && !dev && !link)

/** Where a package finds another: as Node does, in the nearest `node_modules`. */
export function placeOf({ packages }, from, name) {
  const places = [from === '' ? `node_modules/${name}` : `${from}/node_modules/${name}`]
  for (let at = from; at !== '';) {
    at = at.includes('/') ? at.slice(0, at.lastIndexOf('/')) : ''
    places.push(at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`)
  }
  const place = places.find((one) => packages[one] !== undefined)
  return place === undefined ? undefined : packages[place].link ? packages[place].resolved : place
}

function needsOf(lock, place) {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = lock.packages[place]
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
  const places = names
    .map((name) => placeOf(lock, place, name))
    .filter((one) => one && !lock.packages[one].dev)
  return [...new Set(places.map((one) => refOf(lock, one)))].toSorted(byCode)
}

const refOf = ({ packages }, place) => purlOf(nameOf(place, packages[place]), packages[place].version)

const hashOf = (integrity) => {
  const [, base64] = /^sha512-(\S+)$/.exec(integrity) ?? []
  return base64 === undefined
    ? []
    : [{ alg: 'SHA-512', content: Buffer.from(base64, 'base64').toString('hex') }]
}

const licenceOf = (id) => [/ (OR|AND|WITH) /.test(id) ? { expression: id } : { license: { id } }]

function componentOf(place, one) {
  const name = nameOf(place, one)
  const purl = purlOf(name, one.version)
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version: one.version,
    scope: one.optional ? 'optional' : 'required',
    ...(one.integrity ? { hashes: hashOf(one.integrity) } : {}),
    licenses: licenceOf(one.license),
    purl,
    ...(one.resolved ? { externalReferences: [{ type: 'distribution', url: one.resolved }] } : {}),
  }
}

const unique = (components) =>
  [...new Map(components.map((one) => [one.purl, one])).values()].toSorted((a, b) => byCode(a.purl, b.purl))

/** CycloneDX 1.6. No time and no serial number: the same lock makes the same list. */
export function billOf(lock) {
  const { name, version, license } = lock.packages['']
  const root = purlOf(name, version)
  const run = runPackages(lock)
  const workspaces = run
    .filter(([place]) => !place.includes('node_modules'))
    .map(([place]) => refOf(lock, place))
  const dependsOn = [...new Set([...workspaces, ...needsOf(lock, '')])].toSorted(byCode)
  const needs = new Map(run.map(([place]) => [refOf(lock, place), needsOf(lock, place)]))
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': root,
        name,
        version,
        licenses: licenceOf(license),
        purl: root,
      },
    },
    components: unique(run.map(([place, one]) => componentOf(place, one))),
    dependencies: [
      { ref: root, dependsOn },
      ...[...needs.keys()].toSorted(byCode).map((ref) => ({ ref, dependsOn: needs.get(ref) })),
    ],
  }
}

/** The licences, each with what stands under it. */
export function licencesOf(lock) {
  const packages = unique(
    runPackages(lock)
      .filter(([place]) => place.includes('node_modules'))
      .map(([place, one]) => ({ ...componentOf(place, one), licence: one.license })),
  )
  const licences = [...new Set(packages.map(({ licence }) => licence))].toSorted(byCode)
  const listed = licences.map((licence) => {
    const under = packages.filter((one) => one.licence === licence)
    return [`## ${licence}`, '', ...under.map(({ name, version }) => `- ${name} ${version}`)].join('\n')
  })
  return `# Licences of the packages that Reveille runs with\n\nMade by \`npm run sbom\` from package-lock.json, for every platform; sbom.cdx.json has more.\n\n${listed.join('\n\n')}\n`
}

/** What nobody may slip in unseen: a licence that asks for more, or a script that runs while it is installed. */
export function objectionsTo(lock, { allowScripts = {} }) {
  return runPackages(lock).flatMap(([place, one]) => {
    const name = nameOf(place, one)
    const known = /^[\w.-]+$/.test(one.license ?? '') ? [one.license] : (one.license ?? '').match(/[\w.-]+/g)
    return [
      ...(known?.some((licence) => PERMISSIVE.includes(licence) || UNCHANGED[licence]?.test(name))
        ? []
        : [`${name} has the licence ${one.license ?? '(none)'}: may we ship it?`]),
      ...(one.hasInstallScript && allowScripts[name] !== false
        ? [`${name} runs a script while it is installed: turn it off in allowScripts of package.json`]
        : []),
    ]
  })
}

const read = (name) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')

function outOfDate(name, text) {
  try {
    return read(name) === text ? [] : [`${name} is out of date: npm run sbom`]
  } catch {
    return [`${name} is missing: npm run sbom`]
  }
}

function lists(lock) {
  return {
    'sbom.cdx.json': `${JSON.stringify(billOf(lock), null, 2)}\n`,
    'LICENCES.md': licencesOf(lock),
  }
}

const theLock = () => JSON.parse(read('package-lock.json'))

export function writeLists() {
  for (const [name, text] of Object.entries(lists(theLock())))
    writeFileSync(new URL(`../${name}`, import.meta.url), text)
}

function run(isCheck) {
  if (!isCheck) writeLists()
  const lock = theLock()
  const stale = Object.entries(lists(lock)).flatMap(([name, text]) => outOfDate(name, text))
  const wrong = [...stale, ...objectionsTo(lock, JSON.parse(read('package.json')))]
  for (const one of wrong) console.error(one)
  process.exitCode = wrong.length === 0 ? 0 : 1
}

if (process.argv[1] === fileURLToPath(import.meta.url)) run(process.argv.includes('--check'))
