import { hours, type Instant } from '../../kernel/clock.ts'
import { isEncrypted } from '../../kernel/safe.ts'
import { formatInstant, parseMoment } from '../time/local-time.ts'

type Written = Readonly<Record<string, unknown>>

/** How long the old secret goes on signing beside the new one, so that a receiver can change over in peace. */
const OVERLAP = hours(24)

/** The secrets that sign a post at this moment; none where posts are not signed. */
export function secretsInForce(config: object, now: Instant): string[] {
  const { secret, previousSecret } = config as Written
  return [secret, endsBy(config as Written, now) ? undefined : previousSecret].filter(
    (one) => typeof one === 'string',
  )
}

/** Without an end, a previous secret is in force for as long as it stands there. */
function endsBy({ previousSecretUntil }: Written, now: Instant): boolean {
  const until = typeof previousSecretUntil === 'string' ? parseMoment(previousSecretUntil, 'UTC') : null
  return until !== null && until.instant <= now
}

/** What is to be kept of a changed destination: the secret that it had is its previous one for a day. */
export function withRotation(before: Written, after: Written, now: Instant): Written {
  const replaced = before['secret'] !== after['secret'] && after['secret'] !== undefined
  const isNamed = after['previousSecret'] !== before['previousSecret']
  if (replaced && !isNamed && before['secret'] !== undefined && !isEncrypted(before['secret']))
    return {
      ...after,
      previousSecret: before['secret'],
      previousSecretUntil: formatInstant(now + OVERLAP, 'UTC'),
    }
  return after['secret'] === undefined || endsBy(after, now) ? withoutPrevious(after) : after
}

/** A change that says nothing of a previous secret leaves it in force. */
export const withPrevious = (before: Written, after: Written): Written => {
  const { previousSecret, previousSecretUntil } = before
  if (previousSecret === undefined || 'previousSecret' in after) return after
  return { ...after, previousSecret, ...(previousSecretUntil === undefined ? {} : { previousSecretUntil }) }
}

export function withoutPrevious({ previousSecret: _, previousSecretUntil: __, ...config }: Written): Written {
  return config
}
