import { Opened } from '../../../../peers/opened.ts'
import { HERE } from '../../../../peers/ports.ts'
import { seeded } from '../../../../peers/recording.ts'
import { openRelay } from '../../testing/lossy-relay.ts'
import { becomes, type Hotel, type HotelOptions, lineOf, openHotel } from './hotel.ts'

export interface LossyHotel extends Hotel {
  /** How many packets were lost so far. */
  lost(): number
}

/** Between us and the exchange stands somebody who loses one packet in three; there is no other way. */
export async function openHotelBehindLoss(options: HotelOptions): Promise<LossyHotel> {
  const random = seeded(20_261)
  let lost = 0
  const losing = () => random() < 1 / 3
  const behind = { host: HERE, port: 0 }
  const fate = () => (losing() ? (lost++, 'lose') : 'pass')
  const opened = new Opened()
  const relay = await opened.with(
    openRelay(behind, fate, (bytes) => bytes),
    (one) => one.close(),
  )
  const hotel = await opened.with(
    openHotel({
      ...options,
      exchange: { ...options.exchange, saysItsBackDoorIs: relay.address },
      ours: { ...options.ours, accepts: ({ port }) => port === relay.address.port },
    }),
    (one) => one.end(),
  )
  behind.port = hotel.exchange.backDoor.port
  hotel.agent.addLine(lineOf('voice1', relay.address))
  // Until then we do not know how we are seen, and what comes to us would go round.
  await opened.orClose(becomes(hotel, 'registered'))
  return { ...hotel, lost: () => lost, end: () => opened.close() }
}
