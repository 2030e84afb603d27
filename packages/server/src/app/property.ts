import { propertyCallActions } from '../actions/property/property-calls.ts'
import { propertyGuestActions } from '../actions/property/property-guests.ts'
import { resyncActions } from '../actions/property/property-resync.ts'
import type { PropertyEar, PropertyLink } from '../connectors/connector.ts'
import type { PropertyNews, PropertySystem } from '../hotel/property/property.ts'
import { AbsenceWatch, LINK_LOST } from '../runners/watch/absence-watch.ts'
import type { AtHome } from '../runners/nodes/at-home.ts'
import { announcementBook } from '../runners/property/announcement-book.ts'
import { PropertyAnnouncer } from '../runners/property/property-announcer.ts'
import { propertyBook } from '../runners/property/property-book.ts'
import { PropertyRunner } from '../runners/property/property-runner.ts'
import { PropertyTeller } from '../runners/property/property-teller.ts'
import type { Sealer } from '../runners/log/sealer.ts'
import type { Outside } from './config.ts'

type Parts = Parameters<typeof propertyCallActions>[0] & Parameters<typeof resyncActions>[0]

interface Ground {
  readonly parts: Parts
  readonly sealer: Sealer
  links(): readonly PropertyLink[]
  readonly home: AtHome
}

/** Hears property systems, answers them, and notices when one stays away. */
export function assembleProperty({ clock, ids, log }: Outside, { parts, sealer, links, home }: Ground) {
  const { database } = parts
  const book = propertyBook({ database, ids })
  const announcer = new PropertyAnnouncer({ book: announcementBook({ database, ids }), clock, log })
  const teller = new PropertyTeller({ book, announcer, clock, log, links })
  const runner = new PropertyRunner({
    clock,
    log,
    handle: handlerOf({ ...parts, log }),
    lost: (system, count) => book.lost(system, count, clock.now()),
  })
  sealer.onSealed((rows) => teller.happened(rows))
  const ear: PropertyEar = {
    heard(system, news) {
      if (news.about === 'link') teller.linked()
      runner.heard(system, news)
    },
  }
  return {
    ear,
    propertyRunner: runner,
    propertyTeller: teller,
    propertyWatch: new AbsenceWatch(LINK_LOST, {
      database,
      ids,
      home,
      watched: () =>
        links().map(({ system, standing }) => ({ ...system, ...standing, isThere: standing.isUp })),
    }),
  }
}

function handlerOf(parts: Parts & Parameters<typeof propertyGuestActions>[0]) {
  const calls = propertyCallActions(parts)
  const guests = propertyGuestActions(parts)
  const resync = resyncActions(parts)
  return (system: PropertySystem, heard: PropertyNews): Promise<void> => {
    switch (heard.about) {
      case 'call':
        return calls.heard(system, heard.news)
      case 'guest':
        return guests.heard(system, heard.news)
      case 'resync':
        return guests.resync(system, heard.news).then(() => resync.ended(system, heard.news))
      case 'link':
        return resync.first(system)
    }
  }
}
