import { describe, expect, it } from 'vitest'
import { Failure } from '../kernel/failure.ts'
import { openDrawer } from '../kernel/storage.ts'
import { Outbox, type Posted } from './outbox.ts'

const refusal = (status: number) =>
  new Failure('problem', {
    status,
    error: 2,
    description: '',
    reference: '',
    againInSeconds: 0,
    code: '',
    field: '',
    problems: [],
  })

function openOutbox() {
  const drawer = openDrawer<Posted<string>>()
  const [sent, refused]: [string[], string[]] = [[], []]
  let answer: Failure | null = null
  const outbox = new Outbox<string>({
    drawer,
    isMine: ({ change: made }) => made !== 'of another',
    send: ({ key }) => {
      if (answer !== null) return Promise.reject(answer)
      sent.push(key)
      return Promise.resolve()
    },
    onRefused: ({ key }) => void refused.push(key),
  })
  const server = (next: Failure | null) => {
    answer = next
  }
  return { outbox, drawer, sent, refused, server }
}
const change = (key: string) => ({ key, change: 'dirty' })

describe('changes made without a connection', () => {
  it('wait, and arrive once and in their order when there is one', async () => {
    const { outbox, sent, server } = openOutbox()
    server(new Failure('unreachable'))
    const keys = Array.from({ length: 20 }, (_, at) => `k${at}`)
    for (const key of keys) await outbox.add(change(key))
    expect([outbox.waiting.get(), sent]).toEqual([20, []])
    server(null)
    await Promise.all([outbox.flush(), outbox.flush()])
    expect([outbox.waiting.get(), sent]).toEqual([0, keys])
  })

  it('are told to whoever made them when the server refuses, and hold up no other', async () => {
    const { outbox, sent, refused, server } = openOutbox()
    server(refusal(404))
    await outbox.add(change('gone'))
    server(null)
    await outbox.add(change('fine'))
    expect([refused, sent, outbox.waiting.get()]).toEqual([['gone'], ['fine'], 0])
  })

  it.each([429, 500, 503])('wait on when the server answers %s', async (status) => {
    const { outbox, refused, server } = openOutbox()
    server(refusal(status))
    await outbox.add(change('k'))
    expect([refused, outbox.waiting.get()]).toEqual([[], 1])
  })

  it('outlive the page', async () => {
    const { outbox, drawer, sent } = openOutbox()
    await drawer.put('k', change('k'))
    expect(await outbox.open()).toEqual([change('k')])
    await outbox.flush()
    expect(sent).toEqual(['k'])
  })

  it('of another person wait for them, and hold up nobody', async () => {
    const { outbox, drawer, sent } = openOutbox()
    await outbox.add({ key: 'k1', change: 'of another' })
    await outbox.add(change('k2'))
    expect(sent).toEqual(['k2'])
    expect(await drawer.all()).toMatchObject([{ key: 'k1' }])
  })
})
