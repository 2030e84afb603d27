import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { type ConfigNoun, configObjects } from '../../api/config.ts'
import type { Drafts, FormField, Thing } from '../../hotel/settings/fields.ts'
import { ownerOf } from '../../hotel/settings/owner.ts'
import { FORMS, type FormName } from '../../hotel/settings/forms.gen.ts'
import { useDesk } from '../../live/desk.ts'
import { Button } from '../../parts/button.tsx'
import { Choice } from '../../parts/choice.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { TypedConfirm } from '../../parts/typed-confirm.tsx'
import { commonTexts } from '../../texts/common.ts'
import { useTexts } from '../../texts/speech.ts'
import { DestinationTools } from './destination-tools.tsx'
import { FormFrame } from './form-frame.tsx'
import { LineTools } from './line-tools.tsx'
import { addressOfThing, KINDS, NEW, type SettingsPage } from './pages.ts'
import { NewPromptTools, PromptTools } from './prompt-tools.tsx'
import { useSecretDanger } from './secret-danger.tsx'
import { settingsTexts } from './texts.ts'
import { listKey, said as textIn, useConfigList } from './use-config.ts'
import { useMeant } from './use-meant.ts'
import { UserTools } from './user-tools.tsx'
import { ZoneNote } from './zone-note.tsx'

interface ThingFormProps {
  readonly page: SettingsPage
  readonly noun: ConfigNoun
  readonly place: string
}

/** One thing of a list: a new one, or one that is there. */
export function ThingForm(props: ThingFormProps) {
  const { noun, place } = props
  return place === NEW ? (
    noun === 'connector' ? (
      <NewConnector {...props} />
    ) : (
      <OneThing {...props} form={KINDS[noun].forms[0] ?? 'tenant'} />
    )
  ) : (
    <KnownThing {...props} />
  )
}

/** What a connector is decides which form it has. */
function NewConnector(props: ThingFormProps) {
  const texts = useTexts(settingsTexts)
  const [form, setForm] = useState<'webhook' | 'fias'>('webhook')
  return (
    <>
      <div className="form-kind">
        <Choice
          label={texts.connector}
          value={form}
          options={[
            { value: 'webhook', word: texts.webhookType },
            { value: 'fias', word: texts.fiasType },
          ]}
          onChoose={setForm}
        />
      </div>
      <OneThing key={form} {...props} form={form} />
    </>
  )
}

function KnownThing(props: ThingFormProps) {
  const { noun, place } = props
  const { data } = useConfigList(noun)
  const [query] = useSearchParams()
  const owner = query.get('tenant') ?? ownerOf(data ?? [], KINDS[noun].key, place)
  const named = data?.filter((object) => textIn(object, KINDS[noun].key) === place)
  const one = named?.find((object) => textIn(object, 'tenant') === owner) ?? named?.[0]
  if (noun === 'connector' && data === undefined) return null
  const form: FormName =
    noun === 'connector'
      ? one !== undefined && textIn(one, 'type') === 'fias'
        ? 'fias'
        : 'webhook'
      : (KINDS[noun].forms[0] ?? 'tenant')
  return <OneThing {...props} form={form} />
}

/** What a thing never shows in its form: its key is drawn by chance. */
const HIDDEN: Partial<Record<ConfigNoun, readonly string[]>> = { tenant: ['id'] }

/** As every account, so that the server need not tell it. */
const HAS_ITS_PASSWORD = { passwordSet: true }

