import { Created } from '../problem.ts'
import { NoQuery } from '../session.ts'
import { ClaimForm, LeaveForm, MailTestForm, MailTestReply, SealsReply, WelcomeReply } from '../setup.ts'
import type { Entries } from './entry.ts'

/** From an empty machine to a house of one's own. */
export const setup = {
  welcome: {
    id: 'setup.welcome',
    method: 'GET',
    path: '/welcome.json',
    needs: 'none',
    tag: 'System',
    summary: 'Which house this is, and whether it is set up',
    description: 'For the page at the door, before anybody has signed in.',
    reply: WelcomeReply,
  },
  claim: {
    id: 'setup.claim',
    method: 'POST',
    path: '/rest/setup/claim',
    needs: 'password',
    quietly: true,
    unkept: true,
    tag: 'System',
    summary: 'Make the first administrator of a house that is new',
    description:
      'By the code that the start has printed, which is good once. 409 for a house that has somebody already. Five wrong codes in five minutes: 429.',
    query: NoQuery,
    body: ClaimForm,
    example: { code: 'abcd-efgh-jkmn', username: 'anna', password: 'a long pass phrase' },
    status: 201,
    reply: Created,
    refusals: [409],
  },
  leave: {
    id: 'setup.leave',
    method: 'POST',
    path: '/rest/setup/leave',
    needs: ['administrator'],
    quietly: true,
    tag: 'System',
    summary: 'Leave the demonstration hotel: empty it, to begin a hotel of your own',
    description:
      'Rooms, calls, items, accounts and settings go; the account that asks stays, and so does the log. 409 where there is no demonstration. For accounts without tenant.',
    body: LeaveForm,
    example: { name: 'Hotel Aurora' },
    refusals: [409],
  },
  mail: {
    id: 'setup.mail',
    method: 'POST',
    path: '/rest/system/mail',
    needs: ['administrator'],
    reads: true,
    tag: 'System',
    summary: 'Send a test message to somebody, and see whether the mail server takes it',
    description: 'Six a minute for an account. For accounts without tenant.',
    body: MailTestForm,
    example: { to: 'desk@hotel.example' },
    reply: MailTestReply,
  },
  seals: {
    id: 'setup.seals',
    method: 'GET',
    path: '/rest/system/seal',
    needs: [],
    oneOf: ['review', 'administrator'],
    tag: 'System',
    summary: 'The last seal of each chain of the log, to be noted elsewhere',
    description: 'For accounts without tenant.',
    reply: SealsReply,
  },
} as const satisfies Entries
