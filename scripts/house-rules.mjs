// The house, as lint rules: who may import whom, where time and chance come in, who reads the environment.
// docs/house.md shows the same table in words; change both together.
import path from 'node:path'

/** Room -> what it may import. A room is a folder of the server; `contract`, `sip` and `fias` are packages. */
export const MAY_IMPORT = {
  kernel: [],
  hotel: ['kernel', 'contract'],
  store: ['kernel', 'hotel', 'contract'],
  logbook: ['kernel', 'hotel', 'store'],
  actions: ['kernel', 'hotel', 'store', 'logbook'],
  runners: ['kernel', 'hotel', 'store', 'logbook', 'calls/caller.ts', 'connectors/connector.ts'],
  calls: ['kernel', 'hotel', 'sip'],
  connectors: ['kernel', 'hotel', 'fias'],
  api: ['kernel', 'hotel', 'actions', 'contract'],
  cli: ['kernel', 'hotel', 'config', 'app.ts', 'actions', 'store', 'contract'],
  config: ['kernel', 'hotel', 'contract'],
  app: ['kernel', 'hotel', 'store', 'actions', 'runners', 'calls', 'connectors', 'api', 'config', 'sip'],
  'app.ts': ['*'],
  'main.ts': ['*'],
}

/**
 * The folders of a room or package, the lowest first: a folder may import from those before it. `.` is what lies in the
 * room itself.
 */
export const ORDER = {
  hotel: [
    'time',
    'accounts',
    'nodes',
    'settings',
    'inventory',
    'rooms',
    'deliveries',
    'site',
    'wakeups',
    'desk',
    'menus',
    'property',
    'log',
  ],
  store: ['engine', 'stores', 'files', 'conformance'],
  actions: [
    '.',
    'accounts',
    'deliveries',
    'inventory',
    'wakeups',
    'rooms',
    'property',
    'site',
    'desk',
    'log',
    'reports',
  ],
  runners: ['nodes', 'wakeups', 'menus', 'deliveries', 'property', 'log', 'desk', 'watch'],
  api: ['answers', 'door', 'requests', 'document', 'console', 'metrics', '.', 'dossier', 'night', 'routes'],
  calls: ['.', 'audio', 'voice', 'lines'],
  connectors: ['.', 'webhook', 'fias', 'mail'],
  config: ['.', 'site'],
  cli: ['checks', '.'],
  sip: ['messages', 'transport', 'transactions', 'lines', 'sdp', 'media', 'dialog', 'call', 'agent', '.'],
  fias: ['wire', 'records', 'link', '.'],
}

/** Rooms of the console -> what they may import. `contract` means its types: at run time it is far too large for a page. */
export const CONSOLE_MAY_IMPORT = {
  kernel: [],
  hotel: ['kernel', 'contract'],
  api: ['kernel', 'contract'],
  texts: ['kernel'],
  look: [],
  live: ['kernel', 'hotel', 'api', 'contract'],
  parts: ['kernel', 'look', 'texts'],
  shell: ['kernel', 'hotel', 'api', 'live', 'parts', 'look', 'texts', 'contract'],
  pages: ['kernel', 'hotel', 'api', 'live', 'parts', 'look', 'texts', 'contract'],
  'app.tsx': ['*'],
  'main.tsx': ['*'],
  'routes.ts': ['*'],
  'start.ts': ['*'],
}

/** What a browser gives -> the only place of the console that may take it. */
const CONSOLE_DOORS = {
  fetch: 'api/request.ts',
  EventSource: 'nowhere',
  XMLHttpRequest: 'nowhere',
  WebSocket: 'nowhere',
  Date: 'kernel/clock.ts',
  setTimeout: 'kernel/clock.ts',
  setInterval: 'kernel/clock.ts',
  requestAnimationFrame: 'kernel/clock.ts',
  performance: 'kernel/clock.ts',
  crypto: 'kernel/ids.ts',
  localStorage: 'kernel/storage.ts',
  sessionStorage: 'kernel/storage.ts',
  indexedDB: 'kernel/storage.ts',
  BroadcastChannel: 'kernel/channel.ts',
}

