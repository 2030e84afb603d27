// The house, as lint rules: who may import whom, where time and chance come in, who reads the environment.
// docs/house.md shows the same table in words; change both together.
import path from 'node:path'

/** Room -> what it may import. A room is a folder of the server; `contract`, `sip` and `fias` are packages. */
export const MAY_IMPORT = {
  kernel: [],
  hotel: ['kernel'],
  store: ['kernel', 'hotel'],
  actions: ['kernel', 'hotel', 'store'],
  runners: ['kernel', 'hotel', 'store', 'calls/caller.ts', 'connectors/connector.ts'],
  calls: ['kernel', 'hotel', 'sip'],
  connectors: ['kernel', 'hotel', 'fias'],
  api: ['kernel', 'hotel', 'actions', 'contract'],
  cli: ['kernel', 'hotel', 'config', 'app.ts', 'actions', 'store', 'contract'],
  config: ['kernel', 'hotel', 'contract'],
  'app.ts': ['*'],
  'main.ts': ['*'],
}

/** The only files that may touch the machine's clock and dice. */
const TIME_AND_CHANCE = ['kernel/clock.ts', 'kernel/ids.ts']
const CLOCK_NAMES = new Set(['Date', 'setTimeout', 'setInterval', 'setImmediate', 'performance'])
const CHANCE_IMPORTS = new Set(['randomUUID', 'randomBytes', 'randomInt', 'webcrypto'])
const TIMER_MODULES = new Set(['node:timers', 'node:timers/promises', 'timers', 'timers/promises'])

const SERVER = `packages${path.sep}server${path.sep}src${path.sep}`

/** `hotel/wakeup.ts` for a file inside the server's source, otherwise null. */
function placeInServer(file) {
  const at = file.lastIndexOf(SERVER)
  return at < 0
    ? null
    : file
        .slice(at + SERVER.length)
        .split(path.sep)
        .join('/')
}

const roomOf = (place) => place.split('/')[0].replace(/^config\.ts$/, 'config')
const isTest = (place) => /\.test\.ts$|^store\/conformance\.ts$/.test(place)

/** What an import leads to: `store/x.ts` inside the server, `contract` for one of our packages, null for the rest. */
function targetOf(place, specifier) {
  if (specifier.startsWith('@reveille/')) return specifier.split('/')[1]
  if (!specifier.startsWith('.')) return null
  return path.posix.normalize(path.posix.join(path.posix.dirname(place), specifier))
}

function mayImport(place, target) {
  const room = roomOf(place)
  const allowed = MAY_IMPORT[room] ?? []
  return (
    roomOf(target) === room ||
    allowed.includes('*') ||
    allowed.includes(target) ||
    allowed.includes(roomOf(target))
  )
}

const onImports = (check) => ({
  ImportDeclaration: (node) => check(node, node.source.value),
  ImportExpression: (node) => node.source.type === 'Literal' && check(node, node.source.value),
  ExportNamedDeclaration: (node) => node.source && check(node, node.source.value),
  ExportAllDeclaration: (node) => check(node, node.source.value),
})

const imports = {
  create(context) {
    const place = placeInServer(context.filename)
    if (!place || isTest(place)) return {}
    return onImports((node, specifier) => {
      const target = targetOf(place, specifier)
      if (target === null || mayImport(place, target)) return
      context.report({ node, message: `${roomOf(place)} may not import ${target}: see docs/house.md` })
    })
  },
}

const clock = {
  create(context) {
    const place = placeInServer(context.filename)
    if (!place || TIME_AND_CHANCE.includes(place)) return {}
    const report = (node, name) =>
      context.report({
        node,
        message: `${name} belongs in kernel/clock.ts or kernel/ids.ts: take a Clock or Ids`,
      })
    return {
      NewExpression: (node) => CLOCK_NAMES.has(node.callee.name) && report(node, `new ${node.callee.name}`),
      CallExpression: (node) => CLOCK_NAMES.has(node.callee.name) && report(node, node.callee.name),
      MemberExpression(node) {
        if (CLOCK_NAMES.has(node.object.name)) report(node, node.object.name)
        if (node.object.name === 'Math' && node.property.name === 'random') report(node, 'Math.random')
      },
      ImportDeclaration(node) {
        if (TIMER_MODULES.has(node.source.value)) report(node, node.source.value)
        if (!/^(node:)?crypto$/.test(node.source.value)) return
        for (const one of node.specifiers)
          if (CHANCE_IMPORTS.has(one.imported?.name)) report(one, one.imported.name)
      },
    }
  },
}

const environment = {
  create(context) {
    const place = placeInServer(context.filename)
    if (!place || roomOf(place) === 'config') return {}
    return {
      MemberExpression(node) {
        if (node.object.name === 'process' && node.property.name === 'env')
          context.report({
            node,
            message: 'process.env is read only in config: take the value as a parameter',
          })
      },
    }
  },
}

export default { meta: { name: 'house' }, rules: { imports, clock, environment } }
