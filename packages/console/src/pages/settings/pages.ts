import type { ConfigNoun } from '../../api/config.ts'
import type { FormName } from '../../hotel/settings/forms.gen.ts'
import type { IconName } from '../../look/icons.ts'
import type { SettingsWord } from './texts.ts'

export type Section = Extract<
  FormName,
  | 'site'
  | 'inventory'
  | 'wakeup'
  | 'telephony'
  | 'network'
  | 'retention'
  | 'backups'
  | 'license'
  | 'api'
  | 'email'
  | 'limits'
  | 'menus'
  | 'metrics'
  | 'reports'
  | 'passwords'
  | 'console'
>

/** A page of the settings: sections of the site, and things in lists. */
export interface SettingsPage {
  readonly id: string
  readonly title: SettingsWord
  readonly icon: IconName
  readonly sections: readonly Section[]
  readonly things: readonly ConfigNoun[]
}

export const PAGES: readonly SettingsPage[] = [
  {
    id: 'site',
    title: 'siteTitle',
    icon: 'rooms',
    sections: [
      'site',
      'console',
      'passwords',
      'retention',
      'backups',
      'email',
      'reports',
      'limits',
      'license',
    ],
    things: [],
  },
  { id: 'tenants', title: 'tenantsTitle', icon: 'floor', sections: [], things: ['tenant'] },
  { id: 'users', title: 'usersTitle', icon: 'guests', sections: [], things: ['user'] },
  { id: 'rooms', title: 'roomsTitle', icon: 'bed', sections: [], things: ['mailbox', 'room'] },
  { id: 'items', title: 'itemsTitle', icon: 'bar', sections: ['inventory'], things: ['item', 'category'] },
  { id: 'status', title: 'statusTitle', icon: 'tick', sections: [], things: ['statusType'] },
  { id: 'lines', title: 'linesTitle', icon: 'phone', sections: ['telephony', 'menus'], things: ['line'] },
  { id: 'connectors', title: 'connectorsTitle', icon: 'plug', sections: [], things: ['connector'] },
  { id: 'servers', title: 'serversTitle', icon: 'server', sections: [], things: ['server'] },
  { id: 'prompts', title: 'promptsTitle', icon: 'speech', sections: [], things: ['prompt'] },
  { id: 'wakeups', title: 'wakeupsTitle', icon: 'alarm-clock', sections: ['wakeup'], things: [] },
  { id: 'network', title: 'networkTitle', icon: 'link', sections: ['network', 'api', 'metrics'], things: [] },
]

/** The field that a thing goes by, and the forms that it may have. */
export const KINDS: Readonly<
  Record<
    ConfigNoun,
    {
      readonly key: string
      readonly forms: readonly FormName[]
      /** What `null` takes away when it is emptied. */
      readonly takesNull: 'all' | readonly string[]
      /** What the log and the site file call it. */
      readonly noun: string
    }
  >
> = {
  tenant: { key: 'id', forms: ['tenant'], takesNull: ['timezone'], noun: 'tenant' },
  user: { key: 'username', forms: ['user'], takesNull: [], noun: 'user' },
  mailbox: { key: 'number', forms: ['mailbox'], takesNull: ['language'], noun: 'mailbox' },
  room: { key: 'number', forms: ['room'], takesNull: [], noun: 'room' },
  category: { key: 'id', forms: ['category'], takesNull: [], noun: 'category' },
  item: { key: 'id', forms: ['item'], takesNull: [], noun: 'item' },
  statusType: { key: 'id', forms: ['statusType'], takesNull: ['condition'], noun: 'status' },
  line: { key: 'name', forms: ['line'], takesNull: 'all', noun: 'line' },
  connector: { key: 'name', forms: ['webhook', 'fias'], takesNull: 'all', noun: 'connector' },
  server: { key: 'name', forms: ['server'], takesNull: 'all', noun: 'server' },
  prompt: { key: 'id', forms: ['prompt'], takesNull: ['language'], noun: 'prompt' },
}

/** Short things in lists of dozens: they are written in a table. */
export type InlineNoun = Extract<ConfigNoun, 'item' | 'category' | 'statusType'>
const INLINE: readonly ConfigNoun[] = ['item', 'category', 'statusType'] satisfies InlineNoun[]

export const inlineOf = ({ things }: SettingsPage): readonly InlineNoun[] =>
  things.filter((noun): noun is InlineNoun => INLINE.includes(noun))

export const NEW = '+'
/** Where the phrases of announcements and menus stand, beside the prompts, which go by numbers. */
export const VOICE = 'voice'

/** Where something stands: the second kind of a page has its name before the key. */
export function addressOfThing(page: SettingsPage, noun: ConfigNoun, key: string, tenant = ''): string {
  const place = noun === page.things[0] ? key : `${noun}~${key}`
  const query = tenant === '' ? '' : `?tenant=${encodeURIComponent(tenant)}`
  return `/settings/${page.id}/${encodeURIComponent(place)}${query}`
}

/** What an address below a page means. */
export function meantBy(
  page: SettingsPage,
  place: string,
): { readonly section: Section } | { readonly noun: ConfigNoun; readonly key: string } | null {
  const section = page.sections.find((one) => one === place)
  if (section !== undefined) return { section }
  const [, named, rest] = /^(\w+)~(.*)$/s.exec(place) ?? []
  const other = page.things.find((one) => one === named)
  if (other !== undefined && rest !== undefined) return { noun: other, key: rest }
  const [first] = page.things
  return first === undefined || place === '' ? null : { noun: first, key: place }
}
