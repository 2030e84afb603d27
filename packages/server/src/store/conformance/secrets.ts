import { expect, test } from 'vitest'
import { isEncrypted } from '../../kernel/safe.ts'
import { destination, line } from '../../../testing/records.ts'
import type { Hotel } from './hotel.ts'
import { WORLD_TEXT } from './words.ts'

const BAR = destination({
  purpose: 'charge',
  name: 'bar',
  config: {
    type: 'webhook',
    url: 'http://10.0.0.5/',
    secret: WORLD_TEXT,
    previousSecret: 'whsec_b2xkLW9sZC1vbGQtb2xkLW9sZC1vbGQh',
    password: 'pass-word',
    token: 'tok-en',
    headers: { 'X-Key': 'head-er', 'X-Other': '' },
    username: 'user-name',
  },
})
const PMS = destination({
  purpose: 'charge',
  name: 'pms',
  config: { type: 'fias', host: '10.0.0.6', port: 5010, authKey: 'auth-key' },
})
const VOICE = line({ name: 'voice1', config: { uri: 'sip:voice1@pbx', password: 'line-word' } })

const SEALED = [
  'line voice1 password',
  'connector bar secret',
  'connector bar previousSecret',
  'connector bar password',
  'connector bar token',
  'connector bar headers X-Key',
  'connector bar headers X-Other',
  'connector pms authKey',
]

export function testSecrets(hotel: Hotel) {
  const fill = () =>
    hotel.write(async ({ lines, destinations }) => {
      await lines.insert(VOICE)
      await destinations.insert(BAR)
      await destinations.insert(PMS)
    })
  const configs = async () => {
    const { tables } = hotel.read
    const destinations = await tables.selectFrom('destination').select('config').orderBy('name').execute()
    const lines = await tables.selectFrom('line').select('config').execute()
    return [...destinations, ...lines].map(({ config }) => config)
  }
  /** As a database was before there was a key. */
  const layOpen = () =>
    hotel.write(async ({ tables }) => {
      for (const { name, config } of [BAR, PMS])
        await tables
          .updateTable('destination')
          .set({ config: JSON.stringify(config) })
          .where('name', '=', name)
          .execute()
      await tables
        .updateTable('line')
        .set({ config: JSON.stringify(VOICE.config) })
        .execute()
    })

  test('what is secret of lines, connectors and servers cannot be read in the tables, and comes out as it went in', async () => {
    await fill()
    const stored = (await configs()).join()

    for (const word of [WORLD_TEXT, 'b2xk', '-word', 'tok-en', 'auth-key', 'head-er'])
      expect(stored).not.toContain(word)
    expect(stored).toContain('user-name')
    expect(await hotel.read.destinations.get(BAR)).toEqual(BAR)
    expect(await hotel.read.lines.find('voice1', null)).toEqual([VOICE])
  })

  test('secrets that lie open are found, work, and can be encrypted', async () => {
    await fill()
    await layOpen()
    expect(await hotel.read.secrets.survey()).toEqual({ encrypted: 0, plain: SEALED, unreadable: [] })
    expect(await hotel.read.destinations.get(BAR)).toEqual(BAR)

    await hotel.write(({ secrets }) => secrets.sealPlain())

    expect(await hotel.read.secrets.survey()).toEqual({ encrypted: SEALED.length, plain: [], unreadable: [] })
    expect(await hotel.read.destinations.get(BAR)).toEqual(BAR)
  })

  test('a secret that cannot be opened is told, and survives a change of other fields', async () => {
    await fill()
    const [before = ''] = await configs()
    const strange = before.replace(/safe:v1:....../, 'safe:v1:AAAAAA')
    await hotel.write(({ tables }) =>
      tables.updateTable('destination').set({ config: strange }).where('name', '=', 'bar').execute(),
    )

    expect((await hotel.read.secrets.survey()).unreadable).toEqual(['connector bar secret'])
    const read = await hotel.read.destinations.get(BAR)
    expect(read?.config).toMatchObject({ secret: expect.toSatisfy(isEncrypted), password: 'pass-word' })

    await hotel.write(({ destinations }) =>
      destinations.update({ ...BAR, config: { ...BAR.config, ...read?.config, url: 'http://10.0.0.6/' } }),
    )
    const secretIn = (config: string) => (JSON.parse(config) as { secret: string }).secret
    const [after = ''] = await configs()
    expect(secretIn(after)).toBe(secretIn(strange))
  })
}
