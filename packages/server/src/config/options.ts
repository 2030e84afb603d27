import { accessSync, constants, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { Command, CommanderError } from 'commander'
import { hostUrls } from '../kernel/database-url.ts'
import { messageOf } from '../kernel/failure.ts'
import { LOG_LEVELS, type LogLevel } from '../kernel/log.ts'
import { either } from './mistake.ts'
import { nearest } from './nearest.ts'

/** How the process is started, read once from the command line and the environment. */
export interface ServeOptions {
  readonly host: string
  readonly port: number
  readonly data: string
  /** A postgres:// address; null for the embedded database. */
  readonly database: string | null
  /** The name of this node, where several share the database; null when it is alone. */
  readonly node: string | null
  /** Where other nodes reach this one; null: where it listens. */
  readonly nodeAddress: string | null
  /** Where the key to stored secrets lies; null: in the data folder. */
  readonly keyFile: string | null
  readonly site: string | null
  readonly prune: boolean
  readonly takeOver: boolean
  /** Without the demonstration hotel: a code is printed, and whoever has it sets the house up in the console. */
  readonly empty: boolean
  /** Where that code is written instead, for whoever may read the file; null: it is printed. */
  readonly claimFile: string | null
  readonly adminPasswordFile: string | null
  readonly tls: { readonly cert: string; readonly key: string } | null
  /** Addresses and networks of the proxies in front, whose word about clients is taken. */
  readonly trustProxy: readonly string[]
  readonly logLevel: LogLevel
}

export type Resolved = { options: ServeOptions } | { mistakes: string[] }
export type Environment = Readonly<Record<string, string | undefined>>
/** What commander read: words, and true for an option that takes none. */
export type RawOptions = Readonly<Record<string, string | boolean | undefined>>

/** One option: its name on the command line, what it takes, and what it is for. */
interface Flag {
  readonly name: string
  readonly takes?: string
  readonly help: string
}

const FLAGS = [
  { name: 'host', takes: 'ADDRESS', help: 'address to listen on (default: 127.0.0.1)' },
  { name: 'port', takes: 'NUMBER', help: 'port to listen on; 0 picks one (default: 8080)' },
  { name: 'data', takes: 'DIR', help: 'folder that keeps everything (default: ./data)' },
  { name: 'database', takes: 'URL', help: 'a postgres:// address instead of the embedded database' },
  {
    name: 'node',
    takes: 'NAME',
    help: 'be one node of several on the same PostgreSQL, under a name of its own; all have the same key file',
  },
  {
    name: 'node-address',
    takes: 'URL',
    help: 'where the other nodes reach this one, such as http://10.0.0.5:8080 (default: where it listens)',
  },
  {
    name: 'key-file',
    takes: 'FILE',
    help: 'key to the stored secrets (default: reveille.key in the data folder)',
  },
  { name: 'site', takes: 'FILE', help: 'site file to apply' },
  {
    name: 'empty',
    help: 'begin with an empty house, which is set up in the console, instead of the demonstration',
  },
  {
    name: 'claim-file',
    takes: 'FILE',
    help: 'write the code of an empty house to this file, for its owner alone, instead of printing it',
  },
  { name: 'prune', help: 'delete what the site file no longer names' },
  {
    name: 'take-over',
    help: 'ring at once, although a server with another data folder did not stop as it should: it is surely off',
  },
  { name: 'admin-password-file', takes: 'FILE', help: "file that holds the administrator's password" },
  { name: 'tls-cert', takes: 'FILE', help: 'certificate to serve HTTPS with' },
  { name: 'tls-key', takes: 'FILE', help: 'its private key' },
  {
    name: 'trust-proxy',
    takes: 'ADDRESSES',
    help: 'proxies in front, such as 10.0.0.1,10.1.0.0/24: believe what they say about clients',
  },
  { name: 'log-level', takes: 'LEVEL', help: `${either(LOG_LEVELS)} (default: info)` },
] as const satisfies readonly Flag[]

type FlagName = (typeof FLAGS)[number]['name']

const variableOf = (name: FlagName) => `REVEILLE_${name.replaceAll('-', '_').toUpperCase()}`
const propertyOf = (name: FlagName) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())

