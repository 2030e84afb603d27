import { connect, isIP, Socket } from 'node:net'
import {
  type CodePageName,
  type Connect,
  createLink,
  type InterfaceFamily,
  type Judgement,
  type Link,
  type LinkOptions,
  type LinkState,
  type PostingEnd,
} from '@reveille/fias'
import type { Destination } from '../hotel/delivery.ts'
import { parseDuration } from '../hotel/duration.ts'
import type { Zone } from '../hotel/local-time.ts'
import { type Clock, seconds } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { Log } from '../kernel/log.ts'
import { isSealed } from '../kernel/safe.ts'
import type { Connector, DeliveryAnswer, Parcel } from './connector.ts'
import { answerTo, memoOf, type PostingMemo, postingOf, type PostingRules } from './fias-posting.ts'
import type { Guard } from './guard.ts'

export interface FiasParts {
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly guard: Guard
  /** Of the product, for the description of the link. */
  readonly version: string
  zoneOf(tenant: string): Zone
}

/** A property system, in the words of the site file and with its defaults in place. */
interface FiasConfig extends PostingRules {
  readonly host: string
  readonly port: number
  readonly family: InterfaceFamily
  readonly codepage: CodePageName
  readonly timeout: string
  readonly disabled: boolean
  readonly authKey?: string
}

/** Keeps the link to a property system, and posts each charge over it. Only one may be at a port at a time. */
export function createFiasLink(
  destination: Pick<Destination, 'name' | 'tenant' | 'config'>,
  parts: FiasParts,
): Connector {
  const config = destination.config as unknown as FiasConfig
  const log = parts.log.child({ destination: destination.name })
  const late = lateAnswers(log)
  const listeners: (() => void)[] = []
  const link = createLink({
    ...optionsOf(config, parts, parts.zoneOf(destination.tenant)),
    onReady: () => listeners.forEach((tell) => tell()),
    onState: stateTeller(log),
    onLatePosting: late.came,
    onTrouble: (text) => log.warn({ text }, 'The property system sent something that could not be used'),
  })
  if (mayStart(config, log)) link.start()

  return {
    atOnce: 1,
    get ready() {
      return link.ready
    },
    onReady: (listener) => void listeners.push(listener),
    memoFor: (parcel) => Promise.resolve({ ...memoOf(parcel) }),
    deliver: async (parcel, signal) => {
      const memo = (parcel.memo as PostingMemo | null) ?? memoOf(parcel)
      return late.take(memo.number) ?? post(link, parcel, memo, config, signal)
    },
    describe: () => ({ type: 'fias', host: config.host, port: config.port, ...link.describe() }),
    close: () => link.stop(),
  }
}

function optionsOf(config: FiasConfig, { clock, ids, guard, version }: FiasParts, zone: Zone): LinkOptions {
  const { host, port, family, codepage, timeout, authKey } = config
  return {
    host,
    port,
    family,
    codePage: codepage,
    // FIAS 2.20, `LD`: ten characters.
    version: version.slice(0, 10),
    timezone: zone,
    answerTimeoutMs: parseDuration(timeout) ?? seconds(30),
    ...(authKey === undefined || isSealed(authKey) ? {} : { authKey }),
    clock: { now: () => clock.now(), after: (ms, callback) => clock.at(clock.now() + ms, callback) },
    random: {
      bytes: (count) => ids.bytes(count),
      integer: (low, high) => Math.floor(ids.between(low, high)),
    },
    connect: guarded(guard),
  }
}

/** Looked at before each connection, as the site may change what may be reached. Node looks up no literal address. */
const guarded =
  (guard: Guard): Connect =>
  (to) => {
    const refusal = isIP(to.host) === 0 ? null : guard.refusal(to.host, to.port)
    return refusal === null
      ? connect({ ...to, lookup: guard.lookupFor(to.port) })
      : new Socket().destroy(new Error(refusal))
  }

function mayStart({ disabled, authKey }: FiasConfig, log: Log): boolean {
  if (isSealed(authKey))
    log.error(
      'The key for link authentication cannot be read with the key of this installation: give it again',
    )
  return !disabled && !isSealed(authKey)
}

async function post(
  link: Link,
  parcel: Parcel,
  memo: PostingMemo,
  rules: PostingRules,
  signal: AbortSignal,
): Promise<DeliveryAnswer> {
  const written = postingOf(parcel, memo, rules)
  if (written.kind === 'refused') return { verdict: written, status: null, text: written.reason }
  if (signal.aborted) return answerTo({ kind: 'not linked', text: 'Stopped before it was sent' })
  const cutOff = new Promise<PostingEnd>((resolve) => {
    const text = 'Stopped while waiting for the answer'
    signal.addEventListener('abort', () => resolve({ kind: 'uncertain', text }), { once: true })
  })
  return answerTo(await Promise.race([link.post(written.posting), cutOff]))
}

/** More than these would mean that nobody sends them again. */
const MOST_LATE = 1_000

/** Answers that came when nobody waited any more: the posting they belong to need not be sent again to be known. */
function lateAnswers(log: Log) {
  const answers = new Map<number, Judgement>()
  return {
    came(number: number, answer: Judgement) {
      log.info({ number, answer }, 'A posting was answered late')
      if (answer.kind === 'later') return
      answers.set(number, answer)
      const [oldest] = answers.keys()
      if (answers.size > MOST_LATE && oldest !== undefined) answers.delete(oldest)
    },
    take(number: number): DeliveryAnswer | null {
      const answer = answers.get(number)
      if (answer === undefined) return null
      answers.delete(number)
      const { text, ...rest } = answerTo(answer)
      return { ...rest, text: `${text} (answered late)` }
    },
  }
}

/** The log hears that the link is up or down, and not of each try in between. */
function stateTeller(log: Log) {
  let isUp: boolean | null = null
  return (state: LinkState, why: string) => {
    if (state === 'turned away')
      log.error({ why }, 'The property system turns us away: nothing is tried again')
    const wasUp = isUp
    if (state === 'alive') isUp = true
    else if (state === 'backing off') isUp = false
    if (isUp === wasUp) return
    if (isUp) log.info('The link to the property system is up')
    else log.warn({ why }, 'The link to the property system is down')
  }
}
