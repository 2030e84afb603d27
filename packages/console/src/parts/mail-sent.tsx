import { commonTexts } from '../texts/common.ts'
import { useTexts } from '../texts/speech.ts'
import { State } from './state.tsx'

type Texts = (typeof commonTexts)['en']
type Trouble = 'none' | 'server' | 'host' | 'silent' | 'security' | 'login' | 'refused' | 'key'

const WORDS = {
  none: 'mailTaken',
  server: 'mailServerNone',
  host: 'mailHostUnknown',
  silent: 'mailSilent',
  security: 'mailInsecure',
  login: 'mailLogin',
  refused: 'mailRefused',
  key: 'mailKey',
} as const satisfies Readonly<Record<Trouble, keyof Texts>>

interface MailSentProps {
  readonly ok: boolean
  readonly trouble: Trouble
  /** What the mail server said. */
  readonly text: string
}

/** What became of a mail that was sent to try: in our words, and below them in those of the mail server. */
export function MailSent({ ok, trouble, text }: MailSentProps) {
  const said = useTexts(commonTexts)
  return (
    <div className="mail-sent" role="status">
      <State state={ok ? 'good' : 'bad'} mark={ok ? 'tick' : 'cross'}>
        {ok ? said.mailTaken : said.mailNot}
      </State>
      {ok ? null : <p>{said[WORDS[trouble]]}</p>}
      {ok ? null : (
        <p className="second small" lang="en">
          {text}
        </p>
      )}
    </div>
  )
}
