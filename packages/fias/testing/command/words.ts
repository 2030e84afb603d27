import { isIP } from 'node:net'
import { parseArgs } from 'node:util'
import { readKey } from '../../src/records/authentication.ts'
import { CODE_PAGES, type CodePageName } from '../../src/wire/code-page.ts'
import type { PmsBehaviour } from '../pms-behaviour.ts'
import { behaviourOf, faultLines } from './faults.ts'
import { ORDERS } from './orders.ts'

/** What was asked for on the command line. */
export interface PmsCommand {
  readonly host: string
  readonly port: number
  readonly codePage: CodePageName
  readonly authKey: string | null
  readonly behaviour: Partial<PmsBehaviour>
  readonly rooms: readonly { readonly room: string; readonly name: string }[]
}

export type Asked =
  | { readonly kind: 'pms'; readonly command: PmsCommand }
  | { readonly kind: 'help' }
  | { readonly kind: 'mistakes'; readonly mistakes: readonly string[] }

const TEXT = { type: 'string' } as const
const OPTIONS = {
  host: TEXT,
  port: TEXT,
  codepage: TEXT,
  key: TEXT,
  fault: { ...TEXT, multiple: true },
  help: { type: 'boolean', short: 'h' },
} as const

const DEMO_ROOMS = ['101=Ada', '102=Ben', '103=Cleo']

export function readWords(words: readonly string[]): Asked {
  const { values, positionals, tokens } = parseArgs({
    args: [...words],
    options: OPTIONS,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  if (values.help !== undefined) return { kind: 'help' }
  const unknown = tokens.filter((token) => token.kind === 'option' && !Object.hasOwn(OPTIONS, token.name))
  const mistakes = unknown.map((token) => `There is no option ${'rawName' in token ? token.rawName : ''}`)
  const command = commandOf(values, positionals, mistakes)
  return mistakes.length > 0 ? { kind: 'mistakes', mistakes } : { kind: 'pms', command }
}

type Values = Readonly<Record<string, unknown>>

function commandOf(values: Values, positionals: readonly string[], mistakes: string[]): PmsCommand {
  /** What an option says, read; or what it says when nothing was said. */
  function read<Value>(
    name: keyof typeof EXPECTED,
    otherwise: Value,
    of: (text: string) => Value | null,
  ): Value {
    const said = values[name]
    if (said === undefined) return otherwise
    const value = typeof said === 'string' ? of(said) : null
    if (value === null) mistakes.push(`--${name} cannot be "${String(said)}": ${EXPECTED[name]}`)
    return value ?? otherwise
  }
  return {
    host: read('host', '127.0.0.1', (text) => (isIP(text) === 0 ? null : text)),
    port: read('port', 5010, portOf),
    codePage: read<CodePageName>('codepage', 'cp850', pageOf),
    authKey: read<string | null>('key', null, (text) => (readKey(text) ? text : null)),
    behaviour: behaviourFrom(values['fault'], mistakes),
    rooms: roomsFrom(positionals.length > 0 ? positionals : DEMO_ROOMS, mistakes),
  }
}

const EXPECTED = {
  host: 'an IP address of this machine; 0.0.0.0 or :: for all of them',
  port: 'a number from 0 to 65535; 0 takes any that is free',
  codepage: `one of ${CODE_PAGES.join(', ')}`,
  key: 'a key of 16 bytes in base64',
} as const

function portOf(text: string): number | null {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : -1
  return port >= 0 && port <= 65_535 ? port : null
}

const pageOf = (text: string) => CODE_PAGES.find((name) => name === text) ?? null

function behaviourFrom(said: unknown, mistakes: string[]): Partial<PmsBehaviour> {
  const words = Array.isArray(said) ? said : []
  return words.reduce<Partial<PmsBehaviour>>((behaviour, word) => {
    const change = behaviourOf(String(word))
    if (change === null) mistakes.push(`There is no fault "${String(word)}"`)
    return { ...behaviour, ...change }
  }, {})
}

function roomsFrom(words: readonly string[], mistakes: string[]): PmsCommand['rooms'] {
  return words.flatMap((word) => {
    const [, room, name = 'Guest'] = /^([^=|]{1,8})(?:=([^|]+))?$/.exec(word) ?? []
    if (room === undefined) mistakes.push(`"${word}" is no room: say 101 or 101=Name`)
    return room === undefined ? [] : [{ room, name }]
  })
}

const orderLines = Object.values(ORDERS).map(({ usage, about }) => `  ${usage.padEnd(30)} ${about}`)

export const HELP = `Usage: npm run pms -- [options] [ROOM[=NAME] ...]

Starts a property system that speaks FIAS: it takes postings on a folio, tells of guests and wake-up
calls, and misbehaves on request. It listens; our side connects. Every record is a line.
ROOM is a room with a guest in it (${DEMO_ROOMS.join(' ')}). Ctrl-C stops.

Options
  --host ADDRESS    listen here (127.0.0.1; 0.0.0.0 for every address)
  --port PORT       (5010; 0 takes any that is free)
  --codepage NAME   ${CODE_PAGES.join(', ')} (cp850)
  --key KEY         let in only who proves to hold this key
  --fault FAULT     misbehave from the beginning; may be said more than once
  -h, --help        this text

FAULT is one of
${faultLines.join('\n')}

While it runs, type
${orderLines.join('\n')}
`
