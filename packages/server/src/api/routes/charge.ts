import { type ChargeRecord, INTERFACE } from '@reveille/contract'
import type { ChargeListActions, ChargeStory } from '../../actions/inventory/charge-list.ts'
import type { ChargeActions, ChargeAnswer } from '../../actions/inventory/charges.ts'
import type { MinibarCheckActions } from '../../actions/inventory/minibar-checks.ts'
import type { TakeBackActions } from '../../actions/inventory/take-back.ts'
import type { Settings } from '../../actions/settings.ts'
import { VOIDED } from '../../hotel/log/retention.ts'
import { formatInstant } from '../../hotel/time/local-time.ts'
import { Failure } from '../../kernel/failure.ts'
import { CHARGE_HEADER, created, json, nothing } from '../answers/answer.ts'
import { listAnswer, type Listing } from '../answers/list-answer.ts'
import { cursorOf, parseNumberCursor } from '../requests/cursor.ts'
import { spanOf } from '../requests/span.ts'
import type { Routes } from '../route.ts'

const { charge, basket, check, checks, charges, oneCharge, void: takeBack, correct } = INTERFACE.inventory
const COLUMNS =
  'id kind at room tenant item description quantity price total currency taxRate user reference reason corrects voided connectors'

interface Actions {
  readonly charging: ChargeActions
  readonly listing: ChargeListActions
  readonly takingBack: TakeBackActions
  readonly checking: MinibarCheckActions
}

export function chargeRoutes(
  { route, post }: Routes,
  { charging, listing, takingBack, checking }: Actions,
  settings: Settings,
) {
  const list: Listing<ChargeStory, ChargeRecord, { charges: ChargeRecord[] }> = {
    columns: COLUMNS.split(' '),
    render: (story) => chargeRecord(story, settings),
    cells: (shown) => ({ ...shown, connectors: answersInWords(shown.connectors) }),
    reply: (rows) => ({ charges: rows }),
    cursor: ({ row }) => cursorOf(row.at, row.id),
  }

  post(charge, {
    act: ({ actor, body: { room, id, quantity } }) =>
      charging.charge(actor, { room, items: [{ id, quantity }] }),
    show: (answer) => ({ ...nothing, headers: { [CHARGE_HEADER]: accepted(answer).join(',') } }),
  })

  post(basket, {
    act: ({ actor, body }) => charging.charge(actor, body),
    show: (answer) => {
      const ids = accepted(answer)
      return created(charges.path, { error: 0, description: `Charged ${ids.length} items`, charges: ids })
    },
  })

  post(check, { act: ({ actor, body }) => checking.untouched(actor, body.room), show: () => nothing })

  route(checks, async ({ actor, query }) => {
    const found = await checking.list(actor, query.room)
    return json({
      checks: found.map(({ tenant, room, at, user, isUsed }) => ({
        room,
        tenant,
        at: formatInstant(at, settings.zoneOf(tenant)),
        user,
        used: isUsed,
      })),
    })
  })

  route(charges, ({ actor, query, request }) => {
    const { room, user } = query
    const after = parseNumberCursor(query.after)
    const filter = { room, actor: user, after, ...spanOf(query, settings.zoneOf(actor.scope)) }
    return listAnswer(list, {
      url: request.url,
      accept: request.headers.accept,
      csv: settings.current().reports,
      limit: query.limit,
      pages: (limit) => listing.pages(actor, { ...filter, limit }),
    })
  })

  route(oneCharge, async ({ actor, params }) =>
    json(chargeRecord(await listing.get(actor, params.id.toLowerCase()), settings)),
  )

  post(takeBack, {
    act: ({ actor, params, body }) => takingBack.void(actor, params.id.toLowerCase(), body),
    show: ({ connectors }) =>
      json({ error: 0, description: 'Took the charge back', connectors: [...connectors] }),
  })

  post(correct, {
    act: ({ actor, params, body }) => takingBack.correct(actor, params.id.toLowerCase(), body),
    show: ({ connectors, id }) =>
      created(`${charges.path}/${id}`, {
        error: 0,
        description: 'Corrected the charge',
        connectors: [...connectors],
        id,
      }),
  })
}

function accepted(answer: ChargeAnswer): string[] {
  if (!answer.accepted) throw new Failure(answer.code, answer.reason)
  return [...answer.charges]
}

function chargeRecord({ row, isTakenBack, connectors }: ChargeStory, settings: Settings): ChargeRecord {
  const { detail } = row
  return {
    id: detail.charge,
    kind: row.kind === VOIDED ? 'void' : 'charge',
    at: formatInstant(row.at, settings.zoneOf(row.tenant)),
    room: row.room,
    tenant: row.tenant,
    item: detail.item.id,
    description: detail.item.description,
    quantity: detail.quantity,
    price: detail.price,
    total: detail.total,
    currency: detail.currency ?? '',
    taxRate: detail.taxRate ?? '',
    user: detail.user,
    reference: detail.reference ?? '',
    reason: detail.reason ?? '',
    corrects: detail.corrects ?? null,
    voided: isTakenBack,
    connectors: connectors.map(({ since, ...one }) => ({
      ...one,
      since: since === null ? null : formatInstant(since, settings.zoneOf(row.tenant)),
    })),
  }
}

/** `bar: delivered; pms: refused, posting 1734, NG: no such room` */
const answersInWords = (answers: ChargeRecord['connectors']) =>
  answers
    .map(({ name, state, posting, note }) => {
      const words = [state, posting === null ? '' : `posting ${posting}`, note]
      return `${name}: ${words.filter((word) => word !== '').join(', ')}`
    })
    .join('; ')
