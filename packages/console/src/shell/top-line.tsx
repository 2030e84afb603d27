import { useDesk, useSession } from '../live/desk.ts'
import { useWatched } from '../live/use.ts'
import { Button, Key } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { shellTexts } from '../texts/shell.ts'
import { useTexts } from '../texts/speech.ts'
import { useConsole } from './console.ts'
import { HotelClock } from './hotel-clock.tsx'
import { LinkSign } from './link-sign.tsx'
import { PersonMenu } from './person-menu.tsx'

/** The sun over the line. */
const Sign = () => (
  <svg className="sign" viewBox="0 0 28 28" aria-hidden="true">
    <path d="M4 18a10 10 0 0 1 20 0z" fill="currentColor" />
    <path d="M2 22h24M8 26h12" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
  </svg>
)

function Brand() {
  const { site } = useSession()
  return (
    <div className="brand">
      <Sign />
      <span className="cut">{site.name}</span>
    </div>
  )
}

/** Hotel clock, search, link and person. */
export function TopLine({ onSearch }: { readonly onSearch: () => void }) {
  const said = useTexts(shellTexts)
  const { house } = useDesk()
  const { tenant, tenants } = useSession()
  const isOff = useWatched(house.link).state === 'offline'
  const own = tenants.find(({ id }) => id === tenant)
  return (
    <header className="head">
      <Brand />
      <div className={isOff ? 'top off' : 'top'}>
        <HotelClock />
        {own === undefined ? null : <span className="second tenant">{own.name}</span>}
        <span className="grow" />
        <button type="button" className="find" onClick={onSearch}>
          <Icon name="search" size="small" />
          <span className="grow">{said.search}</span>
          <Key aria-hidden>{said.searchKeys}</Key>
        </button>
        <LockSign />
        <LinkSign />
        <PersonMenu />
      </div>
    </header>
  )
}

function LockSign() {
  const said = useTexts(shellTexts)
  const { locked } = useSession()
  const { gate } = useConsole()
  return locked === true ? (
    <Button icon="lock" className="locked" onClick={() => void gate.ask('unlock')}>
      {said.locked}
    </Button>
  ) : null
}