/** Declares the options of the serve command; `resolveOptions` checks their values. */
export function addServeOptions(command: Command): Command {
  for (const flag of FLAGS) {
    const help = `${flag.help} [${variableOf(flag.name)}]`
    command.option('takes' in flag ? `--${flag.name} <${flag.takes}>` : `--${flag.name}`, help)
  }
  return command
}

/** The serve command's arguments, without the name of the program and of the command. */
export function readOptions(argv: readonly string[], env: Environment): Resolved {
  const command = addServeOptions(new Command('serve'))
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
  const wrong = parseArguments(command, argv)
  const resolved = resolveOptions(command.opts(), env)
  if (wrong.length === 0) return resolved
  return { mistakes: [...wrong, ...('mistakes' in resolved ? resolved.mistakes : [])] }
}

function parseArguments(command: Command, argv: readonly string[]): string[] {
  try {
    const { operands, unknown } = command.parseOptions([...argv])
    return [...operands, ...unknown].map((word) =>
      word.startsWith('-') ? `${word} is not a known option` : `"${word}" is not expected here`,
    )
  } catch (error) {
    // An option at the very end that lacks its value; what stands before it has been read.
    if (error instanceof CommanderError) return [messageOf(error).replace(/^error: /, '')]
    throw error
  }
}

/** Puts command line, environment and defaults together; tells everything that is wrong at once. */
export function resolveOptions(
  raw: RawOptions,
  env: Environment,
  isReadable: (path: string) => boolean = isReadableFile,
): Resolved {
  const reader = new OptionReader(raw, env, isReadable)
  const options: ServeOptions = {
    host: reader.checked('host', /^[^\s/]+$/, 'a host name or address') ?? '127.0.0.1',
    port: reader.port() ?? 8080,
    data: reader.text('data') ?? './data',
    database: reader.database(),
    node: reader.checked('node', NODE_NAME, 'a name of letters, digits, dots and dashes') ?? null,
    nodeAddress:
      reader.checked('node-address', NODE_ADDRESS, 'an address such as http://10.0.0.5:8080') ?? null,
    keyFile: reader.text('key-file') ?? null,
    site: reader.file('site'),
    prune: reader.flag('prune'),
    takeOver: reader.flag('take-over'),
    empty: reader.flag('empty'),
    claimFile: reader.text('claim-file') ?? null,
    adminPasswordFile: reader.file('admin-password-file'),
    tls: reader.tls(),
    trustProxy: reader.addresses('trust-proxy'),
    logLevel: reader.logLevel() ?? 'info',
  }
  if (options.prune && reader.text('site') === undefined) reader.mistakes.push('--prune needs --site')
  if (options.node !== null && options.database === null)
    reader.mistakes.push('--node needs --database: nodes share a PostgreSQL')
  if (options.node !== null && options.nodeAddress === null && isAnyAddress(options.host))
    reader.mistakes.push(
      `--node with --host ${options.host} needs --node-address: the other nodes ask this one at an address of this machine, such as http://10.0.0.5:${options.port}`,
    )
  return reader.mistakes.length > 0 ? { mistakes: reader.mistakes } : { options: Object.freeze(options) }
}

/** Variables that were meant for us and that nobody reads, each in a sentence. */
export function unknownVariables(env: Environment): string[] {
  const known: string[] = FLAGS.map(({ name }) => variableOf(name))
  return Object.keys(env)
    .filter((name) => name.startsWith('REVEILLE_') && !known.includes(name))
    .toSorted()
    .map((name) => {
      const guess = nearest(name, known)
      return `${name} is not a variable that Reveille knows${guess === undefined ? '' : `; did you mean ${guess}?`}`
    })
}

const NODE_ADDRESS = /^https?:\/\/[^\s/]+$/i
/** Whoever asks there asks itself. */
const isAnyAddress = (host: string) => ['0.0.0.0', '::', '[::]', '0'].includes(host)
const NODE_NAME = /^[a-z\d][a-z\d.-]{0,62}$/i

