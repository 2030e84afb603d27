import { instantOf } from '../kernel/clock.ts'
import { alarmTexts } from '../texts/alarms.ts'
import { useFormat, useTexts } from '../texts/speech.ts'
import { Button } from './button.tsx'
import { useToast } from './toasts.tsx'

interface GuestButtonsProps {
  readonly room: string
  /** Null: it must not be rung. */
  readonly ringAgain: (() => Promise<unknown>) | null
  /** Null: there is nobody to be reached. */
  readonly reachedByHand: (() => Promise<unknown>) | null
  /** Not null: they have answered since. */
  readonly answered: { readonly at: string; readonly settle: (reason: string) => Promise<unknown> } | null
  readonly isRinging: boolean
}

/** What can be done for a guest who was not woken, wherever an alarm says so. */
export function GuestButtons({ room, ringAgain, reachedByHand, answered, isRinging }: GuestButtonsProps) {
  const said = useTexts(alarmTexts)
  const format = useFormat()
  const toast = useToast()
  const tell = (doing: Promise<unknown>) => void doing.catch(toast.failure)
  return (
    <>
      {answered === null ? null : (
        <Button
          look="main"
          icon="tick"
          asks
          onClick={() => tell(answered.settle(said.settledBy(format.time(instantOf(answered.at)))))}
        >
          {said.settle}
        </Button>
      )}
      {ringAgain === null ? null : (
        <Button
          look={answered === null ? 'main' : undefined}
          icon="phone"
          asks
          disabled={isRinging}
          onClick={() => tell(ringAgain().then(() => toast.say(said.ringsRoom(room))))}
        >
          {isRinging ? said.ringing : said.ringAgain}
        </Button>
      )}
      {reachedByHand === null ? null : (
        <Button asks onClick={() => tell(reachedByHand())}>
          {said.byHand}
        </Button>
      )}
    </>
  )
}
