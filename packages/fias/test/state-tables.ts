import { type LinkEvent, type LinkState, linkStep } from '../src/link/link-states.ts'

/** The table of the code, row by row, as docs/states.md shows it. */

/** The compiler counts: a state or an event that is missing here, or that is none any more, does not compile. */
const all = <Name extends string>(names: Readonly<Record<Name, true>>) => Object.keys(names) as Name[]

export const LINK_STATES = all<LinkState>({
  stopped: true,
  connecting: true,
  'waiting for LS': true,
  'waiting for answer': true,
  'waiting for LA': true,
  alive: true,
  checking: true,
  resync: true,
  'backing off': true,
  ending: true,
  'turned away': true,
})

const LINK_EVENTS = all<LinkEvent>({
  start: true,
  connected: true,
  LS: true,
  LA: true,
  DS: true,
  DE: true,
  LE: true,
  closed: true,
  'not let in': true,
  'time is up': true,
  heard: true,
  unanswered: true,
  stop: true,
})

interface Row {
  readonly from: string
  readonly on: string
  readonly to: string
}

/** States and events with which the same happens share a row; where nothing happens there is none. */
export function linkRows(): string[] {
  const steps = LINK_STATES.flatMap((state) =>
    LINK_EVENTS.flatMap((event): Row[] => {
      const { next, actions } = linkStep(state, event)
      const to = `${next === state ? 'stays' : next} | ${actions.join(', ')}`
      return next === state && actions.length === 0 ? [] : [{ from: state, on: event, to }]
    }),
  )
  const byState = merged(steps, ({ on, to }) => `${on} | ${to}`, 'from')
  const byEvent = merged(byState, ({ from, to }) => `${from} | ${to}`, 'on')
  return byEvent.map(({ from, on, to }) => `${from} | ${on} | ${to}`.trimEnd())
}

/** Rows that are alike but for one thing become one row that lists it. */
function merged(rows: readonly Row[], likeness: (row: Row) => string, thing: 'from' | 'on'): Row[] {
  const found = new Map<string, Row>()
  for (const row of rows) {
    const known = found.get(likeness(row))
    found.set(likeness(row), known ? { ...known, [thing]: `${known[thing]}, ${row[thing]}` } : row)
  }
  return [...found.values()]
}
