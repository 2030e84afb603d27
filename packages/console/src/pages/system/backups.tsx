import { useQuery } from '@tanstack/react-query'
import { instantOf } from '../../kernel/clock.ts'
import { useDesk } from '../../live/desk.ts'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { systemTexts } from './texts.ts'

const LOOK_MS = 1_000
const MEGABYTE = 2 ** 20

/** What was backed up here, and one more on request. */
export function Backups() {
  const said = useTexts(systemTexts)
  const format = useFormat()
  const { client } = useDesk()
  const toast = useToast()
  const { data, refetch } = useQuery({
    queryKey: ['backups'],
    queryFn: () => client.call('system.backups', {}),
    refetchInterval: ({ state }) => (state.data?.running == null ? false : LOOK_MS),
  })
  const make = () =>
    client
      .call('system.backup', { body: {} })
      .then(() => refetch())
      .catch(toast.failure)
  if (data === undefined) return null
  const isRunning = data.running !== null
  return (
    <section aria-label={said.backups}>
      <div className="with-deed">
        <h2>{said.backups}</h2>
        <Button icon="download" asks disabled={isRunning} aria-busy={isRunning} onClick={() => void make()}>
          {isRunning ? said.backingUp : said.backUp}
        </Button>
      </div>
      <p className="second">{said.keyHint}</p>
      {data.failed === '' ? null : (
        <p role="alert">
          {said.backupFailed} <span lang="en">{data.failed}</span>
        </p>
      )}
      {data.backups.length === 0 && !isRunning ? <p>{said.noBackup}</p> : null}
      <ul className="backups">
        {data.backups.map(({ name, bytes, made }) => (
          <li key={name}>
            <span className="number">{`${format.day(instantOf(made))} ${format.time(instantOf(made))}`}</span>
            <span className="second">
              {said.megabytes(format.number(Math.max(1, Math.round(bytes / MEGABYTE))))}
            </span>
            <a className="button" href={`/rest/system/backup/${name}`} download={name}>
              <Icon name="download" size="small" />
              {said.download(name)}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
