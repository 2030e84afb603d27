import { isIP, Socket } from 'node:net'
import {
  type Connect,
  createLink,
  type Judgement,
  type Link,
  type LinkOptions,
  type LinkState,
  type PostingEnd,
} from '@reveille/fias'
import type { FiasSettings } from '../../hotel/deliveries/destination.ts'
import { durationMs } from '../../hotel/time/duration.ts'
import { type PropertySystem, systemKey } from '../../hotel/property/property.ts'
import type { Zone } from '../../hotel/time/local-time.ts'
import type { Clock } from '../../kernel/clock.ts'
import { messageOf } from '../../kernel/failure.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { Log } from '../../kernel/log.ts'
import { isEncrypted } from '../../kernel/safe.ts'
import type { Connector, DeliveryAnswer, LateAnswer, DeliveryToSend, PropertyEar } from '../connector.ts'
import { answerTo, memoFor, memoOf, type PostingMemo, postingOf, type PostingRules } from './fias-posting.ts'
import { hearing, propertySide } from './fias-property.ts'
import { keepTrace } from './fias-trace.ts'
import { keepStanding } from './fias-standing.ts'
import type { Guard } from '../webhook/guard.ts'

export interface FiasParts {
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly guard: Guard
  /** Of the product, for the description of the link. */
  readonly version: string
  readonly ear: PropertyEar
  /** The system serves whoever connected last: a node that may not act must not take the link from another. */
  mayConnect(): Promise<boolean>
  zoneOf(tenant: string): Zone
}

/**
 * Keeps the link to a property system, and posts each charge over it. Only one may be at a port at a time. `doubted` are
 * the memos of postings that nobody knows the end of: an answer to one of them may still come.
 */
export function createFiasLink(
  system: PropertySystem,
  settings: FiasSettings,
  doubted: readonly Readonly<Record<string, unknown>>[],
  parts: FiasParts,
): Connector {
  const { name, tenant } = system
  const log = parts.log.child({ destination: name })
  const onReady: (() => void)[] = []
  const onLate: ((late: LateAnswer) => void)[] = []
  const tellState = stateTeller(log)
  const hindrance = hindranceOf(settings)
  const standing = keepStanding(() => parts.clock.now(), hindrance ?? 'There was no link yet')
  const trace = keepTrace(() => parts.clock.now())
  const link = createLink({
    ...optionsOf(settings, parts, parts.zoneOf(tenant)),
    ...hearing(system, settings, parts.ear),
    unanswered: doubted.map(({ number }) => Number(number)),
    onReady: () => onReady.forEach((tell) => tell()),
    onState: (state, why) => {
      tellState(state, why)
      standing.changed(state, why)
      if (state === 'alive') parts.ear.heard(system, { about: 'link' })
    },
    onLatePosting: (number, judgement) => {
      log.info({ event: 'link.late-answer', number, answer: judgement }, 'A posting was answered late')
      onLate.forEach((tell) => tell({ mark: { number }, answer: lateAnswer(judgement) }))
    },
    onTrace: trace.add,
    onTrouble: (text) =>
      log.warn({ event: 'link.unusable', text }, 'The property system sent something that could not be used'),
  })
  if (hindrance === null) link.start()
  else if (hindrance === UNREADABLE) log.error({ event: 'link.no-key' }, UNREADABLE)
  const rules = { ...settings, guestsOf: settings.guests ? systemKey(system) : null }
  const property = propertySide(system, link, () => standing.current, settings)

  return {
    atOnce: 1,
    get ready() {
      return link.ready
    },
    get standing() {
      const { nightAudit } = link.describe()
      return nightAudit && standing.current.isUp ? { ...standing.current, why: AUDITING } : standing.current
    },
    onReady: (listener) => void onReady.push(listener),
    onLate: (listener) => void onLate.push(listener),
    memoFor: (delivery) => ({ ...memoOf(delivery) }),
    trace: trace.lines,
    deliver: (delivery, signal) => post(link, delivery, memoFor(delivery), rules, signal),
    ...(property === null ? {} : { property }),
    close: () => link.stop(),
  }
}

