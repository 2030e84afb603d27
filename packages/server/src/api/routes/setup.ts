import { INTERFACE } from '@reveille/contract'
import type { SetupActions } from '../../actions/site/setup.ts'
import { networkOf } from '../../kernel/network.ts'
import { created, json, nothing } from '../answers/answer.ts'
import type { Routes } from '../route.ts'

const { welcome: door, claim, leave, mail, seals } = INTERFACE.setup

/** From an empty machine to a house of one's own. */
export function setupRoutes({ open, welcome, route, ask, post }: Routes, setup: SetupActions) {
  // The clock at the door is the house's, as on every page behind it.
  open(door, () => ({
    ...json(setup.welcome()),
    headers: { 'cache-control': 'no-store', 'reveille-time': String(setup.time()) },
  }))

  welcome(claim, async ({ code, username, password }, { ip }) => {
    await setup.claim({ code, username, password, address: ip, network: networkOf(ip) })
    return created('/rest/session', { error: 0, description: 'The house is yours', id: username })
  })

  post(leave, {
    act: ({ actor, body }) => setup.leave(actor, body.name),
    show: () => nothing,
  })

  ask(mail, async ({ actor, body }) => json(await setup.mail(actor, body.to)))

  route(seals, async ({ actor }) => json({ seals: await setup.seals(actor) }))
}
