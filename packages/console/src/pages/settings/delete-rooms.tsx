import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ConfigNoun, type ConfigObject, configObjects } from '../../api/config.ts'
import { useDesk, useHouses, useSession, useThingQuery } from '../../live/desk.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { TypedConfirm } from '../../parts/typed-confirm.tsx'
import { commonTexts } from '../../texts/common.ts'
import { failureTexts, failureWords } from '../../texts/failures.ts'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { type DoneInTurn, inTurn } from './in-turn.ts'
import { KINDS } from './pages.ts'
import { settingsTexts } from './texts.ts'
import { listKey, said as textIn } from './use-config.ts'

interface DeleteRoomsProps {
  readonly noun: ConfigNoun
  readonly rooms: readonly ConfigObject[]
  /** None is ticked any more. */
  readonly onOver: () => void
}

/** Those that are ticked, once their number is typed: nobody empties a floor by mistake. */
export function DeleteRooms({ noun, rooms, onOver }: DeleteRoomsProps) {
  const texts = useTexts(settingsTexts)
  const [isAsking, setAsking] = useState(false)
  const { so, isAtWork, begin, end } = useDeleting(noun, onOver)
  const count = rooms.length
  return (
    <>
      {count === 0 ? null : (
        <Button icon="remove" asks onClick={() => setAsking(true)}>
          {texts.deleteRooms(count)}
        </Button>
      )}
      {isAsking ? (
        <TypedConfirm
          title={texts.deleteRoomsTitle(count)}
          name={String(count)}
          deed={texts.deleteRooms(count)}
          onYes={() => {
            setAsking(false)
            void begin(rooms)
          }}
          onNo={() => setAsking(false)}
        >
          <p>{texts.removeWhy}</p>
        </TypedConfirm>
      ) : null}
      {so === null ? null : <Progress noun={noun} so={so} isAtWork={isAtWork} onClose={end} />}
    </>
  )
}

/** What became of the ticked ones so far; the list is read again once, at the end. */
function useDeleting(noun: ConfigNoun, onOver: () => void) {
  const texts = useTexts(settingsTexts)
  const { client } = useDesk()
  const queries = useQueryClient()
  const toast = useToast()
  const whose = useThingQuery()
  const [so, setSo] = useState<DoneInTurn<ConfigObject> | null>(null)
  const [isAtWork, setAtWork] = useState(false)
  const remove = (room: ConfigObject) =>
    configObjects(client, noun).remove({ key: numberOf(noun, room), ...whose(textIn(room, 'tenant')) })
  const begin = async (rooms: readonly ConfigObject[]) => {
    setAtWork(true)
    setSo({ done: 0, refused: [], left: rooms.length })
    const over = await inTurn(rooms, remove, setSo)
    await queries.invalidateQueries({ queryKey: listKey(noun) })
    setAtWork(false)
    onOver()
    setSo(over.refused.length === 0 ? null : over)
    if (over.refused.length === 0) toast.say(texts.roomsDeleted(over.done))
  }
  return { so, isAtWork, begin, end: () => setSo(null) }
}

const numberOf = (noun: ConfigNoun, room: ConfigObject) => textIn(room, KINDS[noun].key)

interface ProgressProps {
  readonly noun: ConfigNoun
  readonly so: DoneInTurn<ConfigObject>
  readonly isAtWork: boolean
  readonly onClose: () => void
}

/** How far it is; and when it is over, what is still there, and why. */
function Progress({ noun, so, isAtWork, onClose }: ProgressProps) {
  const texts = useTexts(settingsTexts)
  const { close } = useTexts(commonTexts)
  const { done, refused, left } = so
  return (
    <Dialog title={texts.deletingRooms} {...(isAtWork ? {} : { onClose })}>
      <div role="status">
        <p>{texts.deletedOf(done, done + refused.length + left)}</p>
        {isAtWork || left === 0 ? null : <p>{texts.notTried(left)}</p>}
      </div>
      {isAtWork ? (
        <progress
          className="progress"
          aria-label={texts.deletingRooms}
          value={done + refused.length}
          max={done + refused.length + left}
        />
      ) : null}
      <Refused noun={noun} refused={refused} />
      <div className="buttons">
        <Button look="main" onClick={onClose} disabled={isAtWork}>
          {close}
        </Button>
      </div>
    </Dialog>
  )
}

function Refused({
  noun,
  refused,
}: { readonly noun: ConfigNoun } & Pick<DoneInTurn<ConfigObject>, 'refused'>) {
  const failures = useTexts(failureTexts)
  const { count } = useFormat()
  const housesOf = useHouses()
  const { tenant: own, tenants } = useSession()
  const isOfSeveral = own === '' && tenants.length > 0
  return (
    <ul className="not-deleted">
      {refused.map(({ one, failure }) => {
        const tenant = textIn(one, 'tenant')
        const [house] = isOfSeveral ? housesOf([tenant]) : []
        return (
          <li key={`${tenant} ${numberOf(noun, one)}`}>
            <b className="number">{numberOf(noun, one)}</b>
            {house === undefined ? null : <span className="second">{house.name}</span>}
            <span>{failureWords(failure, failures, count)}</span>
          </li>
        )
      })}
    </ul>
  )
}
