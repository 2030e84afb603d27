import { useEffect } from 'react'
import { useSession } from '../live/desk.ts'
import { useWatched } from '../live/use.ts'
import { Button } from '../parts/button.tsx'
import { alarmTexts } from '../texts/alarms.ts'
import { useTexts } from '../texts/speech.ts'
import { useConsole } from './console.ts'

/** Where an alarm would not be heard: the browser is mute until somebody touches the page. */
export function SoundChip() {
  const { sound } = useConsole()
  const said = useTexts(alarmTexts)
  return useWatched(sound.isMuted) ? (
    <Button look="quiet" icon="sound-off" className="sound" onClick={sound.unmute} title={said.soundOn}>
      <span className="word">{said.soundOff}</span>
    </Button>
  ) : null
}

/** Nobody sits at a display: whether it would be heard is told before there is an alarm. */
export function DisplaySound() {
  const { sound } = useConsole()
  const isDisplay = useSession().kind === 'display'
  useEffect(() => {
    if (isDisplay) sound.look()
  }, [isDisplay, sound])
  return isDisplay ? <SoundChip /> : null
}
