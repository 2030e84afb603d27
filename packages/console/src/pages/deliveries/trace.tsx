import { useQuery } from '@tanstack/react-query'
import { instantOf } from '../../kernel/clock.ts'
import { useDesk } from '../../live/desk.ts'
import { useWatched } from '../../live/use.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Skeleton, Trouble } from '../../parts/nothing.tsx'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { deliveryTexts } from './texts.ts'
import type { Traced } from './use-address.ts'
import { useAskedFor } from './use-lane.ts'

/** There are no events of single records. */
const LOOK_MS = 2_000

/** What goes over the link to a property system, while it goes. */
export function Trace({ name, tenant, onClose }: Traced & { readonly onClose: () => void }) {
  const said = useTexts(deliveryTexts)
  const { client, tenant: chosen } = useDesk()
  const isShared = useWatched(chosen) !== '' && tenant === ''
  const askedFor = useAskedFor()
  const { data, error } = useQuery({
    queryKey: ['trace', tenant, name],
    queryFn: ({ signal }) => client.call('connector.trace', askedFor({ name, tenant }), { signal }),
    refetchInterval: LOOK_MS,
  })
  return (
    <Dialog title={said.traceOf(name)} onClose={onClose} size={960}>
      <p className="second">
        {said.traceWhat}
        {isShared ? ` ${said.traceShared}` : ''}
      </p>
      {error === null ? null : <Trouble error={error} />}
      {data === undefined ? (
        error === null ? (
          <Skeleton rows={6} />
        ) : null
      ) : (
        <Records records={data.records} />
      )}
    </Dialog>
  )
}

interface RecordsProps {
  readonly records: readonly {
    readonly number: number
    readonly at: string
    readonly direction: string
    readonly text: string
  }[]
}

function Records({ records }: RecordsProps) {
  const said = useTexts(deliveryTexts)
  const format = useFormat()
  if (records.length === 0) return <p>{said.traceNone}</p>
  return (
    <ol className="trace" tabIndex={0} aria-label={said.trace}>
      {records.toReversed().map(({ number, at, direction, text }) => (
        <li key={number} className={direction}>
          <time>{format.fullTime(instantOf(at))}</time>
          <span className="way">
            <Icon name={direction === 'sent' ? 'right' : 'left'} size="tiny" />
            {direction === 'sent' ? said.sent : said.received}
          </span>
          <code>{text}</code>
        </li>
      ))}
    </ol>
  )
}
