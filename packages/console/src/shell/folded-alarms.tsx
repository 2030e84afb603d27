import type { AlarmGroup } from '../hotel/alarm.ts'
import { Button } from '../parts/button.tsx'
import { tabbedIn } from '../parts/focus.ts'
import { Mark } from '../parts/icon.tsx'
import { alarmTexts } from '../texts/alarms.ts'
import { useTexts } from '../texts/speech.ts'
import { AlarmPlace, AlarmWords } from './alarm-words.tsx'
import { SoundChip } from './sound-chip.tsx'

interface FoldedProps {
  readonly groups: readonly AlarmGroup[]
}

/** Where the page lists them: how many there are, and no second time which. Whoever listens is told each as it comes. */
export function FoldedAlarms({ groups }: FoldedProps) {
  const said = useTexts(alarmTexts)
  const isRed = groups.some(({ level }) => level === 'red')
  return (
    <div className={`alarm folded ${isRed ? 'red s-bad' : 'amber s-again'}`}>
      <Mark name={isRed ? 'failed' : 'triangle'} size="large" />
      <b className="what">
        <HowMany groups={groups} />
      </b>
      {isRed ? <SoundChip /> : null}
      <div className="buttons">
        <Button className="opens" onClick={toFirst}>
          {said.toFirst}
        </Button>
      </div>
      <div className="heard-only">
        {groups.map((group) => (
          <div key={group.alarms[0].id}>
            <AlarmPlace group={group} /> <AlarmWords group={group} />
          </div>
        ))}
      </div>
    </div>
  )
}

function HowMany({ groups }: FoldedProps) {
  const said = useTexts(alarmTexts)
  const countOf = (wanted: AlarmGroup['level']) =>
    groups.reduce((sum, { level, alarms }) => (level === wanted ? sum + alarms.length : sum), 0)
  const [red, amber] = [countOf('red'), countOf('amber')]
  if (red === 0) return said.areOpen(amber)
  return amber === 0 ? said.mustAct(red) : `${said.mustAct(red)}, ${said.moreOpen(amber)}`
}

/** The keyboard comes by here first, as on every page, and goes on where something can be done. */
function toFirst(): void {
  tabbedIn(document.querySelector<HTMLElement>('#page [role=table]'))[0]?.focus()
}
