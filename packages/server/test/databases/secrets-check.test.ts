import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { inHouse, KINDS, usePremises } from '../premises.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { systemIds } from '../../src/kernel/ids.ts'
import type { DataPlace } from '../../src/store/files/backup.ts'
import { KEY_FILE, openSafe } from '../../src/store/files/key-file.ts'
import { createStores } from '../../src/store/stores/stores.ts'
import { secretsVerdict } from '../../src/cli/checks/secrets.ts'

const premises = usePremises()
const LINE = { name: 'voice1', tenant: '', config: { uri: 'sip:voice1@pbx', password: 'night-owl' } }

describe.each(KINDS)('the check of the secrets on %s', (kind) => {
  const clock = systemClock()

  async function house() {
    const place = await premises.newPlace(kind)
    const data = 'folder' in place ? place.folder : premises.newFolder().folder
    const check = { data, database: 'url' in place ? place.url : null, clock }
    return { place, check, keyFile: path.join(data, KEY_FILE) }
  }
  const add = (place: DataPlace, keyFile: string | null) =>
    inHouse(place, (handle, dialect) =>
      createStores(
        handle,
        dialect,
        keyFile === null ? undefined : openSafe(keyFile, systemIds().bytes),
      ).lines.insert(LINE),
    )

  it('finds them well where the key opens them all', async () => {
    const { place, check, keyFile } = await house()
    await add(place, keyFile)

    expect(await secretsVerdict(check)).toEqual({
      level: 'ok',
      text: `1 encrypted, all opened by ${keyFile}; keep a copy of it apart from the backups`,
    })
  })

  it('names those that another key belongs to', async () => {
    const { place, check, keyFile } = await house()
    await add(place, keyFile)
    fs.rmSync(keyFile)

    expect(await secretsVerdict(check)).toMatchObject({
      level: 'fault',
      text: expect.stringContaining(`There is no ${keyFile}, which opens line voice1 password`),
    })
    openSafe(keyFile, systemIds().bytes)
    expect(await secretsVerdict(check)).toMatchObject({
      level: 'fault',
      text: expect.stringContaining(`${keyFile} does not open line voice1 password`),
    })
  })

  it('finds the key where it is said to be', async () => {
    const { place, check } = await house()
    const keyFile = path.join(premises.newFolder().folder, 'elsewhere')
    await add(place, keyFile)

    expect(await secretsVerdict({ ...check, keyFile })).toMatchObject({ level: 'ok' })
  })

  it('warns of those that lie open, and of a key that others may read', async () => {
    const { place, check, keyFile } = await house()
    await add(place, null)
    expect(await secretsVerdict(check)).toEqual({
      level: 'warning',
      text: '1 of 1 lie open: they are encrypted at the next start',
    })

    const other = await house()
    await add(other.place, other.keyFile)
    fs.chmodSync(other.keyFile, 0o644)
    expect(await secretsVerdict(other.check)).toEqual({
      level: 'warning',
      text: `other users may read ${other.keyFile}`,
    })
    expect(fs.existsSync(keyFile)).toBe(false)
  })
})
