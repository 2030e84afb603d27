import { isDate, isTime } from '../../src/wire/field-types.ts'
import type { ScriptedPms } from '../scripted-pms.ts'
import { behaviourOf, faultLines } from './faults.ts'
import { folioLines } from './journal.ts'

/** What can be typed while it runs. */
interface Order {
  readonly usage: string
  readonly about: string
  /** What to say to it; null when the words are not understood. */
  carryOut(words: readonly string[], desk: Desk): readonly string[] | null
}

export interface Desk {
  readonly pms: ScriptedPms
  /** YYMMDD, by the clock on the wall. */
  today(): string
  nextReservation(): string
  stop(): void
}

const DONE: readonly string[] = []

export const ORDERS: Readonly<Record<string, Order>> = {
  in: {
    usage: 'in ROOM NAME [LANGUAGE] [vip]',
    about: 'a guest checks in; LANGUAGE as in EA, FR, GE, SP',
    carryOut([room, name, ...more], { pms, nextReservation }) {
      if (room === undefined || name === undefined) return null
      const language = more.find((word) => /^[A-Z]{2}$/.test(word)) ?? 'EA'
      pms.checkIn(room, { reservation: nextReservation(), name, language, vip: more.includes('vip') })
      return DONE
    },
  },
  out: {
    usage: 'out ROOM [RESERVATION]',
    about: 'checks out: this guest, or all of the room',
    carryOut([room = '', reservation], { pms }) {
      const guests = pms.folio
        .guestsOf(room)
        .filter((guest) => (reservation ?? guest.reservation) === guest.reservation)
      for (const guest of guests) pms.checkOut(room, guest.reservation)
      return guests.length > 0 ? DONE : [`Nobody of that description is in room ${room}`]
    },
  },
  move: {
    usage: 'move ROOM ROOM',
    about: 'the guests of one room move to another',
    carryOut([from, to], { pms }) {
      if (from === undefined || to === undefined) return null
      const guests = [...pms.folio.guestsOf(from)]
      for (const { reservation } of guests) pms.move(from, to, reservation)
      return guests.length > 0 ? DONE : [`Nobody is in room ${from}`]
    },
  },
  wake: {
    usage: 'wake ROOM HHMM [YYMMDD]',
    about: 'asks for a wake-up call; without a date, today',
    carryOut([room, clock = '', date], { pms, today }) {
      const key = { room: room ?? '', date: date ?? today(), time: clock.length === 4 ? `${clock}00` : clock }
      if (room === undefined || !isTime(key.time) || !isDate(key.date)) return null
      pms.askWakeup(key)
      return DONE
    },
  },
  clear: {
    usage: 'clear ROOM [HHMM [YYMMDD]]',
    about: 'takes a wake-up call back, or all of the room',
    carryOut([room, clock, date], { pms, today }) {
      if (room === undefined) return null
      if (clock === undefined) pms.clearWakeup(room)
      else pms.clearWakeup(room, date ?? today(), clock.length === 4 ? `${clock}00` : clock)
      return DONE
    },
  },
  audit: {
    usage: 'audit start|end',
    about: 'the night audit',
    carryOut([word], { pms }) {
      if (word === 'start') pms.startNightAudit()
      else if (word === 'end') pms.endNightAudit()
      else return null
      return DONE
    },
  },
  resync: {
    usage: 'resync',
    about: 'tells all guests',
    carryOut(_, { pms }) {
      pms.beginResync()
      pms.endResync()
      return DONE
    },
  },
  link: {
    usage: 'link start|end|cut',
    about: 'starts the link anew, ends it, pulls the cable',
    carryOut([word], { pms }) {
      if (word === 'start') pms.startLink()
      else if (word === 'end') pms.endLink()
      else if (word === 'cut') pms.cut()
      else return null
      return DONE
    },
  },
  fault: {
    usage: 'fault FAULT',
    about: 'misbehaves; none does everything right again',
    carryOut([word = ''], { pms }) {
      const change = behaviourOf(word)
      if (change === null) return faultLines
      pms.behave(change)
      return [`From now on: ${word}`]
    },
  },
  folio: {
    usage: 'folio',
    about: 'who stays where, what was posted, which wake-up calls there are',
    carryOut: (_, { pms }) => folioLines(pms),
  },
  help: {
    usage: 'help',
    about: 'what can be typed',
    carryOut: () => Object.values(ORDERS).map(({ usage, about }) => `  ${usage.padEnd(30)} ${about}`),
  },
  quit: {
    usage: 'quit',
    about: 'stops',
    carryOut(_, { stop }) {
      stop()
      return DONE
    },
  },
}

/** Carries out a line that was typed, and gives what to say to it. */
export function carryOut(line: string, desk: Desk): readonly string[] {
  const [name = '', ...words] = line.trim().split(/\s+/)
  if (name === '') return DONE
  const order = Object.hasOwn(ORDERS, name) ? ORDERS[name] : undefined
  if (!order) return [`"${name}" is not understood; help tells what is`]
  return order.carryOut(words, desk) ?? [`Say: ${order.usage}`]
}
