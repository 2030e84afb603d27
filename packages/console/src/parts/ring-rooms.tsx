import { alarmTexts } from '../texts/alarms.ts'
import { useTexts } from '../texts/speech.ts'
import { Confirm } from './dialog.tsx'
import { useToast } from './toasts.tsx'

interface RingRoomsProps {
  /** As people tell them apart. */
  readonly rooms: readonly string[]
  readonly ring: () => Promise<unknown>
  readonly onClose: (isDone: boolean) => void
}

/** Before many guests are rung again at once: how many, and which. */
export function RingRooms({ rooms, ring, onClose }: RingRoomsProps) {
  const said = useTexts(alarmTexts)
  const toast = useToast()
  const yes = () => {
    onClose(true)
    void ring().then(() => toast.say(said.ringRoomsSoon(rooms.length)), toast.failure)
  }
  return (
    <Confirm
      title={said.askRing(rooms.length)}
      deed={said.ringRooms(rooms.length)}
      asks
      onYes={yes}
      onNo={() => onClose(false)}
    >
      <p>{rooms.join(', ')}</p>
    </Confirm>
  )
}
