import type { BoardRecord } from '@reveille/contract'
import { plain } from './entry/entry-words.ts'

/** A room as it is found by typing: by its number, its name or who stays in it. */
export interface FoundRoom {
  readonly number: string
  readonly tenant: string
  readonly names: readonly string[]
}

interface Indexed extends FoundRoom {
  readonly sought: string
}

/** Made once for each list of rooms; two thousand are looked through between two frames. */
export class RoomIndex {
  readonly #rooms: readonly Indexed[]

  constructor(rooms: readonly BoardRecord[]) {
    this.#rooms = rooms.map(({ number, tenant, name, guests = [] }) => {
      const own =
        plain(name) === `room ${plain(number)}` || plain(name) === `zimmer ${plain(number)}` ? '' : name
      const names = [own, ...guests.map((guest) => guest.name)].filter((one) => one !== '')
      return { number, tenant, names, sought: ` ${plain([name, ...names].join(' '))}` }
    })
  }

  /** Numbers that begin so come first, the very number before all; then names of which a word begins so. */
  find(typed: string, most: number): readonly FoundRoom[] {
    const asked = plain(typed.trim())
    if (asked === '') return []
    const found: Indexed[][] = [[], [], []]
    for (const room of this.#rooms) {
      const number = room.number.toLowerCase()
      const rank =
        number === asked ? 0 : number.startsWith(asked) ? 1 : room.sought.includes(` ${asked}`) ? 2 : -1
      found[rank]?.push(room)
    }
    return found.flat().slice(0, most)
  }

  has(number: string): boolean {
    const asked = number.toLowerCase()
    return this.#rooms.some((room) => room.number.toLowerCase() === asked)
  }
}

/** `214 0630`, `x 214`, `@miller 7am`: words that the entry line may make something of. It alone decides. */
export function mayBeEntry(typed: string, index: RoomIndex): boolean {
  const [first = '', ...others] = typed.trim().split(/[\s,]+/)
  const room = /^x$/i.test(first) ? (others[0] ?? '') : first
  const begins = /^(@.|floor$|etage$)/i.test(room) || index.has(room.split(/[-:–]/)[0] ?? '')
  return begins && others.length > 0
}
