import { useQuery } from '@tanstack/react-query'
import { useDesk } from '../../live/desk.ts'
import { Button } from '../../parts/button.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { systemTexts } from './texts.ts'

/** The last seal of each chain: worth noting elsewhere. */
export function Seals() {
  const said = useTexts(systemTexts)
  const { number } = useFormat()
  const { client } = useDesk()
  const toast = useToast()
  const { data } = useQuery({ queryKey: ['seals'], queryFn: () => client.call('setup.seals', {}) })
  if (data === undefined || data.seals.length === 0) return null
  const copy = (text: string) => void navigator.clipboard.writeText(text).then(() => toast.say(said.copied))
  return (
    <section>
      <h2>{said.seals}</h2>
      <p className="second">{said.sealsHint}</p>
      <ul className="seals">
        {data.seals.map(({ tenant, number: seal, hash }) => (
          <li key={tenant}>
            <b className="number">{number(seal)}</b>
            <code>{hash}</code>
            <Button icon="copy" onClick={() => copy(`${seal} ${hash}`)}>
              {said.copy}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
