import type { DoctorReply } from '@reveille/contract'
import { useQuery } from '@tanstack/react-query'
import { useDesk } from '../../live/desk.ts'
import { Button } from '../../parts/button.tsx'
import { Trouble } from '../../parts/nothing.tsx'
import { Cell, Row, Tape } from '../../parts/row.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useLanguage, useTexts } from '../../texts/speech.ts'
import { doctorTexts, doctorTopic } from './doctor-words.ts'
import { systemTexts } from './texts.ts'

const COLUMNS = 'minmax(0, 208px) minmax(0, 1fr)'
const LOOKS = {
  ok: ['good', 'tick'],
  warning: ['again', 'triangle'],
  fault: ['bad', 'failed'],
} as const

/** The same as on the command line, from here; and a file of it for whoever helps. */
export function Doctor() {
  const said = useTexts(systemTexts)
  const { client } = useDesk()
  const toast = useToast()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['doctor'],
    queryFn: () => client.call('system.doctor', {}),
    enabled: false,
  })
  const save = async () => {
    const [system, { checks }, { lines }, doctor] = await Promise.all([
      client.call('system.get', {}),
      client.call('system.check', {}),
      client.call('system.lines', {}),
      client.call('system.doctor', {}),
    ])
    const { name, webuiversion, build, iso8601 } = system
    saveAs('reveille-support.json', {
      name,
      version: webuiversion,
      build,
      at: iso8601,
      checks,
      lines,
      doctor,
    })
  }
  return (
    <section aria-label={said.doctor}>
      <div className="with-deed">
        <h2>{said.doctor}</h2>
        <Button
          icon="system"
          asks
          disabled={isFetching}
          aria-busy={isFetching}
          onClick={() => void refetch()}
        >
          {isFetching ? said.examining : said.examine}
        </Button>
      </div>
      <p className="second">{said.doctorHint}</p>
      {error === null ? null : <Trouble error={error} />}
      {data === undefined ? null : <Findings findings={data.findings} />}
      <div className="with-deed">
        <h2>{said.bundle}</h2>
        <Button icon="download" asks onClick={() => void save().catch(toast.failure)}>
          {said.bundleDeed}
        </Button>
      </div>
      <p className="second">{said.bundleHint}</p>
      <p>
        <a href="/metrics">{said.metrics}</a>
      </p>
    </section>
  )
}

function Findings({ findings }: Pick<DoctorReply, 'findings'>) {
  const said = useTexts(systemTexts)
  const words = useTexts(doctorTexts)
  const isEnglish = useLanguage() === 'en'
  return (
    <div role="table" aria-label={said.doctor} className="rows">
      {findings.map(({ topic, level, text }) => {
        const ours = doctorTopic(words, topic)
        return (
          <Row key={topic} state={LOOKS[level][0]} columns={COLUMNS}>
            <Tape mark={LOOKS[level][1]}>{`${ours?.name ?? topic}: ${said[level]}`}</Tape>
            <Cell className="what">
              {ours === null || isEnglish ? null : <span>{level === 'ok' ? ours.ok : ours.deed}</span>}
              <span className={isEnglish ? undefined : 'second'} lang="en">
                {text}
              </span>
            </Cell>
          </Row>
        )
      })}
    </div>
  )
}

function saveAs(name: string, content: object): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  Object.assign(link, { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}
