import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { configObjects, siteSettings } from '../../api/config.ts'
import { isThing, type Thing } from '../../hotel/settings/fields.ts'
import { FORMS } from '../../hotel/settings/forms.gen.ts'
import { fieldsOver } from '../../hotel/settings/policy.ts'
import { sectionWith } from '../../hotel/settings/secrets.ts'
import { useDesk } from '../../live/desk.ts'
import { Skeleton, Trouble } from '../../parts/nothing.tsx'
import { useTexts } from '../../texts/speech.ts'
import { CourseLine } from './course-line.tsx'
import { FormFrame } from './form-frame.tsx'
import { useSecretDanger } from './secret-danger.tsx'
import { settingsTexts } from './texts.ts'
import { said as textIn, useConfigList } from './use-config.ts'

const policyIn = ({ wakeup }: Thing): Thing => (isThing(wakeup) ? wakeup : {})

/** How the calls of a tenant are carried out: what is left empty is as the site has it. */
export function PolicyForm({ tenant }: { readonly tenant: string }) {
  const { client } = useDesk()
  const { data, error, refetch } = useQuery({
    queryKey: ['settings-site-policy'],
    queryFn: async ({ signal }) => policyIn((await siteSettings(client).get(signal)).object),
    gcTime: 0,
  })
  if (error !== null) return <Trouble error={error} onRetry={() => void refetch()} />
  return data === undefined ? <Skeleton rows={8} /> : <PolicyOver tenant={tenant} site={data} />
}

/** The house is checked as a whole. */
const OF_THE_HOUSE = ['nightCheck']

function PolicyOver({ tenant, site }: { readonly tenant: string; readonly site: Thing }) {
  const texts = useTexts(settingsTexts)
  const { client } = useDesk()
  const objects = configObjects(client, 'tenant')
  const one = { key: tenant }
  const fields = useMemo(() => fieldsOver(FORMS.wakeup, site), [site])
  const { data = [] } = useConfigList('tenant')
  const known = data.find((object) => textIn(object, 'id') === tenant)
  const name = known === undefined ? texts.tenant : textIn(known, 'name')
  const secret = useSecretDanger(name)
  return (
    <>
      <FormFrame
        title={name}
        fields={fields}
        queryKey={['settings-policy', tenant]}
        load={async (signal) => {
          const { object, tag } = await objects.get(one, signal)
          return { object: sectionWith(object, 'wakeup'), tag }
        }}
        save={(body, tag) => objects.change(one, { wakeup: body }, tag)}
        onSaved={() => {}}
        takesNull="all"
        log={{ noun: 'tenant', key: tenant }}
        inFile={`tenant ${tenant}`}
        hidden={OF_THE_HOUSE}
        risky="wakeup"
        prefix="wakeup."
        beforeSave={secret.ask}
        above={(drafts) => <CourseLine fields={fields} drafts={drafts} tenant={tenant} />}
      />
      {secret.dialog}
    </>
  )
}
