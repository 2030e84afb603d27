import { describe, expect, it } from 'vitest'
import type { Client } from '../api/client.ts'
import type { Step } from '../hotel/entry/set-plan.ts'
import { Failure } from '../kernel/failure.ts'
import { EntryDeed, takeBack } from './entry-deed.ts'

const ask = (room: string, time: string): Step => ({
  kind: 'create',
  ask: { rooms: [room], tenant: null, form: { time }, forDays: null },
})
const REFUSED = new Failure('problem', {
  status: 409,
  error: 7,
  description: 'No',
  reference: 'r',
  againInSeconds: 0,
  code: '',
  field: '',
  problems: [],
})

/** A server that answers from a list, and what it was asked: `create 110 key-1`. */
function scripted(answers: readonly (object | Failure)[]) {
  const asked: string[] = []
  const bodies: unknown[] = []
  const left = [...answers]
  const call = (id: string, request: { params?: { id: string }; body?: { room?: string } }, options = {}) => {
    const what = request.params?.id ?? request.body?.room ?? ''
    asked.push([id.replace('wakeup.', ''), what, ...Object.values(options)].join(' '))
    bodies.push(request.body)
    const answer = left.shift() ?? {}
    return answer instanceof Failure ? Promise.reject(answer) : Promise.resolve(answer)
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler knows the operations, this does not
  return { asked, bodies, client: { call } as unknown as Pick<Client, 'call'> }
}

function keys() {
  let next = 0
  return { key: () => `key-${++next}`, chance: () => 0 }
}

describe('a deed of several requests', () => {
  it('is all or nothing: what was done before a refusal is taken back', async () => {
    const { asked, client } = scripted([{ id: 'a' }, REFUSED])
    const deed = new EntryDeed(client, keys(), [ask('110', '0630'), ask('111', '0700')])
    await expect(deed.carryOut()).rejects.toBe(REFUSED)
    expect(asked).toEqual(['create 110 key-1', 'create 111 key-2', 'remove a'])
  })

  it('is tried again under the same keys where nobody answered, and goes on where it was', async () => {
    const { asked, client } = scripted([{ id: 'a' }, new Failure('unreachable'), { id: 'b' }])
    const deed = new EntryDeed(client, keys(), [ask('110', '0630'), ask('111', '0700')])
    await expect(deed.carryOut()).rejects.toMatchObject({ kind: 'unreachable' })
    await deed.carryOut()
    expect(asked).toEqual(['create 110 key-1', 'create 111 key-2', 'create 111 key-2'])
  })

  it('is undone by taking away what it made, and never what was there before', async () => {
    const { asked, client } = scripted([
      {
        id: 'a,b',
        calls: [
          { room: '110', id: 'a' },
          { room: '111', id: 'b', existing: true },
        ],
      },
    ])
    await takeBack(client, await new EntryDeed(client, keys(), [ask('110,111', '0630')]).carryOut())
    expect(asked.at(-1)).toBe('remove a')
  })

  it('that replaced a call is undone by taking away the new one, and then restoring the old one', async () => {
    const { asked, client } = scripted([{ id: 'new' }])
    const steps: Step[] = [ask('110', '0630'), { kind: 'remove', ids: ['old'] }]
    await takeBack(client, await new EntryDeed(client, keys(), steps).carryOut())
    expect(asked).toEqual(['create 110 key-1', 'remove old', 'remove new', 'restore old'])
  })

  it('that moved calls moves each of them back', async () => {
    const { asked, client } = scripted([{ id: 'n1,n2', calls: [{ id: 'n1' }, { id: 'n2' }] }])
    const back = [
      { room: '110', scheduled: '2026-11-15T06:45:00+01:00' },
      { room: '111', scheduled: '2026-11-15T07:00:00+01:00' },
    ]
    const steps: Step[] = [{ kind: 'move', ids: ['o1', 'o2'], to: '2026-11-15T06:30:00+01:00', back }]
    await takeBack(client, await new EntryDeed(client, keys(), steps).carryOut())
    expect(asked).toEqual(['reschedule o1,o2 key-1', 'reschedule n1', 'reschedule n2'])
  })

  it('that left out a day rings it after all, with its key and its announcement', async () => {
    const { asked, bodies, client } = scripted([{}])
    const scheduled = '2026-11-15T06:45:00+01:00'
    const calls = [{ room: '110', tenant: 'site', scheduled, confirm: true, prompt: 7 }]
    const steps: Step[] = [{ kind: 'skip', ids: ['s'], date: '20261115', calls }]
    await takeBack(client, await new EntryDeed(client, keys(), steps).carryOut())
    expect(asked).toEqual(['skip s key-1', 'create 110'])
    expect(bodies.at(-1)).toEqual({ room: '110', datetime: scheduled, confirm: true, prompt: 7 })
  })
})
