import type { DestinationRecord } from '@reveille/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { mayBeCleared } from '../../hotel/delivery.ts'
import { may } from '../../hotel/permissions.ts'
import { mayChange, useDesk, useSession } from '../../live/desk.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/dialog.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useTexts } from '../../texts/speech.ts'
import { ClearLane } from './clear-lane.tsx'
import { deliveryTexts } from './texts.ts'
import type { Traced } from './use-address.ts'
import { useAskedFor } from './use-lane.ts'

/** What of a lane is looked at. */
export interface Looking {
  /** The lane whose messages are listed as they come, whatever becomes of them. */
  readonly watched: string | null
  readonly onWatch: (name: string | null) => void
  /** What goes over the link of a property system. */
  readonly onTrace: (traced: Traced) => void
}

interface LaneDeedsProps extends Looking {
  readonly destination: DestinationRecord
  /** Its house, where another has a lane of this name. */
  readonly whose: string
}

/** What can be done with a lane, and a closer look at it. */
export function LaneDeeds({ destination, whose, ...looking }: LaneDeedsProps) {
  const session = useSession()
  const isForUs = may(session.permissions, ['administrator'])
  return (
    <span className="buttons">
      <LookButton destination={destination} whose={whose} mayTrace={isForUs} {...looking} />
      {isForUs && mayChange(session) ? <Changes destination={destination} whose={whose} /> : null}
    </span>
  )
}

interface LookButtonProps extends LaneDeedsProps {
  readonly mayTrace: boolean
}

/** The records of a link are for administrators; messages may be read by everybody who is here. */
function LookButton({
  destination: { name, tenant, link },
  whose,
  mayTrace,
  watched,
  onWatch,
  onTrace,
}: LookButtonProps) {
  const said = useTexts(deliveryTexts)
  if (link === null)
    return (
      <Button
        look="quiet"
        aria-label={said.watchOf(`${name} ${whose}`.trim())}
        aria-pressed={watched === name}
        onClick={() => onWatch(watched === name ? null : name)}
      >
        {said.watch}
      </Button>
    )
  return mayTrace ? (
    <Button
      look="quiet"
      aria-label={`${said.trace} ${name} ${whose}`.trim()}
      onClick={() => onTrace({ name, tenant })}
    >
      {said.trace}
    </Button>
  ) : null
}

function Changes({ destination, whose }: Pick<LaneDeedsProps, 'destination' | 'whose'>) {
  const said = useTexts(deliveryTexts)
  const { test, enable } = useLaneDeeds(destination)
  const [isAsking, setAsking] = useState(false)
  const { link, state } = destination
  const name = `${destination.name} ${whose}`.trim()
  const isOff = state === 'disabled'
  return (
    <>
      {link === null && !isOff ? (
        <Button asks aria-label={said.testOf(name)} onClick={test}>
          {said.test}
        </Button>
      ) : null}
      <Button
        {...(isOff ? {} : { look: 'quiet' as const })}
        asks
        aria-label={`${isOff ? said.enable : said.disable} ${name}`}
        onClick={() => (isOff ? enable(true) : setAsking(true))}
      >
        {isOff ? said.enable : said.disable}
      </Button>
      {mayBeCleared(destination) ? <ClearLane destination={destination} whose={whose} /> : null}
      {isAsking ? (
        <Confirm
          title={said.disableOf(name)}
          deed={said.disable}
          isDangerous
          asks
          onNo={() => setAsking(false)}
          onYes={() => {
            setAsking(false)
            enable(false)
          }}
        >
          <p>{said.disableWhy}</p>
        </Confirm>
      ) : null}
    </>
  )
}

function useLaneDeeds(destination: DestinationRecord) {
  const said = useTexts(deliveryTexts)
  const { client } = useDesk()
  const toast = useToast()
  const queries = useQueryClient()
  const { name, purpose } = destination
  const asked = useAskedFor()(destination)
  const test = async () => {
    const trial =
      purpose === 'charge'
        ? await client.call('connector.test', { ...asked, body: {} })
        : await client.call('server.test', { ...asked, body: {} })
    if (trial.forbidden) return toast.warn(said.testForbidden(name))
    const { status } = trial
    if (status === null) return toast.warn(said.testFailed(name, trial.text))
    const told = status >= 200 && status < 300 ? toast.say : toast.warn
    told(said.tested(name, String(status), String(trial.ms)))
  }
  const change = async (isOn: boolean) => {
    const body = { disabled: !isOn }
    if (purpose === 'charge') await client.call('connector.change', { ...asked, body })
    else await client.call('server.change', { ...asked, body })
    await queries.invalidateQueries({ queryKey: ['deliveries'] })
  }
  return {
    test: () => void test().catch(toast.failure),
    enable: (isOn: boolean) => void change(isOn).catch(toast.failure),
  }
}
