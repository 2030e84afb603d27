import { type DeliveryWire, INTERFACE, type TrafficRecord } from '@reveille/contract'
import type { Traffic, TrafficActions } from '../../actions/deliveries/delivery-traffic.ts'
import type { WireActions, WireStory } from '../../actions/deliveries/delivery-wire.ts'
import type { Settings } from '../../actions/settings.ts'
import { formatInstant } from '../../hotel/time/local-time.ts'
import { attemptRecord } from '../answers/attempt-record.ts'
import { json } from '../answers/answer.ts'
import type { Routes } from '../route.ts'

/** What goes over the wire, and how much of it. */
export function deliveryWireRoutes(
  { route }: Routes,
  { wires, traffic }: { readonly wires: WireActions; readonly traffic: TrafficActions },
  settings: Settings,
) {
  route(INTERFACE.delivery.wire, async ({ actor, params }) => {
    const story = await wires.wire(actor, params.id)
    return json(wireRecord(story, settings.zoneOf(story.delivery.tenant)))
  })

  route(INTERFACE.system.traffic, async ({ actor }) => {
    const all = await traffic.traffic(actor)
    return json({ destinations: all.map((one) => trafficRecord(one, settings.zoneOf(one.tenant))) })
  })

  route(INTERFACE.connector.trace, async ({ actor, params, query }) => {
    const lines = await wires.trace(actor, params.key, query.after)
    const zone = settings.zoneOf(actor.scope)
    return json({ records: lines.map((line) => ({ ...line, at: formatInstant(line.at, zone) })) })
  })
}

function wireRecord({ delivery, attempts, wire, isPartial }: WireStory, zone: string): DeliveryWire {
  const shared = {
    id: delivery.id,
    partial: isPartial,
    log: attempts.map((attempt) => attemptRecord(attempt, zone)),
  }
  if ('why' in wire)
    return { ...shared, protocol: null, address: '', headers: [], text: '', bytes: '', why: wire.why }
  const { protocol, address, headers, text, bytes } = wire
  const written = { protocol, address, headers: [...headers], text }
  return { ...shared, ...written, bytes: Buffer.from(bytes).toString('base64'), why: '' }
}

const trafficRecord = (of: Traffic, zone: string): TrafficRecord => ({
  name: of.name,
  purpose: of.purpose,
  tenant: of.tenant,
  counts: { ...of.counts, takenBack: of.takenBack },
  lastDelivered: of.lastDelivered === null ? null : formatInstant(of.lastDelivered, zone),
  begin: formatInstant(of.begin, zone),
  partMinutes: of.partMinutes,
  accepted: [...of.accepted],
  delivered: [...of.delivered],
})
