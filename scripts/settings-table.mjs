// What can be set, as the console's forms need it at run time: names, kinds, limits and words of every field. The
// schemas themselves stay in the contract, which is larger than a page.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const CONTRACT = fileURLToPath(new URL('../packages/contract/src/index.ts', import.meta.url))

async function contract() {
  const { outputFiles } = await build({
    entryPoints: [CONTRACT],
    bundle: true,
    write: false,
    format: 'esm',
    logLevel: 'warning',
  })
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`)
}

/** Forms of the console -> the object of the contract that each is of. */
const FORMS = {
  site: 'SiteSettings',
  inventory: 'InventorySettings',
  wakeup: 'WakeupSettings',
  telephony: 'Telephony',
  network: 'Network',
  retention: 'Retention',
  backups: 'BackupSettings',
  license: 'License',
  api: 'Api',
  email: 'Email',
  limits: 'Limits',
  menus: 'Menus',
  metrics: 'MetricsSettings',
  reports: 'Reports',
  passwords: 'PasswordSettings',
  console: 'ConsoleSettings',
  tenant: 'Tenant',
  user: 'User',
  mailbox: 'Mailbox',
  range: 'MailboxRange',
  room: 'Room',
  category: 'Category',
  item: 'Item',
  statusType: 'StatusType',
  line: 'Line',
  webhook: 'WebhookConnector',
  fias: 'FiasConnector',
  server: 'Server',
  prompt: 'Prompt',
}

/** Lists that have a page of their own. */
const ELSEWHERE = new Set(['telephony.lines', 'tenant.wakeup'])

export async function settingsTable() {
  const told = await contract()
  const hints = new Set()
  const names = new Set()

  const shapeOf = ({ pattern }) => told.PATTERN_NAMES.get(pattern)

  function fieldOf(name, schema, required, path) {
    const [, hint = '', fallback] = /^(.*?)(?:[.;]? ?Default: (.+))?$/s.exec(schema.description ?? '') ?? []
    hints.add(hint)
    names.add(name)
    return {
      name,
      ...kindOf(schema, path),
      ...(required ? { required } : {}),
      hint,
      ...(fallback === undefined ? {} : { fallback }),
    }
  }

  function kindOf(schema, path) {
    if (schema.writeOnly) return { kind: 'secret', ...limitsOf(schema) }
    if (schema.const !== undefined) return { kind: 'fixed', is: schema.const }
    if (schema.enum)
      return { kind: 'choice', choices: schema.enum.map(String), isNumber: schema.type === 'integer' }
    if (schema.type === 'boolean') return { kind: 'flag' }
    if (schema.type === 'integer') return { kind: 'number', low: schema.minimum, high: schema.maximum }
    if (schema.type === 'string')
      return { kind: shapeOf(schema) === 'pem' ? 'lines' : 'text', ...limitsOf(schema) }
    if (schema.type === 'array') {
      const { items } = schema
      if (items.enum) return { kind: 'choices', choices: items.enum }
      if (items.type === 'object')
        return { kind: 'groups', most: schema.maxItems, fields: fieldsOf(items, path) }
      return { kind: 'texts', most: schema.maxItems, few: schema.minItems, ...limitsOf(items) }
    }
    if (schema.patternProperties) {
      const [[pattern, value]] = Object.entries(schema.patternProperties)
      return {
        kind: 'pairs',
        of: told.PATTERN_NAMES.get(pattern),
        ...(value.enum ? { choices: value.enum } : limitsOf(value)),
      }
    }
    return { kind: 'group', fields: fieldsOf(schema, path) }
  }

  const limitsOf = ({ minLength, maxLength, pattern, ...schema }) => ({
    ...(minLength ? { short: minLength } : {}),
    ...(maxLength ? { long: maxLength } : {}),
    ...(pattern ? { shape: shapeOf({ pattern }), pattern } : {}),
    ...(schema.examples ? { example: String(schema.examples[0]) } : {}),
  })

  function fieldsOf({ properties, required = [] }, path) {
    return Object.entries(properties)
      .filter(([name]) => !ELSEWHERE.has(`${path}.${name}`))
      .map(([name, schema]) => fieldOf(name, schema, required.includes(name), `${path}.${name}`))
  }

  const forms = Object.fromEntries(
    Object.entries(FORMS).map(([form, object]) => [form, fieldsOf(told[object], form)]),
  )
  const union = (words) =>
    [...words]
      .toSorted((a, b) => (a < b ? -1 : 1))
      .map((word) => `  | ${JSON.stringify(word)}`)
      .join('\n')
  return `// Made by scripts/settings-table.mjs: change packages/contract/src/site*.ts instead.
import type { FormField } from './fields.ts'

export type FormName = ${Object.keys(FORMS)
    .map((name) => JSON.stringify(name))
    .join(' | ')}

/** What fields are called in the site file. */
export type FieldName =
${union(names)}

/** What is said of them, in English. */
export type Hint =
${union(hints)}

export const FORMS: Readonly<Record<FormName, readonly FormField[]>> = ${JSON.stringify(forms, null, 1)}
`
}

const AT = fileURLToPath(new URL('../packages/console/src/hotel/settings/forms.gen.ts', import.meta.url))

/** Where the console looks for it; untouched when nothing has changed, so that nothing is built anew for it. */
export async function writeSettingsTable(file = AT) {
  const text = await settingsTable()
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text)
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await writeSettingsTable(process.argv[2])
