import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createServer, type InlineConfig } from 'vite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openHotel } from '../../server/test/hotel.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const script = (name: string): Promise<unknown> =>
  import(new URL(`../../../scripts/${name}`, import.meta.url).href)

interface Load {
  readonly name: string
  readonly bytes: number
  readonly limit: number
}

const { isBuilt } = (await script('built.mjs')) as {
  isBuilt(programs: readonly string[], sources: readonly string[]): boolean
}
const { BUDGETS, iconLoad, loadsOf, overBudget } = (await script('console-budget.mjs')) as {
  readonly BUDGETS: Readonly<Record<'first' | 'page' | 'settings' | 'icons', number>>
  iconLoad(bytes: number): Load
  loadsOf(manifest: object, sizeOf: (file: string) => number): readonly Load[]
  overBudget(loads: readonly Load[]): readonly Load[]
}
const { workshopConfig } = (await script('console-config.mjs')) as {
  workshopConfig(hotel: string, port: number): InlineConfig
}

/** Files with the second of their last change, in a folder of their own. */
function folderWith(files: Readonly<Record<string, number>>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'reveille-built-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, second] of Object.entries(files)) {
    const place = path.join(folder, name)
    mkdirSync(path.dirname(place), { recursive: true })
    writeFileSync(place, name)
    utimesSync(place, second, second)
  }
  for (const one of ['src/pages', 'src']) utimesSync(path.join(folder, one), 1, 1)
  return (name: string) => path.join(folder, name)
}

describe('a console that was built', () => {
  const isNew = (changed: number, built = 'dist/index.html') => {
    const at = folderWith({ 'src/pages/page.tsx': changed, 'src/main.tsx': 10, 'dist/index.html': 20 })
    return isBuilt([at(built)], [path.relative(ROOT, at('src'))])
  }

  it('is kept while nothing that it is made of is newer', () => expect(isNew(15)).toBe(true))
  it('is built again when one of its pages was changed since', () => expect(isNew(25)).toBe(false))
  it('is built when it is not there', () => expect(isNew(15, 'dist/none.html')).toBe(false))
})

describe('the build of the console', () => {
  const MANIFEST = {
    'index.html': { file: 'start.js', isEntry: true, css: ['start.css'] },
    'src/app.tsx': { file: 'app.js', isDynamicEntry: true, imports: ['shared'] },
    shared: { file: 'shared.js' },
    'src/pages/rooms/page.tsx': { file: 'rooms.js', isDynamicEntry: true, imports: ['shared', 'list'] },
    list: { file: 'list.js' },
    'src/pages/settings/page.tsx': { file: 'settings.js', isDynamicEntry: true },
  }
  const loads = (sizes: Readonly<Record<string, number>>) => loadsOf(MANIFEST, (file) => sizes[file] ?? 1)

  it('counts what draws to the first load, and to a page what is not there already', () => {
    const sizes = { 'shared.js': 100, 'rooms.js': 10, 'list.js': 5 }
    expect(loads(sizes).map(({ name, bytes }) => [name, bytes])).toEqual([
      ['first', 103],
      ['rooms', 15],
      ['settings', 1],
    ])
  })

  it.each([
    ['first', 'app.js', BUDGETS.first],
    ['rooms', 'list.js', BUDGETS.page],
    ['settings', 'settings.js', BUDGETS.settings],
  ])('fails where a part has grown past its limit: %s', (part, file, limit) => {
    const over = (bytes: number) => overBudget(loads({ [file]: bytes })).map(({ name }) => name)
    expect(over(limit * 1_000 - 10)).toEqual([])
    expect(over(limit * 1_000 + 1)).toEqual([part])
  })

  it('fails where the icons by themselves have grown past 12 kB', () => {
    expect(overBudget([iconLoad(12_000)])).toEqual([])
    expect(overBudget([iconLoad(12_001)])).toMatchObject([{ name: 'icons' }])
  })
})

describe('the workshop of the console', () => {
  it('shows its own pages, and the hotel behind it answers for the rest', async () => {
    const hotel = await openHotel()
    onTestFinished(() => hotel.close())
    const workshop = await createServer(workshopConfig(await hotel.open(), 0))
    onTestFinished(() => workshop.close())
    await workshop.listen()
    const [url = ''] = workshop.resolvedUrls?.local ?? []
    const get = (place: string) => fetch(new URL(place, url), { headers: { accept: 'text/html' } })

    expect(await (await get('/today')).text()).toContain('/src/main.tsx')
    expect((await get('/rest/room')).status).toBe(401)
    expect(await (await get('/welcome.json')).json()).toMatchObject({ state: 'ready' })
    expect(await (await get('/openapi.json')).json()).toMatchObject({ info: { title: 'Reveille' } })
    expect((await get('/docs/')).status).toBe(200)
  })
})
