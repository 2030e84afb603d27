import { Link } from 'wouter'
import { Icon } from '../../parts/icon.tsx'
import { useTexts } from '../../texts/speech.ts'
import { inlineOf, meantBy, type SettingsPage, VOICE } from './pages.ts'
import { VoiceLink, VoicePhrases } from './voice-phrases.tsx'
import { PolicyForm } from './policy-form.tsx'
import { RoomTools } from './room-tools.tsx'
import { SectionForm } from './section-form.tsx'
import { ThingForm } from './thing-form.tsx'
import { ThingList } from './thing-list.tsx'
import { ThingTable } from './thing-table.tsx'
import { TenantPolicies } from './tenant-policies.tsx'
import { settingsTexts } from './texts.ts'

/** A page of the settings: what there is at the left, what is opened at the right. */
export function SettingsStage({ page, place }: { readonly page: SettingsPage; readonly place: string }) {
  const texts = useTexts(settingsTexts)
  // What is written in a table opens with it, and nothing else is open.
  const first = inlineOf(page).length > 0 ? '' : (page.sections[0] ?? '')
  const isAlone = page.sections.length === 1 && page.things.length === 0 && page.id !== 'wakeups'
  return (
    <>
      <section className="settings-list" aria-label={texts[page.title]}>
        <div className="list-head">
          <Link className="back" href="/settings" aria-label={texts.allSettings}>
            <Icon name="left" size="small" />
          </Link>
          <h2>{texts[page.title]}</h2>
        </div>
        {page.sections.length === 0 ? null : (
          <ul className="sections">
            {page.sections.map((section) => (
              <li key={section}>
                <Link
                  href={`/settings/${page.id}/${section}`}
                  aria-current={section === (place === '' ? first : place) ? 'page' : undefined}
                >
                  {texts[section]}
                </Link>
              </li>
            ))}
          </ul>
        )}
        {page.id === 'wakeups' ? <TenantPolicies place={place} /> : null}
        {page.id === 'rooms' ? <RoomTools /> : null}
        {page.id === 'prompts' ? <VoiceLink place={place} /> : null}
        {page.things.map((noun) => (
          <ThingList key={noun} page={page} noun={noun} place={place} />
        ))}
      </section>
      <section className="settings-stage">
        <Link className="back" href={`/settings/${page.id}`}>
          <Icon name="left" size="small" />
          {texts[page.title]}
        </Link>
        <Opened page={page} place={isAlone && place === '' ? (page.sections[0] ?? '') : place} />
      </section>
    </>
  )
}

function Opened({ page, place }: { readonly page: SettingsPage; readonly place: string }) {
  const texts = useTexts(settingsTexts)
  const inline = place === '' ? inlineOf(page) : []
  const first = place === '' ? (page.sections[0] ?? '') : place
  const [, tenant] = /^tenant~(.*)$/s.exec(first) ?? []
  if (page.id === 'wakeups' && tenant !== undefined) return <PolicyForm key={first} tenant={tenant} />
  if (page.id === 'prompts' && place === VOICE) return <VoicePhrases />
  if (inline.length > 0)
    return (
      <>
        <p className="second inline-note">{texts.inline}</p>
        {inline.map((noun) => (
          <ThingTable key={noun} page={page} noun={noun} />
        ))}
      </>
    )
  const meant = meantBy(page, first)
  if (meant === null) return <p className="nothing second">{texts.choose}</p>
  return 'section' in meant ? (
    <SectionForm key={meant.section} section={meant.section} />
  ) : (
    <ThingForm key={`${meant.noun} ${meant.key}`} page={page} noun={meant.noun} place={meant.key} />
  )
}
