import { tenantLookedAt, useDesk, useSession } from '../live/desk.ts'
import { useWatched } from '../live/use.ts'
import { Button, Key } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { SunSign } from '../parts/sun-sign.tsx'
import { shellTexts } from '../texts/shell.ts'
import { useTexts } from '../texts/speech.ts'
import { useConsole } from './console.ts'
import { HotelClock } from './hotel-clock.tsx'
import { LinkSign } from './link-sign.tsx'
import { PersonMenu } from './person-menu.tsx'
import { DisplaySound } from './sound-chip.tsx'

function Brand() {
  const { site } = useSession()
  return (
    <div className="brand">
      <SunSign className="sign" />
      <span className="cut">{site.name}</span>
    </div>
  )
}

/** Hotel clock, search, link and person. */
export function TopLine({ onSearch }: { readonly onSearch: () => void }) {
  const said = useTexts(shellTexts)
  const { house } = useDesk()
  const isOff = useWatched(house.link).state === 'offline'
  return (
    <header className="head">
      <Brand />
      <div className={isOff ? 'top off' : 'top'}>
        <HotelClock />
        <TenantSwitch />
        <span className="grow" />
        <button type="button" className="find" onClick={onSearch}>
          <Icon name="search" size="small" />
          <span className="grow">{said.search}</span>
          <Key aria-hidden>{said.searchKeys}</Key>
        </button>
        <DisplaySound />
        <LockSign />
        <LinkSign />
        <PersonMenu />
      </div>
    </header>
  )
}

/** Accounts of a tenant see its name; others choose, where there are several. */
function TenantSwitch() {
  const said = useTexts(shellTexts)
  const session = useSession()
  const { tenant: chosen } = useDesk()
  const tenant = useWatched(chosen)
  const { tenants } = session
  if (session.tenant !== '') {
    const own = tenantLookedAt(session, '')
    return own === undefined ? null : <span className="second tenant">{own.name}</span>
  }
  if (tenants.length === 0) return null
  return (
    <select
      className="tenant-switch"
      aria-label={said.tenant}
      value={tenants.some(({ id }) => id === tenant) ? tenant : ''}
      onChange={(event) => chosen.set(event.currentTarget.value)}
    >
      <option value="">{said.house}</option>
      {tenants.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
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
