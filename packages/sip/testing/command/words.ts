import { isIP } from 'node:net'
import { parseArgs } from 'node:util'
import type { Address } from '../../src/messages/address.ts'
import { BEHAVIOURS, countOf, type PhoneRule, readRule, readSeconds } from './rules.ts'

/** What was asked for on the command line. */
export interface PhonesCommand {
  readonly bind: Address
  readonly protocol: 'UDP' | 'TCP'
  readonly audioPorts: { readonly low: number; readonly high: number }
  readonly rules: readonly PhoneRule[]
  readonly ringMs: number
  /** The folder for recordings. */
  readonly record: string | null
  readonly quiet: boolean
  readonly registrar: Registrar | null
}

export interface Registrar {
  readonly exchange: Address
  readonly domain: string
  /** Null where each number signs in as itself. */
  readonly user: string | null
  readonly password: string | null
}

export type Asked =
  | { readonly kind: 'phones'; readonly command: PhonesCommand }
  | { readonly kind: 'help' }
  | { readonly kind: 'mistakes'; readonly mistakes: readonly string[] }

const TEXT = { type: 'string' } as const
const FLAG = { type: 'boolean' } as const
const OPTIONS = {
  host: TEXT,
  port: TEXT,
  protocol: TEXT,
  'audio-ports': TEXT,
  ring: TEXT,
  record: TEXT,
  quiet: FLAG,
  registrar: TEXT,
  domain: TEXT,
  user: TEXT,
  password: TEXT,
  help: { ...FLAG, short: 'h' },
} as const

/** More would be a flood rather than a hotel. */
const MOST_REGISTERED = 10_000

export function readWords(words: readonly string[]): Asked {
  const { tokens } = parseArgs({
    args: [...words],
    options: OPTIONS,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const sheet = new Sheet()
  for (const token of tokens) {
    if (token.kind === 'positional') sheet.addRule(token.value)
    else if (token.kind === 'option') sheet.addOption(token.name, token.rawName, token.value)
  }
  if (sheet.has('help')) return { kind: 'help' }
  const command = sheet.command()
  return sheet.mistakes.length > 0
    ? { kind: 'mistakes', mistakes: sheet.mistakes }
    : { kind: 'phones', command }
}

/** Gathers what was said, and every mistake in it: all are told at once. */
class Sheet {
  readonly mistakes: string[] = []
  readonly #rules: PhoneRule[] = []
  readonly #options = new Map<string, string>()

  has(name: keyof typeof OPTIONS) {
    return this.#options.has(name)
  }

  addRule(word: string) {
    const rule = readRule(word)
    if (typeof rule === 'string') this.mistakes.push(rule)
    else this.#rules.push(rule)
  }

  addOption(name: string, written: string, value: string | undefined) {
    const known = Object.hasOwn(OPTIONS, name) ? OPTIONS[name as keyof typeof OPTIONS] : null
    if (!known) this.mistakes.push(`There is no option ${written}`)
    else if (known.type === 'string' && (value ?? '') === '') this.mistakes.push(`${written} needs a value`)
    else if (known.type === 'boolean' && value !== undefined)
      this.mistakes.push(`${written} stands without a value`)
    else this.#options.set(name, value ?? '')
  }

  command(): PhonesCommand {
    return {
      bind: { host: this.#host(), port: this.#port() },
      protocol: this.#protocol(),
      audioPorts: this.#audioPorts(),
      rules: this.#rules.length > 0 ? this.#rules : [ANYBODY_ANSWERS],
      ringMs: this.#ringMs(),
      record: this.#options.get('record') ?? null,
      quiet: this.has('quiet'),
      registrar: this.#registrar(),
    }
  }

  /** What an option says, read; or what it says when nothing was said. */
  #read<Value>(name: keyof typeof EXPECTED, otherwise: Value, read: (text: string) => Value | null): Value {
    const text = this.#options.get(name)
    if (text === undefined) return otherwise
    const value = read(text)
    if (value === null) this.mistakes.push(`--${name} cannot be "${text}": ${EXPECTED[name]}`)
    return value ?? otherwise
  }

  #host = () => this.#read('host', '127.0.0.1', (text) => (isIP(text) === 0 ? null : text))
  #port = () => this.#read('port', 5070, (text) => portOf(text, 0))
  #ringMs = () => this.#read('ring', 1_000, (text) => millisecondsOf(text))
  #protocol = () => this.#read('protocol', 'UDP', protocolOf)
  #audioPorts = () => this.#read('audio-ports', { low: 12_000, high: 15_999 }, portsOf)

  #registrar(): Registrar | null {
    const exchange = this.#read('registrar', null, (text) => addressOf(text))
    const said = (['domain', 'user', 'password'] as const).filter((name) => this.has(name))
    if (!this.has('registrar') && said.length > 0)
      this.mistakes.push(`${said.map((name) => `--${name}`).join(', ')} means nothing without --registrar`)
    if (!exchange) return null
    this.#checkNumbers()
    return {
      exchange,
      domain: this.#options.get('domain') ?? exchange.host,
      user: this.#options.get('user') ?? null,
      password: this.#options.get('password') ?? null,
    }
  }

  #checkNumbers() {
    const counts = this.#rules.map(({ numbers }) => countOf(numbers))
    if (counts.length === 0 || counts.includes(null))
      this.mistakes.push('--registrar registers numbers by name: say which, as in 101-199=answer')
    const count = counts.reduce<number>((sum, one) => sum + (one ?? 0), 0)
    if (count > MOST_REGISTERED)
      this.mistakes.push(`${count} numbers are too many to register; ${MOST_REGISTERED} at most`)
  }
}

