import { Link } from 'wouter'
import { useTexts } from '../../texts/speech.ts'
import { settingsTexts } from './texts.ts'
import { said as textIn, useConfigList } from './use-config.ts'

/** Tenants whose calls may be carried out otherwise: what is left empty there is as the site has it. */
export function TenantPolicies({ place }: { readonly place: string }) {
  const texts = useTexts(settingsTexts)
  const { data = [] } = useConfigList('tenant')
  return (
    <ul className="sections">
      {data.map((one) => {
        const at = `tenant~${textIn(one, 'id')}`
        const isOwn = typeof one['wakeup'] === 'object'
        return (
          <li key={at}>
            <Link
              href={`/settings/wakeups/${encodeURIComponent(at)}`}
              aria-current={at === place ? 'page' : undefined}
            >
              {textIn(one, 'name')}
              <span className="second small">{isOwn ? texts.ownValue : texts.asSite}</span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
