import { useQuery } from '@tanstack/react-query'
import { useDesk, useHouses } from '../../live/desk.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { systemTexts } from './texts.ts'

/** The last seal of each chain: worth noting elsewhere. */
export function Seals() {
  const said = useTexts(systemTexts)
  const { number } = useFormat()
  const { client } = useDesk()
  const housesOf = useHouses()
  const { data } = useQuery({ queryKey: ['seals'], queryFn: () => client.call('setup.seals', {}) })
  if (data === undefined || data.seals.length === 0) return null
  const houses = housesOf(data.seals.map(({ tenant }) => tenant))
  return (
    <section>
      <h2>{said.seals}</h2>
      <p className="second">{said.sealsHint}</p>
      <ul className="seals">
        {data.seals.map(({ tenant, number: seal, hash }, place) => (
          <li key={tenant}>
            <span className="whose">{houses[place]?.name}</span>
            <b className="number">{number(seal)}</b>
            <code>{hash}</code>
            <CopyButton text={`${seal} ${hash}`}>{said.copy}</CopyButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