function OneThing({ page, noun, place, form }: ThingFormProps & { readonly form: FormName }) {
  const texts = useTexts(settingsTexts)
  const { client } = useDesk()
  const queries = useQueryClient()
  const [, go] = useLocation()
  const [query] = useSearchParams()
  const kind = KINDS[noun]
  const isNew = place === NEW
  const tenant = query.get('tenant') ?? ''
  const meant = useMeant(noun, place)
  const objects = configObjects(client, noun)
  const fields = FORMS[form]
  const secret = useSecretDanger(place)
  return (
    <>
      <FormFrame
        title={isNew ? texts[`${noun}New`] : `${texts[noun]} ${place}`}
        fields={fields}
        queryKey={isNew ? null : ['settings-thing', noun, place, tenant]}
        load={async (signal) => {
          if (isNew) return { object: {}, tag: '' }
          const { object, tag } = await objects.get(await meant(), signal)
          return { object: noun === 'user' ? { ...object, ...HAS_ITS_PASSWORD } : object, tag }
        }}
        save={async (body, tag) => {
          if (!isNew) return objects.change(await meant(), body, tag)
          const fixed = fields.flatMap((field) => (field.kind === 'fixed' ? [[field.name, field.is]] : []))
          const key = await objects.add({ ...Object.fromEntries(fixed), ...body })
          await queries.invalidateQueries({ queryKey: listKey(noun) })
          queueMicrotask(() => go(addressOfThing(page, noun, key, textIn(body, 'tenant'))))
        }}
        onSaved={() => {}}
        takesNull={kind.takesNull}
        log={{ noun: kind.noun, key: place }}
        inFile={`${kind.noun} ${place}`}
        keyField={kind.key}
        locked={isNew ? [] : [kind.key, 'tenant']}
        beforeSave={secret.ask}
        hidden={HIDDEN[noun] ?? []}
        deeds={<Remove {...{ page, noun, place }} />}
        above={(drafts, stored) =>
          noun === 'tenant' ? (
            <ZoneNote zone={drafts['timezone']} isTenants />
          ) : noun === 'line' && !isNew ? (
            <LineTools {...{ fields, drafts, stored }} name={place} />
          ) : null
        }
      >
        {(drafts, change, stored) => <Tools {...{ noun, place, fields, drafts, change, stored, isNew }} />}
      </FormFrame>
      {secret.dialog}
    </>
  )
}

interface ToolsProps {
  readonly noun: ConfigNoun
  readonly place: string
  readonly isNew: boolean
  readonly fields: readonly FormField[]
  readonly drafts: Drafts
  readonly change: (drafts: Drafts) => void
  readonly stored: Thing
}

/** What can be done besides writing fields. */
function Tools({ noun, place, isNew, fields, drafts, change, stored }: ToolsProps) {
  if (noun === 'user') return <UserTools username={place} isNew={isNew} drafts={drafts} onChange={change} />
  if (noun === 'connector' || noun === 'server')
    return <DestinationTools {...{ noun, fields, drafts, stored }} name={isNew ? null : place} />
  // One that is there is rather tried than changed: its tools stand above the fields.
  if (noun === 'line') return isNew ? <LineTools {...{ fields, drafts, stored }} name={null} /> : null
  if (noun !== 'prompt') return null
  return isNew ? (
    <NewPromptTools drafts={drafts} />
  ) : (
    <PromptTools id={place} drafts={drafts} stored={stored} />
  )
}

interface RemoveProps {
  readonly page: SettingsPage
  readonly noun: ConfigNoun
  readonly place: string
}

function Remove({ page, noun, place }: RemoveProps) {
  const texts = useTexts(settingsTexts)
  const { remove } = useTexts(commonTexts)
  const { client } = useDesk()
  const queries = useQueryClient()
  const toast = useToast()
  const [, go] = useLocation()
  const [isAsking, setAsking] = useState(false)
  const name = useNameOf(noun, place)
  const meant = useMeant(noun, place)
  const act = async () => {
    setAsking(false)
    await configObjects(client, noun).remove(await meant())
    await queries.invalidateQueries({ queryKey: listKey(noun) })
    go(`/settings/${page.id}`)
  }
  return (
    <>
      <Button icon="remove" asks onClick={() => setAsking(true)}>
        {remove}
      </Button>
      {isAsking ? (
        <TypedConfirm
          title={texts.removeTitle(name)}
          name={name}
          deed={remove}
          onYes={() => void act().catch(toast.failure)}
          onNo={() => setAsking(false)}
        >
          <p>{texts.removeWhy}</p>
        </TypedConfirm>
      ) : null}
    </>
  )
}

/** A tenant goes by a long id: people type its name. */
function useNameOf(noun: ConfigNoun, key: string): string {
  const { data } = useConfigList(noun)
  const one = data?.find((object) => textIn(object, KINDS[noun].key) === key)
  return noun === 'tenant' && one !== undefined ? textIn(one, 'name') : key
}