/** What has all that a browser gives as a member. */
const WHOLES = new Set(['window', 'globalThis', 'self'])

/** Attributes that people read or hear: of HTML, and of our parts. */
const SAID_ATTRIBUTES = new Set(
  [
    'aria-label aria-description aria-roledescription aria-valuetext title placeholder alt label cursorLabel',
    'hint lead skip heading word words deed what why reason remark sentence announced also',
  ].flatMap((names) => names.split(' ')),
)

/** The only files that may touch the machine's clock and dice. */
const TIME_AND_CHANCE = ['kernel/clock.ts', 'kernel/ids.ts']
const CLOCK_NAMES = new Set(['Date', 'setTimeout', 'setInterval', 'setImmediate', 'performance'])
const CHANCE_IMPORTS = new Set(['randomUUID', 'randomBytes', 'randomInt', 'webcrypto'])
const TIMER_MODULES = new Set(['node:timers', 'node:timers/promises', 'timers', 'timers/promises'])

const SERVER = `packages${path.sep}server${path.sep}src${path.sep}`

/** `hotel/wakeups/wakeup.ts` for a file inside the server's source, otherwise null. */
function placeInServer(file) {
  const at = file.lastIndexOf(SERVER)
  return at < 0
    ? null
    : file
        .slice(at + SERVER.length)
        .split(path.sep)
        .join('/')
}

const PACKAGE = /packages[\\/](sip|fias)[\\/]src[\\/](.+)$/

const CONSOLE = /packages[\\/]console[\\/]src[\\/](.+)$/

/** `shell/rail.tsx` for a file of the console that is no test, otherwise null. */
function placeInConsole(file) {
  const place = CONSOLE.exec(file)?.[1].split(path.sep).join('/') ?? null
  return place === null || place.endsWith('.test.ts') ? null : place
}

/** `sip/call/invite.ts` for a file of such a package, otherwise as in the server. */
function placeInHouse(file) {
  const [, name, rest] = PACKAGE.exec(file) ?? []
  return name === undefined ? placeInServer(file) : `${name}/${rest.split(path.sep).join('/')}`
}

/** `['hotel', 'wakeups']` of `hotel/wakeups/wakeup.ts`, `['calls', '.']` of `calls/caller.ts`. */
const folderOf = (place) => {
  const [room, folder, ...rest] = place.split('/')
  return [room, rest.length > 0 ? folder : '.']
}

const roomOf = (place) => place.split('/')[0].replace(/^config\.ts$/, 'config')
const isTest = (place) => /\.test\.ts$|^store\/conformance\//.test(place)

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

/** The text of a literal, or of a template without holes. */
const textOf = (node) =>
  node?.type === 'TemplateLiteral' && node.expressions.length === 0
    ? node.quasis[0].value.cooked
    : node?.value

const onImports = (check) => ({
  ImportDeclaration: (node) => check(node, node.source.value),
  ImportExpression: (node) => typeof textOf(node.source) === 'string' && check(node, textOf(node.source)),
  TSImportType: (node) => check(node, textOf(node.source ?? node.argument?.literal ?? node.argument)),
  ExportNamedDeclaration: (node) => node.source && check(node, node.source.value),
  ExportAllDeclaration: (node) => check(node, node.source.value),
})

/** The name behind the dot, or the text in the brackets. */
const memberName = ({ property, computed }) => (computed ? textOf(property) : property.name)

/** `const { a, b } = whole`: calls back with the names taken out of it. */
const onTakenOut = (whole, check) => (node) => {
  if (node.init?.name !== whole || node.id.type !== 'ObjectPattern') return
  for (const one of node.id.properties) check(one, one.key?.name ?? textOf(one.key))
}

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

/** Whether an import goes up, or to a folder that has no place in the order. */
function goesUp(place, target) {
  const [[room, from], [other, to]] = [folderOf(place), folderOf(target)]
  const order = ORDER[room]
  if (order === undefined || other !== room || from === to) return false
  const [here, there] = [order.indexOf(from), order.indexOf(to)]
  return here < 0 || there < 0 || there > here
}

