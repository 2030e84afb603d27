import { type Static, Type } from 'typebox'
import { LineCount } from './node.ts'

const text = (description: string) => Type.String({ description })
const whole = (description: string) => Type.Integer({ description })
const yesNo = (description: string) => Type.Boolean({ description })

const DateObject = Type.Object({
  day: text('Local day of month'),
  localDate: text('MM/DD/YYYY'),
  month: text('Local month name'),
  weekday: text('Local weekday name'),
  year: text('Local year'),
})

const TimeObject = Type.Object({
  hour: text('Hour of day, two digits'),
  localTime: text('hh:mm am/pm'),
  minute: text('Local minute, two digits'),
  timezone: text('+HHMM or -HHMM'),
})

const Language = Type.Object({
  id: whole('Language id'),
  name: text('Name'),
  default: yesNo('The default language'),
})
const Licence = Type.Object({ id: whole('Licence id'), name: text('Name'), value: whole('0 means disabled') })
const Voice = Type.Object({ id: text('Id'), name: text('Short name'), description: text('Full name') })

export const SystemInformation = Type.Object(
  {
    build: text('Build number'),
    company: text('Company name'),
    datapath: text('Path to the data directory'),
    date: DateObject,
    defaultlanguage: whole('Id of the default language'),
    telephony: yesNo('Whether the telephony media stack is running'),
    diskfree: whole('Free bytes on the data drive'),
    diskpercentfree: whole('Percent free'),
    diskpercentused: whole('Percent used'),
    disksize: whole('Bytes of the data drive'),
    inetstack: text('Version of the internet stack'),
    installed: text('YYYY/MM/DD at HH:MM:SS AM/PM'),
    iso8601: text('Local date and time with offset'),
    languages: Type.Array(Language),
    license: Type.Array(Licence),
    licenseVersion: whole('Licence version number'),
    lines: whole('Configured lines'),
    major: text('Major version number'),
    minor: text('Minor version number'),
    database: yesNo('Whether the database is running'),
    name: text('Product name'),
    registered: yesNo('Whether the telephony lines are registered'),
    released: text('Release date, YYYY/MM/DD'),
    rfc1036: text('Current date and time, RFC 1036'),
    rfc1123: text('Current date and time, RFC 1123'),
    rfc2616: text('Current date and time, RFC 2616'),
    running: yesNo('Whether the system is running'),
    serialnumber: text('Key number of the system'),
    setup: text('When setup was completed'),
    sitename: text('Name of the installed site'),
    smtpenabled: yesNo('Whether mail can be sent'),
    time: TimeObject,
    timestamp: text('YYYYMMDDHHMMSSmmm'),
    updated: text('When this version first ran'),
    version: text('major.minor'),
    voices: Type.Array(Voice),
    webuiversion: text('Version of the web user interface'),
    timezone: Type.String({
      description: 'Time zone of the hotel, by its IANA name',
      examples: ['Europe/Zurich'],
    }),
    zonedata: Type.String({
      description: 'Of when the rules of time zones are; empty where that cannot be told',
      examples: ['2026c'],
    }),
    streams: whole(
      'Event streams that are open at this node: screens and programs that hear at once what happens',
    ),
    restored: Type.Optional(
      text('Only in a restored copy that is not live: that it is one, and of when the backup is'),
    ),
  },
  { description: 'The installation', additionalProperties: true },
)
export type SystemInformation = Static<typeof SystemInformation>

export const Health = Type.Object({ status: text('ok, or ready') })
export const Readiness = Type.Object({
  status: text('ready'),
  clock: text("How the house's time stands to the machine's clock: in step, in doubt, or kept"),
  node: text('Name of this node; empty for a process that is alone'),
  houses: Type.Integer({ description: 'Houses that live here' }),
  lines: LineCount,
  beatMs: Type.Integer({
    description: 'Since it last said to the others that it is there; 0 where it is alone',
  }),
  schema: text('The tables that it goes by'),
})

export const Figures = Type.String({
  description: 'In the text format of Prometheus',
  examples: ['reveille_requests_total{method="GET",route="/rest/system",status="200"} 1\n'],
})
