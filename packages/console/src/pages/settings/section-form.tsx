import { siteSettings } from '../../api/config.ts'
import { FORMS } from '../../hotel/settings/forms.gen.ts'
import { type Drafts, draftsOf, isChanged, type Thing } from '../../hotel/settings/fields.ts'
import { sectionWith } from '../../hotel/settings/secrets.ts'
import { useDesk, useSession } from '../../live/desk.ts'
import { TypedConfirm } from '../../parts/typed-confirm.tsx'
import { useTexts } from '../../texts/speech.ts'
import { CourseLine } from './course-line.tsx'
import { FormFrame } from './form-frame.tsx'
import { MailTools } from './mail-tools.tsx'
import type { Section } from './pages.ts'
import { useSecretDanger } from './secret-danger.tsx'
import { settingsTexts } from './texts.ts'
import { useAsking } from './use-asking.ts'
import { ZoneNote } from './zone-note.tsx'

const objectIn = (object: Thing, section: Section): Thing =>
  section === 'site' ? object : sectionWith(object, section)

/** A section of the settings of the whole site. */
export function SectionForm({ section }: { readonly section: Section }) {
  const texts = useTexts(settingsTexts)
  const { client, sessions } = useDesk()
  const site = siteSettings(client)
  const danger = useDanger(section)
  const secret = useSecretDanger(useSession().site.name)
  return (
    <>
      <FormFrame
        title={texts[section]}
        fields={FORMS[section]}
        queryKey={['settings-site', section]}
        load={async (signal) => {
          const { object, tag } = await site.get(signal)
          return { object: objectIn(object, section), tag }
        }}
        save={(body, tag) => site.change(section === 'site' ? body : { [section]: body }, tag)}
        onSaved={() => void sessions.refresh()}
        takesNull={section === 'site' ? [] : 'all'}
        log={{ noun: 'site', key: section }}
        inFile={`section ${section}`}
        risky={section === 'wakeup' || section === 'retention' ? section : undefined}
        prefix={section === 'site' ? '' : `${section}.`}
        beforeSave={async (body, stored) => (await danger.ask(body)) && secret.ask(body, stored)}
        above={(drafts) => <Above section={section} drafts={drafts} />}
      >
        {(drafts, _, stored) =>
          section === 'email' ? (
            <MailTools isUnsaved={isChanged(draftsOf(FORMS.email, stored), drafts)} />
          ) : null
        }
      </FormFrame>
      {danger.dialog}
      {secret.dialog}
    </>
  )
}

function Above({ section, drafts }: { readonly section: Section; readonly drafts: Drafts }) {
  if (section === 'wakeup') return <CourseLine fields={FORMS.wakeup} drafts={drafts} />
  if (section === 'site') return <ZoneNote zone={drafts['timezone']} />
  return null
}

/** A live house that rings built-in phones only wakes nobody. */
function useDanger(section: Section) {
  const texts = useTexts(settingsTexts)
  const { site } = useSession()
  const { asked, ask, answer } = useAsking<'virtual'>()
  return {
    ask: (body: Thing): Promise<boolean> =>
      section === 'telephony' && body['mode'] === 'virtual' ? ask('virtual') : Promise.resolve(true),
    dialog:
      asked === null ? null : (
        <TypedConfirm
          title={texts.virtualTitle}
          name={site.name}
          deed={texts.virtualDo}
          onYes={() => answer(true)}
          onNo={() => answer(false)}
        >
          <p>{texts.virtualWhy}</p>
        </TypedConfirm>
      ),
  }
}