const folders = {
  create(context) {
    const place = placeInHouse(context.filename)
    if (!place || isTest(place)) return {}
    return onImports((node, specifier) => {
      if (!specifier.startsWith('.')) return
      const target = targetOf(place, specifier)
      if (goesUp(place, target))
        context.report({
          node,
          message: `${place} may not import ${target}: folders have an order, see docs/house.md`,
        })
    })
  },
}

// Where a name is only a label, not a use of what it names.
const LABELS = {
  MemberExpression: (node, parent) => parent.property === node && !parent.computed,
  Property: (node, parent) => parent.key === node && !parent.shorthand,
  PropertyDefinition: (node, parent) => parent.key === node,
  MethodDefinition: (node, parent) => parent.key === node,
  TSPropertySignature: (node, parent) => parent.key === node,
  TSMethodSignature: (node, parent) => parent.key === node,
  TSTypeReference: () => true,
  TSQualifiedName: () => true,
  ImportSpecifier: () => true,
  ExportSpecifier: (node, parent) => parent.exported === node,
}
const isLabel = (node) => LABELS[node.parent?.type]?.(node, node.parent) ?? false

const clock = {
  create(context) {
    const place = placeInServer(context.filename)
    if (!place || TIME_AND_CHANCE.includes(place)) return {}
    const report = (node, name) =>
      context.report({
        node,
        message: `${name} belongs in kernel/clock.ts or kernel/ids.ts: take a Clock or Ids`,
      })
    const fromModule = (node, source) => {
      if (TIMER_MODULES.has(source)) report(node, source)
      if (!/^(node:)?crypto$/.test(source)) return
      for (const one of node.specifiers ?? [])
        if (one.type !== 'ImportSpecifier' || CHANCE_IMPORTS.has(one.imported?.name)) report(one, 'chance')
    }
    return {
      Identifier: (node) => CLOCK_NAMES.has(node.name) && !isLabel(node) && report(node, node.name),
      MemberExpression(node) {
        const name = memberName(node)
        if (node.object.name === 'globalThis' && (CLOCK_NAMES.has(name) || name === 'crypto'))
          report(node, name)
        if (node.object.name === 'crypto' && name !== 'subtle') report(node, `crypto.${name}`)
        if (node.object.name === 'Math' && name === 'random') report(node, 'Math.random')
      },
      VariableDeclarator: onTakenOut(
        'Math',
        (node, name) => name === 'random' && report(node, 'Math.random'),
      ),
      ImportDeclaration: (node) => fromModule(node, node.source.value),
      ExportNamedDeclaration: (node) => node.source && fromModule(node, node.source.value),
      ExportAllDeclaration: (node) => fromModule(node, node.source.value),
    }
  },
}

const environment = {
  create(context) {
    const place = placeInServer(context.filename)
    if (!place || roomOf(place) === 'config') return {}
    const report = (node) =>
      context.report({ node, message: 'process.env is read only in config: take the value as a parameter' })
    return {
      MemberExpression: (node) =>
        node.object.name === 'process' && memberName(node) === 'env' && report(node),
      VariableDeclarator: onTakenOut('process', (node, name) => name === 'env' && report(node)),
      ImportDeclaration(node) {
        if (!/^(node:)?process$/.test(node.source.value)) return
        for (const one of node.specifiers) if (one.imported?.name === 'env') report(one)
      },
    }
  },
}

/** What only the logbook writes: so every row has the detail of its kind, and every alarm that ends has its row. */
const LOGBOOK_WRITES = { activity: ['add', 'addAll'], alarms: ['insert', 'update'] }

const logbook = {
  create(context) {
    const place = placeInServer(context.filename)
    if (!place || isTest(place) || ['logbook', 'store'].includes(roomOf(place))) return {}
    return {
      MemberExpression(node) {
        const store = node.object.type === 'MemberExpression' ? memberName(node.object) : node.object.name
        if (!Object.hasOwn(LOGBOOK_WRITES, store ?? '')) return
        if (LOGBOOK_WRITES[store].includes(memberName(node)))
          context.report({
            node,
            message: `${store}.${memberName(node)} belongs in logbook: see docs/house.md`,
          })
      },
    }
  },
}

