import { alarmTexts } from '../texts/alarms.ts'
import { useTexts } from '../texts/speech.ts'
import { Button } from './button.tsx'
import { useToast } from './toasts.tsx'

interface GuestButtonsProps {
  readonly room: string
  /** Null: it must not be rung. */
  readonly ringAgain: (() => Promise<unknown>) | null
  /** Null: there is nobody to be reached. */
  readonly reachedByHand: (() => Promise<unknown>) | null
  readonly isRinging: boolean
}

/** What can be done for a guest who was not woken, wherever an alarm says so. */
export function GuestButtons({ room, ringAgain, reachedByHand, isRinging }: GuestButtonsProps) {
  const said = useTexts(alarmTexts)
  const toast = useToast()
  const tell = (doing: Promise<unknown>) => void doing.catch(toast.failure)
  return (
    <>
      {ringAgain === null ? null : (
        <Button
          look="main"
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