function optionsOf(
  settings: FiasSettings,
  { clock, ids, guard, version, mayConnect }: FiasParts,
  zone: Zone,
): LinkOptions {
  const { host, port, family, codepage, timeout, authKey, wakeups, guests, answers } = settings
  return {
    host,
    port,
    family,
    codePage: codepage,
    features: { wakeups, guests },
    // FIAS 2.20, `LD`: ten characters.
    version: version.slice(0, 10),
    timezone: zone,
    answerTimeoutMs: durationMs(timeout),
    answers,
    ...(authKey === undefined || isEncrypted(authKey) ? {} : { authKey }),
    clock: { now: () => clock.now(), after: (ms, callback) => clock.at(clock.now() + ms, callback) },
    random: {
      bytes: (count) => ids.bytes(count),
      integer: (low, high) => Math.floor(ids.between(low, high)),
    },
    connect: guarded(guard, mayConnect),
  }
}

/** Looked at before each connection, as the site may change what may be reached. Node looks up no literal address. */
const guarded =
  (guard: Guard, mayConnect: () => Promise<boolean>): Connect =>
  (to) => {
    const socket = new Socket()
    const refuse = (why: string) => socket.destroy(new Error(why))
    const decide = (isOurs: boolean) => {
      const refusal = isOurs ? refusalOf(guard, to) : 'Another node may have the link by now'
      if (refusal !== null) refuse(refusal)
      else if (!socket.destroyed) socket.connect({ ...to, lookup: guard.lookupFor(to.port) })
    }
    mayConnect().then(decide, (error: unknown) => refuse(messageOf(error)))
    return socket
  }

const refusalOf = (guard: Guard, { host, port }: { host: string; port: number }) =>
  isIP(host) === 0 ? null : guard.refusal(host, port)

const AUDITING = 'The night audit is running: postings wait until it is over'

const UNREADABLE =
  'The key for link authentication cannot be read with the key of this installation: give it again'

/** What keeps a link from being tried at all. */
function hindranceOf({ disabled, authKey }: FiasSettings): string | null {
  if (isEncrypted(authKey)) return UNREADABLE
  return disabled ? 'It is disabled' : null
}

async function post(
  link: Link,
  delivery: DeliveryToSend,
  memo: PostingMemo,
  rules: PostingRules,
  signal: AbortSignal,
): Promise<DeliveryAnswer | null> {
  const written = postingOf(delivery, memo, rules)
  if (written.kind !== 'posting') return { verdict: written, status: null, text: written.reason }
  if (signal.aborted) return null
  const cutOff = new Promise<PostingEnd>((resolve) => {
    const text = 'Stopped while waiting for the answer'
    signal.addEventListener('abort', () => resolve({ kind: 'uncertain', why: 'link lost', text }), {
      once: true,
    })
  })
  const end = await Promise.race([link.post(written.posting), cutOff])
  return end.kind === 'not linked' || end.kind === 'busy' ? null : answerTo(end)
}

function lateAnswer(judgement: Judgement): DeliveryAnswer {
  const { text, ...rest } = answerTo(judgement)
  return { ...rest, text: `${text} (answered late)` }
}

/** The log hears that the link is up or down, and not of each try in between. */
function stateTeller(log: Log) {
  let isUp: boolean | null = null
  return (state: LinkState, why: string) => {
    if (state === 'turned away')
      log.error(
        { event: 'link.turned-away', why },
        'The property system turns us away: nothing is tried again',
      )
    const wasUp = isUp
    if (state === 'alive') isUp = true
    else if (state === 'backing off') isUp = false
    if (isUp === wasUp) return
    if (isUp) log.info({ event: 'link.up' }, 'The link to the property system is up')
    else log.warn({ event: 'link.down', why }, 'The link to the property system is down')
  }
}