const ANYBODY_ANSWERS: PhoneRule = {
  written: '*=answer',
  numbers: { kind: 'any' },
  script: { does: 'answer' },
}

const EXPECTED = {
  host: 'an IP address of this machine; 0.0.0.0 or :: for all of them',
  port: 'a number from 0 to 65535; 0 takes any that is free',
  ring: 'seconds, as in 2 or 0.5',
  protocol: 'udp or tcp',
  'audio-ports': 'two ports, as in 12000-15999',
  registrar: 'an address, as in 192.0.2.10 or pbx.example:5060',
} as const

function portOf(text: string, least: number): number | null {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : -1
  return port >= least && port <= 65_535 ? port : null
}

function millisecondsOf(text: string): number | null {
  const seconds = readSeconds(text)
  return seconds === null ? null : seconds * 1_000
}

function protocolOf(text: string): 'UDP' | 'TCP' | null {
  const protocol = text.toUpperCase()
  return protocol === 'UDP' || protocol === 'TCP' ? protocol : null
}

function portsOf(text: string): { low: number; high: number } | null {
  const [low, high, more] = text.split('-').map((one) => portOf(one, 1_024))
  return low && high && more === undefined && high > low ? { low, high } : null
}

/** `pbx.example`, `192.0.2.10:5060`, `[2001:db8::1]:5060` */
function addressOf(text: string): Address | null {
  const [, bracketed, plain, digits = '5060'] = /^(?:\[([\da-f:]+)\]|([\w.-]+))(?::(\d+))?$/i.exec(text) ?? []
  const [host, port] = [bracketed ?? plain, portOf(digits, 1)]
  return host === undefined || port === null ? null : { host, port }
}

const behaviourLines = Object.entries(BEHAVIOURS).map(([name, { about }]) => `  ${name.padEnd(15)} ${about}`)

export const HELP = `Usage: npm run phones -- [options] [NUMBERS=BEHAVIOUR[:RING] ...]
       npm run phones -- dial FROM TO [KEYS] [--at HOST:PORT] [--after S] [--listen S]

Starts telephones that do what you say when they are rung: real SIP, real audio, no hands.
Every event of every call is a line. Ctrl-C hangs up, un-registers and stops.

NUMBERS is one number (101), a range (101-199) or * for any; the first that fits decides,
and a number that none fits is not found (404). Without any, every number answers.
RING is how many seconds these phones ring.

BEHAVIOUR is one of
${behaviourLines.join('\n')}
  ${'404 (300-699)'.padEnd(15)} refuses with this code

dial makes one call: the phone FROM calls TO, presses KEYS and hangs up after a while; a
comma between keys waits for a second, so that an answer can be heard before. It
comes from this machine, so that who is called must take this machine for the exchange.
  --at HOST:PORT       where TO is (127.0.0.1:5062)
  --after SECONDS      from the answer to the first key (2)
  --listen SECONDS     from the last key to the end (8)

Options
  --host ADDRESS       listen here, for calls and audio (127.0.0.1; 0.0.0.0 for every address)
  --port PORT          (5070; 0 takes any that is free)
  --protocol udp|tcp   (udp)
  --audio-ports A-B    (12000-15999)
  --ring SECONDS       how long a phone rings before it does anything (1)
  --record DIR         write what each call heard, up to ten minutes, as WAV into this folder
  --quiet              no line for each event, only how it goes on the whole
  --registrar ADDRESS  register every number at this exchange, host or host:port
  --domain NAME        the name of the exchange in addresses (the host of --registrar)
  --user NAME          sign in as this user (each number as itself)
  --password WORD      sign in with this password
  -h, --help           this text

Examples
  npm run phones -- 101-150=answer 151=busy 152=no-answer 153=snooze:5
  npm run phones -- --host 192.0.2.20 --port 5060 --record heard '*=answer'
  npm run phones -- --registrar 192.0.2.10 --password secret 101-110=answer
  npm run phones -- dial 101 700 0630
  npm run phones -- dial 101 700 0630,,,2,,0645
`
