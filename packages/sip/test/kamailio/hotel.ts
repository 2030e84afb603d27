import { DOMAIN, type Kamailio, type KamailioOptions, startKamailio } from '../../../../peers/kamailio.ts'
import { Opened } from '../../../../peers/opened.ts'
import { type Address, HERE } from '../../../../peers/ports.ts'
import { Sightings } from '../../../../peers/sightings.ts'
import type { LineOptions } from '../../src/lines/lines.ts'
import type { RegistrationState } from '../../src/lines/registration.ts'
import type { Timings } from '../../src/transactions/timers.ts'
import { createUserAgent, type UserAgent, type UserAgentOptions } from '../../src/agent/user-agent.ts'
import { openPhones, type Phones, type PhoneScript } from '../../testing/scripted-phone.ts'
import { silentMedia } from '../../testing/silent-media.ts'

export const QUICK: Timings = { T1: 50, T2: 200, T4: 250 }

export interface Told {
  readonly line: string
  readonly state: RegistrationState
  readonly why: string
}

/** An exchange that we did not write, our lines on the one side of it and phones on the other. */
export interface Hotel {
  readonly exchange: Kamailio
  readonly agent: UserAgent
  readonly phones: Phones
  /** What became of our registrations. */
  readonly told: Sightings<Told>
  end(): Promise<void>
}

export interface HotelOptions {
  readonly exchange?: Partial<KamailioOptions>
  readonly rooms?: readonly string[]
  readonly script?: (room: string) => PhoneScript
  readonly ours?: Partial<UserAgentOptions>
  /** Ours speaks and listens; otherwise only signals are exchanged. */
  readonly audible?: boolean
  readonly timings?: Timings
}

export const passwordOf = (user: string) => `password-of-${user}`
const withPasswords = (users: readonly string[]) =>
  Object.fromEntries(users.map((user) => [user, passwordOf(user)]))

/** A line of this hotel; with its own password unless another is said. */
export const lineOf = (user: string, exchange: Address, more: Partial<LineOptions> = {}): LineOptions => ({
  user,
  domain: DOMAIN,
  exchange,
  credentials: { username: user, password: passwordOf(user) },
  ...more,
})

export async function openHotel(options: HotelOptions = {}): Promise<Hotel> {
  const { rooms = [], script = () => ({ does: 'answer' }), timings = QUICK } = options
  const media = silentMedia()
  const users = withPasswords(['voice1', 'voice2', ...rooms])
  const told = new Sightings<Told>()
  const opened = new Opened()
  const exchange = await opened.with(
    startKamailio({ users, repeatMs: timings.T1, ...options.exchange }),
    (one) => one.stop(),
  )
  const phones = await opened.with(openPhones({ media, script, timings }), (one) => one.close())
  const agent = await opened.with(
    createUserAgent({
      bind: { host: HERE, port: 0 },
      timings,
      ...(options.audible ? {} : { media }),
      onRegistration: (line, state, why) => told.add({ line, state, why }),
      ...options.ours,
    }),
    (one) => one.close(),
  )
  for (const room of rooms) phones.agent.addLine(lineOf(room, exchange.address))
  await opened.orClose(Promise.all(rooms.map((room) => registered(exchange, room))))
  return { exchange, agent, phones, told, end: () => opened.close() }
}

export const registered = ({ bound }: Kamailio, name: string) =>
  bound.next(`${name} to be registered`, ({ user, seconds }) => user === name && seconds > 0)

/** The next time that a line of ours gets into such a state. */
export const becomes = ({ told }: Hotel, wanted: RegistrationState) =>
  told.next(`a line that is ${wanted}`, ({ state }) => state === wanted)
