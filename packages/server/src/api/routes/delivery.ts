import { type DeliveryRecord, INTERFACE, type DestinationRecord } from '@reveille/contract'
import type { DeliveryActions, DeliveryStory, QueueStory } from '../../actions/deliveries/deliveries.ts'
import type { Settings } from '../../actions/settings.ts'
import { DELIVERY_STATES, sequenceOnWire, whyNotAgain } from '../../hotel/deliveries/delivery.ts'
import { summaryOf } from '../../hotel/deliveries/delivery-words.ts'
import { moneyIn, postingIn } from '../../hotel/deliveries/delivery-money.ts'
import { formatInstant } from '../../hotel/time/local-time.ts'
import { json, nothing } from '../answers/answer.ts'
import { attemptRecord } from '../answers/attempt-record.ts'
import { cursorOf, parseCursor } from '../requests/cursor.ts'
import { listAnswer, type Listing } from '../answers/list-answer.ts'
import { tenantCalled } from '../requests/auth.ts'
import type { Routes } from '../route.ts'
import { namedIn, searchOf } from '../requests/list-query.ts'
import { momentOf, spanOf } from '../requests/span.ts'

const { list, get, replay, settle, settleAll, replayAll } = INTERFACE.delivery
const COLUMNS =
  'id destination kind room sequence state attempts doubts next created note lastAt lastStatus lastMs lastText lastTrigger charge item quantity total currency user posting purpose summary owner tenant notAgain'.split(
    ' ',
  )

export function deliveryRoutes({ route, post }: Routes, deliveries: DeliveryActions, settings: Settings) {
  const listing: Listing<DeliveryStory, DeliveryRecord, { deliveries: DeliveryRecord[] }> = {
    columns: COLUMNS,
    render: (story) => deliveryRecord(story, settings),
    cells: (shown) => ({ ...shown, ...lastInCells(shown.last) }),
    reply: (rows) => ({ deliveries: rows }),
    cursor: ({ delivery }) => cursorOf(delivery.createdAt, delivery.id),
  }

  route(list, ({ actor, query, request }) => {
    const { destination, room, doubts, item, quantity, total, user, posting } = query
    const states = namedIn(DELIVERY_STATES, query.state)
    const span = spanOf(query, settings.zoneOf(actor.scope))
    const sought = {
      charge: query.charge?.toLowerCase(),
      takenBack: query.takenBack,
      item,
      quantity,
      total,
      user,
      posting,
    }
    const found = { ...searchOf(query), ...sought, after: parseCursor(query.after), ...span }
    const filter = { states, destination, room, doubts, ...found }
    return listAnswer(listing, {
      url: request.url,
      accept: request.headers.accept,
      csv: settings.current().reports,
      limit: query.limit,
      pages: (limit) => deliveries.pages(actor, { ...filter, limit }),
    })
  })

  route(get, async ({ actor, params }) => {
    const story = await deliveries.get(actor, params.id)
    const zone = settings.zoneOf(story.delivery.tenant)
    const log = story.attempts.map((attempt) => attemptRecord(attempt, zone))
    return json({ ...deliveryRecord(story, settings), message: { ...story.delivery.payload }, log })
  })

  post(replay, {
    act: ({ actor, params, body }) =>
      deliveries.replay(actor, params.id, { force: body.force ?? false, reason: body.reason ?? '' }),
    show: () => nothing,
  })

  post(settle, {
    act: ({ actor, params, body }) => deliveries.rule(actor, params.id, body),
    show: () => nothing,
  })

  const ownerOf = ({ owner }: { readonly owner?: string | undefined }) =>
    owner === undefined ? undefined : tenantCalled(owner, settings, 'owner')

  post(settleAll, {
    act: ({ actor, body }) => {
      const { since, until, billTwice = false, dryRun = false, ...how } = body
      const zone = settings.zoneOf(actor.scope)
      const from = since === undefined ? undefined : momentOf('since', since, zone)
      const before = until === undefined ? undefined : momentOf('until', until, zone)
      return deliveries.ruleAll(actor, { ...how, owner: ownerOf(body), from, before, billTwice, dryRun })
    },
    show: (counts) => json({ error: 0, description: 'OK', ...counts }),
  })

  post(replayAll, {
    act: ({ actor, body }) => {
      const {
        destination,
        purpose,
        since,
        force = false,
        reason = '',
        billTwice = false,
        dryRun = false,
      } = body
      const from = momentOf('since', since, settings.zoneOf(actor.scope))
      const meant = { destination, purpose, owner: ownerOf(body) }
      const order = { ...meant, since: from, force, reason, billTwice, dryRun }
      return deliveries.replayAll(actor, order)
    },
    show: ({ replayed, ...arrived }, { body: { force } }) =>
      json({ error: 0, description: 'OK', replayed, ...(force === true ? arrived : {}) }),
  })

  route(INTERFACE.system.destinations, async ({ actor }) => {
    const queues = await deliveries.queues(actor)
    return json({ destinations: queues.map((queue) => queueRecord(queue, settings)) })
  })
}

function queueRecord(queue: QueueStory, settings: Settings): DestinationRecord {
  const at = (instant: number | null) =>
    instant === null ? null : formatInstant(instant, settings.zoneOf(queue.tenant))
  return {
    name: queue.name,
    purpose: queue.purpose,
    tenant: queue.tenant,
    state: queue.state,
    link: queue.link && { up: queue.link.isUp, since: at(queue.link.since) ?? '', why: queue.link.why },
    waiting: queue.waiting,
    oldest: at(queue.oldest),
    uncertain: queue.uncertain,
    failures: queue.failures,
    failing: at(queue.failingSince),
    next: at(queue.next),
    last: queue.last && attemptRecord(queue.last, settings.zoneOf(queue.tenant)),
    disabled: at(queue.disabledAt),
    why: queue.why,
  }
}

function deliveryRecord({ delivery, attempts }: DeliveryStory, settings: Settings): DeliveryRecord {
  const zone = settings.zoneOf(delivery.tenant)
  const last = attempts.at(-1)
  return {
    id: delivery.id,
    destination: delivery.destination,
    purpose: delivery.purpose,
    owner: delivery.owner,
    kind: delivery.kind,
    room: delivery.room,
    tenant: delivery.tenant,
    summary: summaryOf(delivery),
    sequence: sequenceOnWire(delivery.sequence),
    state: delivery.state,
    attempts: delivery.attempts,
    doubts: delivery.doubts,
    next: delivery.state === 'waiting' ? formatInstant(delivery.nextAt, zone) : null,
    created: formatInstant(delivery.createdAt, zone),
    note: delivery.note,
    notAgain: whyNotAgain(delivery),
    last: last ? attemptRecord(last, zone) : null,
    ...moneyIn(delivery),
    posting: postingIn(delivery.memo),
  }
}

const lastInCells = (last: DeliveryRecord['last']) => ({
  lastAt: last?.at,
  lastStatus: last?.status,
  lastMs: last?.ms,
  lastText: last?.text,
  lastTrigger: last?.trigger,
})
