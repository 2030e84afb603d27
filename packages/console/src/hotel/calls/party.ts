/** A room of a party, and who sleeps there; empty where nobody is known. */
export interface PartyRoom {
  readonly room: string
  readonly name: string
}

/** About how wide these are drawn, in px: rooms are larger than names. */
const WIDE = { digit: 13, letter: 8, dot: 12, gap: 10, sign: 26, more: 68, figure: 9 }

const widthOf = ({ room, name }: PartyRoom, at: number): number =>
  (at === 0 ? 0 : WIDE.dot) +
  room.length * WIDE.digit +
  WIDE.gap +
  (name === '' ? 0 : name.length * WIDE.letter + WIDE.gap)

/** `+ 12 rooms` */
const moreWidth = (count: number): number => WIDE.more + String(count).length * WIDE.figure

/** How many rooms of a party can be named on so many px, with how many more there are. */
export function namedWithin(rooms: readonly PartyRoom[], all: number, px: number): number {
  const fits = (count: number) =>
    rooms.slice(0, count).reduce((sum, one, at) => sum + widthOf(one, at), WIDE.sign) +
      (count < all ? moreWidth(all - count) : 0) <=
    px
  return rooms.findLastIndex((_, at) => fits(at + 1)) + 1
}
