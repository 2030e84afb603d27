import { Type } from 'typebox'
import {
  NoQuery,
  OwnPasswordForm,
  OwnPinForm,
  OwnSessionsReply,
  SessionReply,
  SessionsOfQuery,
  SessionsReply,
  SignInForm,
  SignOutQuery,
  UnlockForm,
} from '../session.ts'
import { ListQuery, NoFields, Uuid } from '../text.ts'
import type { Entries } from './entry.ts'

/** Nothing of it leaves the house, and neither a token nor a password is kept for a repeat. */
const shared = { tag: 'Sessions', quietly: true, unkept: true } as const

export const session = {
  open: {
    ...shared,
    id: 'session.open',
    method: 'POST',
    path: '/rest/session',
    needs: 'password',
    summary: 'Sign in at a screen',
    description:
      'Begins a session, whose token the browser keeps in a cookie; the one that the screen had before ends. Wrong passwords are counted as those of basic credentials are.',
    query: NoQuery,
    body: SignInForm,
    example: { username: 'anna', password: 'a long pass phrase' },
    status: 201,
    reply: SessionReply,
  },
  get: {
    ...shared,
    id: 'session.get',
    method: 'GET',
    path: '/rest/session',
    needs: [],
    summary: 'Who asks, and what a screen must know',
    description:
      'Account, permissions, tenants and site; of a session also what its requests must carry, whether it is locked, and when it ends.',
    reply: SessionReply,
  },
  close: {
    ...shared,
    id: 'session.close',
    method: 'DELETE',
    path: '/rest/session',
    needs: [],
    screens: ['locked', 'display'],
    summary: 'Sign out at this screen, or everywhere',
    description:
      '409 for a request with basic credentials, which has no session, unless it says everywhere; that is refused to a screen that is locked or only shows.',
    query: SignOutQuery,
    refusals: [409],
  },
  lock: {
    ...shared,
    id: 'session.lock',
    method: 'POST',
    path: '/rest/session/lock',
    needs: [],
    screens: ['locked'],
    summary: 'Lock this screen',
    description: 'It goes on showing calls, alarms and room status; any change asks for PIN or password.',
    body: NoFields,
    example: {},
  },
  unlock: {
    ...shared,
    id: 'session.unlock',
    method: 'POST',
    path: '/rest/session/unlock',
    needs: [],
    screens: ['locked'],
    summary: 'Unlock this screen by PIN or password',
    description:
      '403 with error 4 when it is wrong. After five wrong PINs only the password unlocks. Does nothing where the screen is not locked.',
    body: UnlockForm,
    example: { password: 'a long pass phrase' },
  },
  pin: {
    ...shared,
    id: 'session.pin',
    method: 'PUT',
    path: '/rest/session/pin',
    needs: [],
    summary: 'Set the PIN that unlocks screens of this account',
    description: 'It signs nobody in. 403 with error 4 when the password is wrong.',
    body: OwnPinForm,
    example: { password: 'a long pass phrase', pin: '271828' },
  },
  noPin: {
    ...shared,
    id: 'session.noPin',
    method: 'DELETE',
    path: '/rest/session/pin',
    needs: [],
    summary: 'Take the PIN of this account away',
    description: 'From then on only the password unlocks its screens. 404 where there is none.',
  },
  mine: {
    ...shared,
    id: 'session.mine',
    method: 'GET',
    path: '/rest/session/list',
    needs: [],
    screens: [],
    summary: 'The screens where this account has signed in',
    description: 'By the time of the sign-in, the latest first.',
    reply: OwnSessionsReply,
  },
  end: {
    ...shared,
    id: 'session.end',
    method: 'DELETE',
    path: '/rest/session/list/:id',
    needs: [],
    summary: 'Sign out one of the screens of this account',
    description: 'Whoever sits there must sign in again.',
    params: Type.Object({ id: Uuid('Its id') }),
  },
  password: {
    ...shared,
    id: 'session.password',
    method: 'PUT',
    path: '/rest/session/password',
    needs: [],
    summary: 'Change the password of this account',
    description:
      'Ends every session of the account; at this screen a new one begins, with a new token and a new csrf. 403 with error 4 when the present password is wrong.',
    body: OwnPasswordForm,
    example: { password: 'a long pass phrase', newPassword: 'another long phrase' },
    reply: SessionReply,
  },
} as const satisfies Entries

const kept = { tag: 'Configuration', needs: ['administrator'] } as const

export const openSession = {
  list: {
    ...kept,
    id: 'openSession.list',
    method: 'GET',
    path: '/rest/config/session',
    summary: 'Every screen where somebody has signed in',
    description: "Those of the account's tenant; an account without tenant sees all.",
    query: ListQuery,
    reply: SessionsReply,
  },
  remove: {
    ...kept,
    id: 'openSession.remove',
    quietly: true,
    method: 'DELETE',
    path: '/rest/config/session/:id',
    summary: 'Sign out one screen',
    description: 'Whoever sits there must sign in again.',
    params: Type.Object({ id: Uuid('Its id') }),
  },
  removeAll: {
    ...kept,
    id: 'openSession.removeAll',
    quietly: true,
    method: 'DELETE',
    path: '/rest/config/session',
    summary: 'Sign out an account everywhere',
    description: 'Every session of the account ends, displays too.',
    query: SessionsOfQuery,
  },
} as const satisfies Entries
