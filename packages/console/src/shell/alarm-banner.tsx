import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { AlarmRecord } from '@reveille/contract'
import { type AlarmGroup, callOf } from '../hotel/alarm.ts'
import { instantOf } from '../kernel/clock.ts'
import { mayChange, useDesk, useRoomNames, useSession } from '../live/desk.ts'
import { knowAlarms } from '../live/know-alarm.ts'
import { useAlarmDeeds } from '../live/use-alarm-deeds.ts'
import { useAll } from '../live/use.ts'
import { Button } from '../parts/button.tsx'
import { GuestButtons } from '../parts/guest-buttons.tsx'
import { Mark } from '../parts/icon.tsx'
import { KnowDialog } from '../parts/know-dialog.tsx'
import { useClock, useNowSince } from '../parts/now.ts'
import { useToast } from '../parts/toasts.tsx'
import { alarmTexts } from '../texts/alarms.ts'
import { useFormat, useTexts } from '../texts/speech.ts'
import { AlarmPlace, AlarmWords } from './alarm-words.tsx'
import { FoldedAlarms } from './folded-alarms.tsx'
import { SoundChip } from './sound-chip.tsx'

/** More would hide the page; the rest is behind "and 3 more". */
const MOST = 3

interface AlarmBannerProps {
  readonly groups: readonly AlarmGroup[]
  /** The page below lists the very same. */
  readonly isListed: boolean
}

/** Over everything, on every page: it cannot be closed, only known or mended. */
export function AlarmBanner({ groups, isListed }: AlarmBannerProps) {
  const said = useTexts(alarmTexts)
  const isSettling = useSettling(groups.length)
  const left = useAll(useDesk().house.unsettled.store)
  const isReminded = left.size > 0 && !isListed
  if (groups.length === 0 && !isReminded) return null
  return (
    <section className={isSettling ? 'alarms settling' : 'alarms'} aria-label={said.banner}>
      {groups.length === 0 ? null : isListed ? (
        <FoldedAlarms groups={groups} />
      ) : (
        <AlarmLines groups={groups} />
      )}
      {isReminded ? <LeftToWake alarms={[...left.values()]} /> : null}
    </section>
  )
}

/** What somebody knows is not done yet: it makes no sound any more, and stays in sight. */
function LeftToWake({ alarms }: { readonly alarms: readonly AlarmRecord[] }) {
  const said = useTexts(alarmTexts)
  const [, go] = useLocation()
  const nameOf = useRoomNames()
  // A room that was rung again in vain has two alarms.
  const rooms = [...new Set(alarms.map(nameOf))]
  return (
    <div className="alarm amber s-again left">
      <Mark name="triangle" size="large" />
      <div className="what">
        <span role="status">
          <b>{said.leftToWake(rooms.length)}</b>
          <small>{rooms.join(', ')}</small>
        </span>
      </div>
      <div className="buttons">
        <Button className="opens" onClick={() => go('/alarms')}>
          {said.open}
        </Button>
      </div>
    </div>
  )
}

function AlarmLines({ groups }: Pick<AlarmBannerProps, 'groups'>) {
  const said = useTexts(alarmTexts)
  const [, go] = useLocation()
  const rest = groups.slice(MOST)
  return (
    <>
      {groups.slice(0, MOST).map((group, place) => (
        <AlarmLine
          key={group.alarms[0].id}
          group={group}
          others={groups.length - 1}
          hasSound={place === 0 && group.level === 'red'}
        />
      ))}
      {rest.length === 0 ? null : (
        <Button look="quiet" className="further" onClick={() => go('/alarms')}>
          {said.andMore(rest.length)}
        </Button>
      )}
    </>
  )
}

const SETTLING_MS = 700

/** One has gone and the next moves under the pointer: whoever clicks twice must not act on that one. */
function useSettling(count: number): boolean {
  const clock = useClock()
  const [before, setBefore] = useState(count)
  const [isSettling, setSettling] = useState(false)
  if (count !== before) {
    setBefore(count)
    setSettling(count < before)
  }
  useEffect(
    () => (isSettling ? clock.after(SETTLING_MS, () => setSettling(false)) : undefined),
    [clock, isSettling],
  )
  return isSettling
}

interface AlarmLineProps {
  readonly group: AlarmGroup
  /** How many lines there are besides, where a phone shows this one only. */
  readonly others: number
  /** One switch for all of them: red stands first. */
  readonly hasSound: boolean
}

function AlarmLine({ group, others, hasSound }: AlarmLineProps) {
  const { level } = group
  const isRed = level === 'red'
  return (
    <div className={`alarm ${level} s-${isRed ? 'bad' : 'again'}`}>
      <Mark name={isRed ? 'failed' : 'triangle'} size="large" />
      <AlarmPlace group={group} />
      <div className="what">
        <AlarmWords group={group} />
        <Age group={group} />
      </div>
      {others === 0 ? null : <span className="others">{`+${others}`}</span>}
      {hasSound ? <SoundChip /> : null}
      <AlarmButtons group={group} />
    </div>
  )
}

/** Beside what is told: an alarm is read out once, and not again whenever it is a minute older. */
function Age({ group: { alarms } }: { readonly group: AlarmGroup }) {
  const said = useTexts(alarmTexts)
  const format = useFormat()
  const raised = instantOf(alarms[0].raised)
  const now = useNowSince(raised)
  return <small className="age">{said.openFor(format.age(now - raised))}</small>
}

function AlarmButtons({ group }: { readonly group: AlarmGroup }) {
  const said = useTexts(alarmTexts)
  const session = useSession()
  const [, go] = useLocation()
  const desk = useDesk()
  const toast = useToast()
  const deeds = useAlarmDeeds(group)
  const nameOf = useRoomNames()
  const [isAsking, setAsking] = useState(false)
  if (!mayChange(session)) return null
  const call = callOf(group)
  const ids = group.alarms.map(({ id }) => id)
  return (
    <div className="buttons">
      <GuestButtons {...deeds} />
      <Button
        className="opens"
        onClick={() => go(call === null ? '/alarms' : `/today?call=${encodeURIComponent(call)}`)}
      >
        {said.open}
      </Button>
      <Button className="knows" icon="tick" asks onClick={() => setAsking(true)}>
        <span className="word">{group.alarms.length > 1 ? said.knowAll : said.know}</span>
      </Button>
      {isAsking ? (
        <KnowDialog
          rooms={group.alarms.map(nameOf)}
          onClose={() => setAsking(false)}
          onKnow={(note) => {
            setAsking(false)
            void knowAlarms(desk, ids, note).catch(toast.failure)
          }}
        />
      ) : null}
    </div>
  )
}
