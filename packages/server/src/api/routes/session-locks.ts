import { INTERFACE } from '@reveille/contract'
import type { FastifyRequest } from 'fastify'
import type { Visit } from '../../actions/accounts/sessions-in-use.ts'
import { Failure } from '../../kernel/failure.ts'
import { json, nothing } from '../answers/answer.ts'
import { refusalOf } from '../requests/auth.ts'
import type { CallOf, Routes } from '../route.ts'
import { cookieHeaders, screenPlaceOf, type SessionRouteParts, shownOpened, shownTo } from './session.ts'

const { lock, unlock, pin, noPin, password } = INTERFACE.session

const wrong = (words: string) => new Failure('password.wrong', words)

function visitOf({ visit }: FastifyRequest): Visit {
  if (!visit)
    throw new Failure('state.conflict', 'There is no session: this request brought basic credentials')
  return visit
}

/** Screens are locked and unlocked, and people change what they are known by. */
export function sessionLockRoutes({ route }: Routes, parts: SessionRouteParts) {
  const { sessions, ownSecrets } = parts
  route(lock, async ({ request }) => {
    sessions.mustNotHurry(screenPlaceOf(request))
    await sessions.lock(visitOf(request))
    return nothing
  })

  route(unlock, async ({ request, body }) => {
    const [visit, place] = [visitOf(request), screenPlaceOf(request)]
    sessions.mustNotHurry(place)
    if (visit.state !== 'locked') return nothing
    if ('pin' in body) {
      if (!(await sessions.unlockByPin(visit, body.pin)))
        throw wrong('The PIN is wrong, or five were tried: then the password unlocks')
      return nothing
    }
    const answer = await sessions.unlockByPassword(visit, body.password, place)
    if (answer.kind !== 'accepted') throw refusalOf(answer, wrong('The password is wrong'))
    return nothing
  })

  route(pin, async (call) => {
    sessions.mustNotHurry(screenPlaceOf(call.request))
    const answer = await ownSecrets.setPin(ownRequest(call), call.body)
    if (answer.kind !== 'accepted') throw refusalOf(answer, wrong('The password is wrong'))
    return nothing
  })

  route(noPin, async ({ actor }) => {
    await ownSecrets.removePin(actor)
    return nothing
  })

  route(password, async (call) => {
    sessions.mustNotHurry(screenPlaceOf(call.request))
    const answer = await ownSecrets.changePassword(ownRequest(call), call.body)
    if (answer.kind !== 'changed') throw refusalOf(answer, wrong('The password is wrong'))
    const { opened, account } = answer
    if (opened === null) return json(await shownTo(parts, { account, visit: null, csrf: undefined }))
    const headers = cookieHeaders(call.request, opened)
    return { ...json(await shownOpened(parts, opened)), headers, isSecret: true }
  })
}

const ownRequest = ({ actor, request }: Pick<CallOf<typeof pin>, 'actor' | 'request'>) => ({
  actor,
  place: screenPlaceOf(request),
  visit: request.visit,
})