// `--site --prune`: commander takes the next option for the value.
const isValueless = (raw: unknown) => typeof raw === 'string' && /^(--.*)?$/.test(raw)

class OptionReader {
  readonly mistakes: string[] = []
  private readonly raw: RawOptions
  private readonly env: Environment
  private readonly isReadable: (path: string) => boolean

  constructor(raw: RawOptions, env: Environment, isReadable: (path: string) => boolean) {
    this.raw = raw
    this.env = env
    this.isReadable = isReadable
    for (const { name } of FLAGS)
      if (isValueless(raw[propertyOf(name)])) this.wrong(`--${name}`, 'needs a value')
  }

  /** What was given and the name it was given under; the command line wins. */
  private given(name: FlagName): { value: string; source: string } | undefined {
    const raw = this.raw[propertyOf(name)]
    if (raw !== undefined && !isValueless(raw)) return { value: String(raw), source: `--${name}` }
    const value = this.env[variableOf(name)]
    // Compose files and unit files pass on unset variables as empty ones.
    return value === undefined || value === '' ? undefined : { value, source: variableOf(name) }
  }

  private wrong(source: string, words: string): undefined {
    this.mistakes.push(`${source} ${words}`)
  }

  text(name: FlagName): string | undefined {
    return this.given(name)?.value
  }

  checked(name: FlagName, pattern: RegExp, words: string): string | undefined {
    const given = this.given(name)
    if (!given || pattern.test(given.value)) return given?.value
    return this.wrong(given.source, `must be ${words}`)
  }

  port(): number | undefined {
    const given = this.given('port')
    if (!given) return undefined
    const port = /^\d{1,5}$/.test(given.value) ? Number(given.value) : NaN
    return port <= 65_535 ? port : this.wrong(given.source, 'must be a port from 0 to 65535')
  }

  flag(name: FlagName): boolean {
    const given = this.given(name)
    if (given && !/^(1|true|0|false)$/.test(given.value))
      this.wrong(given.source, 'must be 1, true, 0 or false')
    return given?.value === '1' || given?.value === 'true'
  }

  addresses(name: FlagName): readonly string[] {
    const given = this.given(name)
    const parts = given?.value.split(',').map((part) => part.trim()) ?? []
    if (given && !parts.every(isAddressOrNetwork))
      this.wrong(given.source, 'must be addresses or networks parted by commas, such as 10.0.0.1,10.1.0.0/24')
    return Object.freeze(parts)
  }

  database(): string | null {
    const given = this.given('database')
    if (!given) return null
    // The address is not repeated: it may hold a password.
    if (hostUrls(given.value) === null) this.wrong(given.source, 'must be a postgres:// address')
    return given.value
  }

  file(name: FlagName): string | null {
    const given = this.given(name)
    if (!given) return null
    if (!this.isReadable(given.value))
      this.wrong(given.source, `names ${given.value}, which is not a file that can be read`)
    return given.value
  }

  tls(): ServeOptions['tls'] {
    const [cert, key] = [this.file('tls-cert'), this.file('tls-key')]
    if (cert !== null && key !== null) return Object.freeze({ cert, key })
    if (cert !== null) this.wrong('--tls-cert', 'needs --tls-key')
    if (key !== null) this.wrong('--tls-key', 'needs --tls-cert')
    return null
  }

  logLevel(): LogLevel | undefined {
    const given = this.given('log-level')
    const level = LOG_LEVELS.find((one) => one === given?.value)
    return given && !level ? this.wrong(given.source, `must be ${either(LOG_LEVELS)}`) : level
  }
}

/** The network of everybody would let any client say who it is. */
function isAddressOrNetwork(text: string): boolean {
  const [address = '', prefix = '32', more] = text.split('/')
  const bits = isIP(address) === 4 ? 32 : 128
  return isIP(address) !== 0 && /^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bits && more === undefined
}

function isReadableFile(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return !statSync(path).isDirectory()
  } catch {
    return false
  }
}