const pageOf = (place) => (place.startsWith('pages/') ? place.split('/')[1] : null)

/** Why the console may not import this here, or null. */
function consoleObjection(place, node, specifier) {
  const room = roomOf(place)
  const allowed = CONSOLE_MAY_IMPORT[room] ?? []
  const target = targetOf(place, specifier)
  if (target === null || allowed.includes('*')) return null
  if (target === 'contract' && node.importKind !== 'type') return 'the contract is imported as types only'
  if (pageOf(place) !== null && pageOf(target) !== null && pageOf(place) !== pageOf(target))
    return 'a page may not import another page'
  return roomOf(target) === room || allowed.includes(roomOf(target))
    ? null
    : `${room} may not import ${target}`
}

const consoleImports = {
  create(context) {
    const place = placeInConsole(context.filename)
    if (!place) return {}
    return onImports((node, specifier) => {
      const objection = consoleObjection(place, node, specifier)
      if (objection !== null) context.report({ node, message: `${objection}: see docs/house.md` })
    })
  },
}

/** `window`, also of `globalThis.window`. */
const nameOf = (node) => (node.type === 'MemberExpression' ? memberName(node) : node.name)

const consoleDoors = {
  create(context) {
    const place = placeInConsole(context.filename)
    if (!place) return {}
    const check = (node, name) => {
      const door = Object.hasOwn(CONSOLE_DOORS, name ?? '') ? CONSOLE_DOORS[name] : place
      if (door !== place)
        context.report({ node, message: `${name} belongs in ${door}: take it as a parameter` })
    }
    const checkChance = (node, name) => {
      if (name === 'random')
        context.report({ node, message: 'Math.random belongs in kernel/ids.ts: take it as a parameter' })
    }
    const takenOut = [onTakenOut('Math', checkChance), ...[...WHOLES].map((one) => onTakenOut(one, check))]
    return {
      Identifier: (node) => !isLabel(node) && check(node, node.name),
      MemberExpression(node) {
        if (node.object.name === 'Math') checkChance(node, memberName(node))
        if (WHOLES.has(nameOf(node.object))) check(node, memberName(node))
      },
      VariableDeclarator: (node) => takenOut.forEach((one) => one(node)),
    }
  },
}

const hasWords = (text) => typeof text === 'string' && /\p{L}{2}/u.test(text)

/** What may be said in the place of such an expression. */
const PARTS_OF = {
  ConditionalExpression: ({ consequent, alternate }) => [consequent, alternate],
  LogicalExpression: ({ left, right }) => [left, right],
  BinaryExpression: ({ operator, left, right }) => (operator === '+' ? [left, right] : []),
  TemplateLiteral: ({ quasis, expressions }) => [
    ...quasis.map(({ value }) => ({ value: value.cooked })),
    ...expressions,
  ],
}

/** Whether words stand in it, however they are put together or chosen. */
const saysWords = (node) => hasWords(node?.value) || (PARTS_OF[node?.type]?.(node) ?? []).some(saysWords)

/** What people read stands in `texts`, in every language. */
const consoleWords = {
  create(context) {
    if (!placeInConsole(context.filename)) return {}
    const report = (node) =>
      context.report({ node, message: 'What people read belongs in a table of texts, in every language' })
    return {
      JSXText: (node) => hasWords(node.value) && report(node),
      JSXExpressionContainer: (node) =>
        node.parent.type !== 'JSXAttribute' && saysWords(node.expression) && report(node),
      JSXAttribute(node) {
        const value = node.value?.type === 'JSXExpressionContainer' ? node.value.expression : node.value
        if (SAID_ATTRIBUTES.has(attributeName(node)) && saysWords(value)) report(node)
      },
    }
  },
}

const attributeName = ({ name }) => name.name

export default {
  meta: { name: 'house' },
  rules: {
    imports,
    folders,
    clock,
    environment,
    logbook,
    'console-imports': consoleImports,
    'console-doors': consoleDoors,
    'console-words': consoleWords,
  },
}
