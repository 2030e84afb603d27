import type { GuestRecord } from '@reveille/contract'
import { useQuery } from '@tanstack/react-query'
import { instantOf } from '../../kernel/clock.ts'
import { useDesk, useTenantQuery } from '../../live/desk.ts'
import { Button } from '../../parts/button.tsx'
import { Trouble } from '../../parts/nothing.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { guestTexts } from './texts.ts'

interface LeavingProps {
  readonly guest: GuestRecord
  readonly sharers: readonly GuestRecord[]
  readonly onDone: () => void
}

/** Says what it cancels before it is done: there is no way back. */
export function GuestLeaves({ guest, sharers, onDone }: LeavingProps) {
  const said = useTexts(guestTexts)
  const { client } = useDesk()
  const asked = useTenantQuery()
  const toast = useToast()
  const isAlone = sharers.length === 0
  const name = guest.name === '' ? said.nameless : guest.name
  const done = (words: string) => () => {
    toast.say(words)
    onDone()
  }
  const leave = () =>
    void client
      .call('guest.leave', { params: { id: guest.id } })
      .then(done(said.hasLeft(name)))
      .catch(toast.failure)
  const checkOut = () =>
    void client
      .call('stay.checkOut', { params: { number: guest.room }, query: asked(guest.tenant), body: {} })
      .then(done(said.left(guest.room)))
      .catch(toast.failure)
  const { data, error, refetch } = useWhatIsCancelled(guest)
  const calls = data?.pending
  return (
    <>
      {error === null ? null : <Trouble error={error} onRetry={() => void refetch()} />}
      {calls === undefined ? null : <WhatIsCancelled calls={calls} />}
      {isAlone ? null : <p>{said.othersStay(sharers.map((one) => one.name).join(said.and))}</p>}
      <p className="second">{said.noWayBack}</p>
      <div className="buttons">
        {isAlone ? null : (
          <Button asks onClick={leave}>
            {said.oneLeaves(name)}
          </Button>
        )}
        <Button look="danger" asks onClick={checkOut} disabled={calls === undefined} data-autofocus>
          {isAlone ? said.checkOutRoom(guest.room) : said.checkOutAll(guest.room, sharers.length + 1)}
        </Button>
      </div>
    </>
  )
}

/** Nobody checks out before it is known what that cancels. */
function useWhatIsCancelled({ room, tenant }: GuestRecord) {
  const { client } = useDesk()
  const asked = useTenantQuery()
  return useQuery({
    queryKey: ['guest-calls', tenant, room],
    gcTime: 0,
    queryFn: ({ signal }) =>
      client.call(
        'wakeup.listOf',
        { params: { type: 'pending' }, query: { room, ...asked(tenant) } },
        { signal },
      ),
  })
}

interface CancelledProps {
  readonly calls: readonly { readonly scheduled: string; readonly daily?: boolean }[]
}

function WhatIsCancelled({ calls }: CancelledProps) {
  const said = useTexts(guestTexts)
  const format = useFormat()
  const times = calls.map(({ scheduled, daily }) => {
    const time = format.time(instantOf(scheduled))
    return daily ? said.daily(time) : time
  })
  return (
    <p className="said" role="status">
      {calls.length === 0 ? said.cancelsNone : said.cancels(calls.length, times.join(said.and))}
    </p>
  )
}
