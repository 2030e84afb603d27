import type { SiteRecord } from '@reveille/contract'
import { Field } from '../../parts/field.tsx'
import { SecretInput } from '../../parts/secret-input.tsx'
import { useTexts } from '../../texts/speech.ts'
import { setupTexts } from './texts.ts'

/** A mail server, as it is being written. */
export interface MailFields {
  readonly host: string
  readonly port: string
  readonly from: string
  readonly username: string
  /** Empty: as it is stored. */
  readonly password: string
}

const PORT = 25
/** Where mail servers speak encrypted from the first byte. */
const ENCRYPTED = 465

export const mailFieldsOf = ({ email }: SiteRecord): MailFields => ({
  host: email?.host ?? '',
  port: email?.port === undefined ? '' : String(email.port),
  from: email?.from ?? '',
  username: email?.username ?? '',
  password: '',
})

/** The settings that these fields mean; mails to the desk come from the desk, where nobody says otherwise. */
export function mailServerOf(fields: MailFields, to: string, before: SiteRecord['email']) {
  const port = Number(fields.port.trim()) || PORT
  const username = fields.username.trim()
  const isImplicit = port === ENCRYPTED
  return {
    host: fields.host.trim(),
    port,
    from: fields.from.trim() === '' ? to : fields.from.trim(),
    ...(username === '' ? { username: null, password: null } : { username }),
    ...(username === '' || fields.password === '' ? {} : { password: fields.password }),
    ...(isImplicit || before?.tls === 'implicit' ? ({ tls: isImplicit ? 'implicit' : 'auto' } as const) : {}),
  }
}

const place = (name: keyof MailFields) => `email.${name}`
/** As the server calls these fields. */
export const MAIL_PLACES: readonly string[] = (['host', 'port', 'from', 'username', 'password'] as const).map(
  place,
)

interface MailServerProps {
  readonly fields: MailFields
  readonly onChange: (some: Partial<MailFields>) => void
  /** Whom mails go to. */
  readonly to: string
  readonly hasPassword: boolean
  /** Somebody wanted to go on without it. */
  readonly isMissing: boolean
  /** What the server says of a field. */
  readonly wrong: (field: string) => string | null
}

/** What carries mails out of the house. */
export function MailServer({ fields, onChange, to, hasPassword, isMissing, wrong }: MailServerProps) {
  const said = useTexts(setupTexts)
  const wrote = (name: keyof MailFields) => ({
    value: fields[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      onChange({ [name]: target.value }),
    wrong: wrong(place(name)),
  })
  return (
    <fieldset className="mail-server">
      <legend>{said.mailServer}</legend>
      <p className="second">{said.mailServerLead}</p>
      <div className="mail-fields">
        <Field
          label={said.mailHost}
          {...wrote('host')}
          wrong={isMissing && fields.host.trim() === '' ? said.mailHostMissing : wrong(place('host'))}
          autoCapitalize="off"
          spellCheck={false}
        />
        <Field
          label={said.mailPort}
          {...wrote('port')}
          inputMode="numeric"
          placeholder={String(PORT)}
          hint={said.mailPortHint}
        />
        <Field label={said.mailFrom} type="email" {...wrote('from')} placeholder={to} />
        <Field label={said.mailUser} {...wrote('username')} autoComplete="off" hint={said.mailUserHint} />
        <SecretInput
          label={said.password}
          {...wrote('password')}
          wrong={
            isMissing && fields.username.trim() !== '' && fields.password === '' && !hasPassword
              ? said.mailPasswordMissing
              : wrong(place('password'))
          }
          {...(hasPassword ? { hint: said.mailPasswordKept } : {})}
        />
      </div>
    </fieldset>
  )
}
