import { isFias, type WrittenDestination } from '../deliveries/destination.ts'
import type { Room } from '../rooms/room.ts'

/** FIAS 2.20, `RN`: every property system takes so many characters; newer ones take more. */
const EVERYBODY_TAKES = 8

/** A warning, not an error: rooms whose number may be too long for a property system. */
export const longNumbers = (
  rooms: readonly Room[],
  destinations: readonly Pick<WrittenDestination, 'name' | 'tenant' | 'config'>[],
): string[] =>
  destinations
    .filter(({ config }) => isFias(config))
    .flatMap(({ name, tenant }) => {
      const long = rooms
        .filter((room) => tenant === '' || room.tenant === tenant)
        .map(({ number }) => number)
        .filter((number) => number.length > EVERYBODY_TAKES)
      return long.length === 0 ? [] : [`${name} may not know ${named([...new Set(long)])}`]
    })

const named = ([first, ...others]: readonly string[]) =>
  `room ${first}${others.length === 0 ? '' : ` and ${others.length} more`}: ${WHY}`

const WHY = `some property systems take room numbers of ${EVERYBODY_TAKES} characters at most`
