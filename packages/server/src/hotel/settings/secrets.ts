import { Failure } from '../../kernel/failure.ts'
import { isRecord } from '../../kernel/record.ts'
import type { WakeupSettings } from '@reveille/contract'

/** Fields that are written and never shown, wherever among the settings they stand. */
export const SECRET_FIELDS: ReadonlySet<string> = new Set([
  'password',
  'secret',
  'previousSecret',
  'token',
  'authKey',
  'proxyPassword',
  'privateKey',
  'passwordHash',
  'newPassword',
  'pin',
])

/** The same without its secrets, for people to see. */
export function shownSettings(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shownSettings)
  if (typeof value !== 'object' || value === null) return value
  const shown = Object.entries(value).filter(([name]) => !SECRET_FIELDS.has(name))
  return Object.fromEntries(shown.map(([name, one]: [string, unknown]) => [name, shownSettings(one)]))
}

/** Where secrets are set, as refusals name these places: `email.password`, `wakeup.escalation.chain[0].webhook.secret`. */
export function placesOfSecrets(settings: object, within = ''): string[] {
  return Object.entries(settings).flatMap(([name, value]: [string, unknown]) => {
    const place = Array.isArray(settings) ? `${within}[${name}]` : [within, name].filter(Boolean).join('.')
    if (SECRET_FIELDS.has(name)) return value === undefined ? [] : [place]
    return typeof value === 'object' && value !== null ? placesOfSecrets(value, place) : []
  })
}

type Escalation = NonNullable<WakeupSettings['escalation']>
type Step = Omit<Escalation, 'chain'>

/** Settings that come back as they were shown have no secrets: a server that is told already keeps its own. */
export function withKeptSecrets(before: WakeupSettings | undefined, given: WakeupSettings): WakeupSettings {
  if (!given.escalation) return given
  const known = before?.escalation ? stepsOf(before.escalation).map(({ webhook }) => webhook) : []
  const kept = <S extends Step>(step: S): S => {
    const secret = known.find((webhook) => webhook?.url === step.webhook?.url)?.secret
    if (!step.webhook || step.webhook.secret !== undefined || secret === undefined) return step
    return { ...step, webhook: { ...step.webhook, secret } }
  }
  const { chain, ...first } = given.escalation
  return { ...given, escalation: { ...kept(first), ...(chain ? { chain: chain.map(kept) } : {}) } }
}

const stepsOf = ({ chain = [], ...first }: Escalation): Step[] => [first, ...chain]

type Written = Readonly<Record<string, unknown>>

/** Whom the secrets of a destination, a mail server or a line are told to. */
function placeOf({ url, host, port, uri, registrar, proxy, ca }: Written): string {
  // A proxy reads all that goes over it to a receiver without encryption; with it, whoever has a certificate of an
  // authority that is believed. So a host is the same only as long as the same ones vouch for it.
  if (typeof url === 'string')
    return [URL.canParse(url) ? new URL(url).origin : url, /^https:/i.test(url) ? ca : proxy].join(' ')
  if (typeof host === 'string') return [host.toLowerCase(), port].join(' ')
  return [registrar ?? String(uri).replace(/^.*@/, ''), proxy].join(' ').toLowerCase()
}

const proxyOf = ({ proxy }: Written) => proxy

export const isMoved = (before: object, after: object) => placeOf({ ...before }) !== placeOf({ ...after })

/** The secrets that a change to another host would take along without anybody having given them for it. */
export function leftBehind(before: object, after: object, given: object): string[] {
  const [was, is, said] = [secretsIn(before), secretsIn(after), secretsIn(given)]
  const moved = { own: isMoved(before, after), proxy: proxyOf({ ...before }) !== proxyOf({ ...after }) }
  return [...was]
    .filter(([name]) => (name === 'proxyPassword' ? moved.proxy : moved.own))
    .filter(([name, secret]) => is.get(name) === secret && said.get(name) !== secret)
    .map(([name]) => name)
}

/** By name; of further headers, which may carry keys, every one. */
function secretsIn(settings: object): Map<string, unknown> {
  const { headers, ...others }: Written = { ...settings }
  const own = Object.entries(others).filter(([name]) => SECRET_FIELDS.has(name))
  const further = isRecord(headers) ? Object.entries(headers) : []
  return new Map([...own, ...further.map(([name, value]) => [`headers ${name}`, value] as const)])
}

/** Why it is another place: the host itself, whoever vouches for it, or only the way there. */
function whatMoves(before: Written, after: Written): { readonly words: string; readonly place: string } {
  const without = (...names: readonly string[]) => {
    const none = Object.fromEntries(names.map((name) => [name, undefined]))
    return isMoved({ ...before, ...none }, { ...after, ...none })
  }
  if (without('proxy', 'ca')) return { words: 'moves to another host', place: 'the host' }
  return without('proxy')
    ? { words: 'has its certificate authority changed', place: 'the one' }
    : { words: 'has its proxy changed', place: 'the way there' }
}

/**
 * Whoever may change a host would otherwise learn secrets that nobody is shown. `section`: where the fields stand among
 * the settings of the site.
 */
export function mustBringSecrets(
  name: string,
  before: object,
  after: object,
  given: object,
  section?: string,
): void {
  const left = leftBehind(before, after, given)
  if (left.length === 0) return
  const { words, place } = whatMoves({ ...before }, { ...after })
  throw new Failure(
    'parameter.invalid',
    `${name} ${words}: give its ${left.join(', ')} again in the same request, for they were given for ${place} before`,
    { left, problems: left.map((field) => toBringAgain(field, section)) },
  )
}

function toBringAgain(left: string, section?: string) {
  // A header is one of several in its field.
  const [field = left] = left.split(' ')
  return {
    code: 'secret.again',
    field: section === undefined ? field : `${section}.${field}`,
    description: `${left} was given for where it went before: give it again`,
  }
}
