import type { Thing } from '../../hotel/settings/fields.ts'
import { type SecretDeed, secretDeed } from '../../hotel/settings/new-secret.ts'
import { TypedConfirm } from '../../parts/typed-confirm.tsx'
import { useTexts } from '../../texts/speech.ts'
import { settingsTexts } from './texts.ts'
import { useAsking } from './use-asking.ts'

interface Asked {
  readonly deed: SecretDeed
  /** One signed beside it already, and ends with this. */
  readonly endsOther: boolean
}

/** Asks before posts are signed otherwise than their receiver knows. */
export function useSecretDanger(name: string) {
  const { asked, ask, answer } = useAsking<Asked>()
  return {
    ask: (body: Thing, stored: Thing): Promise<boolean> => {
      const deed = secretDeed(stored, body)
      if (deed === null) return Promise.resolve(true)
      return ask({ deed, endsOther: stored['previousSecretSet'] === true && deed === 'overlaps' })
    },
    dialog: asked === null ? null : <NewSecret {...asked} name={name} onAnswer={answer} />,
  }
}

interface NewSecretProps extends Asked {
  readonly name: string
  readonly onAnswer: (isMeant: boolean) => void
}

const FOLLOWS = {
  overlaps: 'secretOverlaps',
  'at-once': 'secretAtOnce',
  'as-written': 'secretAsWritten',
  gone: 'secretUnsigned',
} as const

/** What follows, and who must be told of it. */
function NewSecret({ deed, endsOther, name, onAnswer }: NewSecretProps) {
  const texts = useTexts(settingsTexts)
  const isGone = deed === 'gone'
  return (
    <TypedConfirm
      title={isGone ? texts.secretGoneTitle(name) : texts.secretNewTitle(name)}
      name={name}
      deed={isGone ? texts.secretGoneDo : texts.secretNewDo}
      onYes={() => onAnswer(true)}
      onNo={() => onAnswer(false)}
    >
      {isGone ? null : <p>{texts.secretTell}</p>}
      <p>{texts[FOLLOWS[deed]]}</p>
      {endsOther ? <p>{texts.secretEndsOther}</p> : null}
    </TypedConfirm>
  )
}
