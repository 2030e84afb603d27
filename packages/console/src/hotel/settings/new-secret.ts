import { isThing, textOfValue, type Thing } from './fields.ts'
import { isStored } from './secrets.ts'

/**
 * What a change does to the secret that signs: `overlaps`: the one before signs as well for a day; `at-once`: only the
 * new one signs; `as-written`: how long the one before signs stands in the change itself; `gone`: nothing is signed.
 */
export type SecretDeed = 'overlaps' | 'at-once' | 'as-written' | 'gone'

/** What saving this does to a secret that receivers know; null where they need not know of it. */
export function secretDeed(before: Thing, change: Thing): SecretDeed | null {
  if (before['secretSet'] !== true) return isAlarmSecretNew(before, change) ? 'at-once' : null
  if (!('secret' in change)) return null
  if (change['secret'] === null) return 'gone'
  if (typeof change['previousSecret'] === 'string') return 'as-written'
  return isElsewhere(before, change) || change['previousSecret'] === null ? 'at-once' : 'overlaps'
}

const placeOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : url)

/** What the old one has signed is for another place, or for another who reads it on the way. */
function isElsewhere(before: Thing, change: Thing): boolean {
  const after = { ...before, ...change }
  const [was, is] = [textOfValue(before['url']), textOfValue(after['url'])]
  const isReadOnTheWay = !/^https:/i.test(is) && before['proxy'] !== after['proxy']
  return placeOf(was) !== placeOf(is) || isReadOnTheWay
}

/** Alarms are signed with one secret at a time. */
function isAlarmSecretNew(before: Thing, { escalation }: Thing): boolean {
  if (!isThing(escalation)) return false
  const chain = Array.isArray(escalation['chain']) ? escalation['chain'].filter(isThing) : []
  return [escalation, ...chain]
    .map(({ webhook }) => webhook)
    .filter(isThing)
    .some(
      ({ url, secret }) =>
        typeof secret === 'string' &&
        isStored(before, 'escalation.webhook.secret', { url: textOfValue(url) }),
    )
}
