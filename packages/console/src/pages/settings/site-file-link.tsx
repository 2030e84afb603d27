import { useSession } from '../../live/desk.ts'
import { Icon } from '../../parts/icon.tsx'
import { useTexts } from '../../texts/speech.ts'
import { settingsTexts } from './texts.ts'

const FILE = '/rest/config/site-file'

/** The house as a file, for whoever keeps it in one. */
export function SiteFileLink() {
  const texts = useTexts(settingsTexts)
  const { tenant } = useSession()
  if (tenant !== '') return null
  return (
    <a className="site-file" href={FILE} download="reveille-site.yaml">
      <Icon name="download" size="small" />
      {texts.siteFile}
    </a>
  )
}
