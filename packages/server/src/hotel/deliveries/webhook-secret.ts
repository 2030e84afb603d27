import { hours, type Instant } from '../../kernel/clock.ts'
import { isEncrypted } from '../../kernel/safe.ts'
import { isMoved } from '../settings/secrets.ts'
import { formatInstant } from '../time/local-time.ts'
import { parseMoment } from '../time/moment.ts'
import { type DestinationConfig, type HttpConfig, isFias } from './destination.ts'

type Signing = Pick<HttpConfig, 'secret' | 'previousSecret' | 'previousSecretUntil'>

/** How long the old secret goes on signing beside the new one, so that a receiver can change over in peace. */
const OVERLAP = hours(24)

/** The secrets that sign a post at this moment; none where posts are not signed. */
export function secretsInForce(config: DestinationConfig, now: Instant): string[] {
  if (isFias(config)) return []
  const { secret, previousSecret } = config
  return [secret, endsBy(config, now) ? undefined : previousSecret].filter((one) => one !== undefined)
}

/** Without an end, a previous secret stays in force until it is removed. */
function endsBy({ previousSecretUntil }: Signing, now: Instant): boolean {
  const until = previousSecretUntil === undefined ? null : parseMoment(previousSecretUntil, 'UTC')
  return until !== null && until.instant <= now
}

/**
 * What is to be kept of a changed destination: the secret that it had is its previous one for a day, unless it was that
 * of another host.
 */
export function withRotation(
  before: DestinationConfig,
  after: DestinationConfig,
  now: Instant,
): DestinationConfig {
  if (isFias(after)) return after
  const { secret, previousSecret }: Signing = isFias(before) ? {} : before
  if (isMoved(before, after)) return withoutForeignPrevious(before, after)
  const isReplaced = secret !== after.secret && after.secret !== undefined
  const isNamed = after.previousSecret !== previousSecret
  if (isReplaced && !isNamed && secret !== undefined && !isEncrypted(secret))
    return { ...after, previousSecret: secret, previousSecretUntil: formatInstant(now + OVERLAP, 'UTC') }
  return after.secret === undefined || endsBy(after, now) ? withoutPrevious(after) : after
}

/** The previous secret of one host signs nothing at another. */
export function withoutForeignPrevious(
  before: DestinationConfig,
  after: DestinationConfig,
): DestinationConfig {
  if (isFias(after) || !isMoved(before, after)) return after
  const { previousSecret }: Signing = isFias(before) ? {} : before
  return after.previousSecret === previousSecret ? withoutPrevious(after) : after
}

/** A change that says nothing of a previous secret leaves it in force. */
export function withPrevious(before: DestinationConfig, after: DestinationConfig): DestinationConfig {
  if (isFias(before) || isFias(after)) return after
  const { previousSecret, previousSecretUntil } = before
  if (previousSecret === undefined || 'previousSecret' in after) return after
  return { ...after, previousSecret, ...(previousSecretUntil === undefined ? {} : { previousSecretUntil }) }
}

export function withoutPrevious(config: DestinationConfig): DestinationConfig {
  if (isFias(config)) return config
  const { previousSecret: _, previousSecretUntil: __, ...kept } = config
  return kept
}
