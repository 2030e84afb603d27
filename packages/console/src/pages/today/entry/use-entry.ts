import type { WholeWakeup } from '@reveille/contract'
import { useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'wouter'
import { asksOf } from '../../../hotel/entry/asks.ts'
import { type CancelPlan, callsMeant, cancelPlanOf } from '../../../hotel/entry/cancel-plan.ts'
import { type CancelEntry, printEntry, roomsOf } from '../../../hotel/entry/entry.ts'
import { type Answered, type Instead, planOf, type SetPlan } from '../../../hotel/entry/set-plan.ts'
import { turned } from '../../../hotel/entry/turned.ts'
import { useDesk, useRoomNames, useSession } from '../../../live/desk.ts'
import { useWatched } from '../../../live/use.ts'
import { useAskByKey } from '../../../parts/ask-by-key.ts'
import { useFormat, useTexts } from '../../../texts/speech.ts'
import { type SaidLines, saidLines, withLine } from './said-lines.ts'
import { entryTexts } from './texts.ts'
import { useCallsToCome } from './use-calls-to-come.ts'
import { type Deeds, useDeeds } from './use-deed.ts'
import { type KnownHouse, useEntryHouse } from './use-entry-house.ts'
import { type Foreseen, useForeseen } from './use-foreseen.ts'
import { deedWords, doneWords, type Option, optionsOf } from './words.ts'

/** Why nothing can be done just now. */
export type Hindrance = 'none' | 'offline' | 'locked'

/** What would go, or else what the rooms have at other times. */
export interface Cancelling extends CancelPlan {
  readonly others: readonly WholeWakeup[]
}

export interface EntryState {
  readonly house: KnownHouse
  readonly text: string
  readonly said: SaidLines
  /** Somebody has pressed Enter: the next one does it. */
  readonly isStanding: boolean
  readonly hindrance: Hindrance
  readonly foreseen: Foreseen
  readonly answered: readonly Answered[]
  readonly plan: SetPlan | null
  readonly cancelling: Cancelling | null
  /** A room that is there in more than one house. */
  readonly twoHouses: string | null
  readonly options: readonly Option[]
  /** The deed by its name; null: there is nothing to do yet. */
  readonly deed: string | null
  readonly isReady: boolean
  readonly deeds: Deeds
  type(text: string): void
  pick(at: number): boolean
  turn(): void
  enter(): void
  act(): void
  leave(): void
  undo(): void
}

/** `first`: what was typed before it was there. */
export function useEntry(first: string): EntryState {
  const words = useTexts(entryTexts)
  const format = useFormat()
  const session = useSession()
  const deeds = useDeeds()
  const askByKey = useAskByKey()
  const roomAs = useRoomNames()
  const hindrance = useHindrance()
  const { text, isStanding, instead, tenant, isWanted, change } = useTyped(first)
  const house = useEntryHouse(tenant)
  const said = useMemo(() => saidLines(text, house), [text, house])
  const [query] = useSearchParams()
  const asked = useAsks(said, house, tenant ?? query.get('tenant'))
  const isOff = hindrance === 'offline' || (hindrance === 'locked' && !isStanding)
  const foreseen = useForeseen(asked.asks, { isHurried: isStanding, isOff })
  const answered = foreseen.state === 'there' ? foreseen.answered : []
  // All or nothing: as long as a line is open there is no deed, but what the others would do is told.
  const plan = foreseen.state === 'there' && said.openAt === -1 ? planOf(answered, instead) : null
  const cancelling = useCancelPlan(said, asked.isMeant, instead)
  const steps = (hindrance === 'offline' ? null : (plan ?? cancelling)?.steps) ?? null
  const isReady = steps !== null && steps.length > 0 && !deeds.isSending
  const type = (next: string) => {
    change({ ...EMPTY, text: next })
    deeds.forget()
  }
  const retype = (next: string) => {
    type(next)
    change({ isStanding })
  }
  const options = optionsOf({
    words,
    format,
    session,
    house,
    said,
    plan,
    cancelling,
    instead,
    twoHouses: asked.twoHouses,
    onLine: (at, line) => retype(withLine(text, at, line)),
    onText: retype,
    onInstead: (one) => change({ instead: one, isStanding: true }),
    onTenant: (one) => change({ tenant: one }),
  })
  const act = () => {
    if (!isReady || steps === null) return
    const done = doneWords(words, format, { plan, answered, cancelling, instead, roomAs })
    void (async () => {
      if (await deeds.carryOut(steps, done)) change(EMPTY)
    })()
  }
  // Enter twice, before the server has read it back: it counts where there is nothing to say about it.
  const isPlain = plan !== null && plan.twins.length === 0 && plan.choices.length === 0
  useEffect(() => {
    if (!isWanted || steps === null) return
    change({ isWanted: false })
    if (isPlain) act()
  })
  return {
    house,
    text,
    said,
    isStanding,
    hindrance,
    foreseen,
    answered,
    plan,
    cancelling,
    twoHouses: asked.twoHouses,
    options,
    deed: deedWords(words, format, { plan, cancelling, instead }),
    isReady,
    deeds,
    type,
    act,
    pick(at) {
      const option = options[at]
      option?.act()
      return option !== undefined
    },
    turn() {
      const [only, ...others] = said.lines
      const entry = only?.reading.kind === 'read' && others.length === 0 ? turned(only.reading.entry) : null
      if (entry === null) return
      change({ text: printEntry(entry), instead: null })
    },
    enter() {
      if (text.trim() === '' || hindrance === 'offline') return
      if (!isStanding) change({ isStanding: true })
      else if (isReady) act()
      // Whoever is asked which house is meant has not heard it read back yet.
      else if (foreseen.state === 'none' && asked.twoHouses === null) change({ isWanted: true })
      // What the server would not say is asked once more.
      else if (foreseen.state === 'failed') change({ isStanding: false })
    },
    leave() {
      if (isStanding) change({ isStanding: false, isWanted: false })
      else type('')
    },
    undo: () => askByKey(() => void deeds.undo(words.undone(deeds.receipt?.words ?? ''))),
  }
}

interface Typed {
  readonly text: string
  readonly isStanding: boolean
  readonly instead: Instead | null
  readonly tenant: string | null
  readonly isWanted: boolean
}

const EMPTY: Typed = { text: '', isStanding: false, instead: null, tenant: null, isWanted: false }

/** What stands in the line. A line may come with the address, from the search: then it is read back at once. */
function useTyped(first: string) {
  const [query, setQuery] = useSearchParams()
  const [typed, setTyped] = useState<Typed>({ ...EMPTY, text: first })
  const brought = query.get('entry')
  const [taken, setTaken] = useState<string | null>(null)
  if (brought !== taken) {
    setTaken(brought)
    if (brought !== null) setTyped({ ...EMPTY, text: brought, isStanding: true })
  }
  useEffect(() => {
    if (brought === null) return
    setQuery(
      (all) => {
        const rest = new URLSearchParams(all)
        rest.delete('entry')
        return rest
      },
      { replace: true },
    )
  }, [brought, setQuery])
  return { ...typed, change: (some: Partial<Typed>) => setTyped((now) => ({ ...now, ...some })) }
}

function useHindrance(): Hindrance {
  const { state } = useWatched(useDesk().house.link)
  const { locked } = useSession()
  if (state === 'offline' || state === 'stale') return 'offline'
  return locked === true ? 'locked' : 'none'
}

/** What the server is to be asked of the lines that are read; nothing while it is not said which of two rooms is meant. */
function useAsks({ sets, cancels, openAt }: SaidLines, house: KnownHouse, tenant: string | null) {
  return useMemo(() => {
    const isTwice = (room: string) => house.tenantsOf(room).length > 1
    const rooms = [...sets, ...cancels].flatMap((entry) => roomsOf(entry.rooms))
    const unsaid = tenant === null ? (rooms.find(isTwice) ?? null) : null
    const twoHouses = openAt === -1 ? unsaid : null
    const isSetting = cancels.length === 0 && unsaid === null
    const asks = isSetting ? asksOf(sets, (room) => (isTwice(room) ? tenant : null)) : []
    const isMeant = (call: WholeWakeup) => !isTwice(call.room) || call.tenant === tenant
    return { asks, twoHouses, isMeant: unsaid === null ? isMeant : null }
  }, [sets, cancels, openAt, house, tenant])
}

const NONE: readonly CancelEntry[] = []

function useCancelPlan(
  { sets, cancels, openAt }: SaidLines,
  isMeant: ((call: WholeWakeup) => boolean) | null,
  instead: Instead | null,
): Cancelling | null {
  const isOff = sets.length > 0 || openAt !== -1 || isMeant === null
  const known = useCallsToCome(isOff ? NONE : cancels)
  if (cancels.length === 0 || isOff || known === null) return null
  const calls = known.filter(isMeant)
  const extent = instead === 'this-day' || instead === 'series' ? instead : null
  const meant = callsMeant(cancels, calls)
  // None at that time: what the rooms have instead is told.
  const others =
    meant.length > 0
      ? []
      : callsMeant(
          cancels.map((entry) => ({ ...entry, time: null })),
          calls,
        )
  return { ...cancelPlanOf(meant, extent), others }
}
