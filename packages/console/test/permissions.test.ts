import { readFileSync } from 'node:fs'
import type { SiteFile } from '@reveille/contract'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { SITE } from '../../server/test/hotel.ts'
import { asking } from './asking.ts'
import { PHONE } from './browser.ts'
import { consoleHotel } from './console-hotel.ts'

type Users = NonNullable<SiteFile['users']>
type Permission = NonNullable<Users[number]['permissions']>[number]

/** Everybody who may be given an account, by what they may do. */
const PEOPLE: Readonly<Record<string, readonly Permission[]>> = {
  none: [],
  inventory: ['inventory'],
  frontdesk: ['frontdesk'],
  correct: ['correct'],
  review: ['review'],
  administrator: ['administrator'],
  all: ['inventory', 'frontdesk', 'correct', 'review', 'administrator'],
}

interface PageRow {
  readonly path: string
  readonly name: string
  /** Null: everybody. */
  readonly by: readonly string[] | null
  /** What is told to be missing. */
  readonly lacks?: string
}

const RULERS = ['administrator', 'all']
const READERS = ['review', ...RULERS]

/** Who sees what in the rail, in its order. */
const IN_RAIL: readonly PageRow[] = [
  { path: '/today', name: 'Today', by: null },
  { path: '/rooms', name: 'Rooms', by: null },
  { path: '/minibar', name: 'Mini-bar', by: ['inventory', 'correct', ...READERS], lacks: 'inventory' },
  { path: '/guests', name: 'Guests', by: ['frontdesk', ...RULERS], lacks: 'frontdesk' },
  { path: '/alarms', name: 'Alarms', by: null },
  { path: '/deliveries', name: 'Deliveries', by: READERS, lacks: 'review' },
  { path: '/log', name: 'Log', by: READERS, lacks: 'review' },
  { path: '/reports', name: 'Reports', by: READERS, lacks: 'review' },
  { path: '/settings', name: 'Settings', by: RULERS, lacks: 'administrator' },
  { path: '/system', name: 'System', by: READERS, lacks: 'review' },
]
/** And what is reached by links. */
const BY_LINK = ['/wakeup', '/room', '/delivery', '/me', '/parts']

const source = readFileSync(new URL('../src/routes.ts', import.meta.url), 'utf8')
const THERE = [...source.matchAll(/path: '([^']+)'/g)].map(([, path = '']) => path)
const PAGES = IN_RAIL.filter(({ path }) => THERE.includes(path))

const maySee = (who: string, { by }: PageRow) => by === null || by.includes(who)
const namesFor = (who: string) => PAGES.filter((row) => maySee(who, row)).map(({ name }) => name)

const users: Users = Object.entries(PEOPLE).map(([username, permissions]) => ({
  username,
  password: `${username}-pw`,
  permissions: [...permissions],
}))

/** As a link in the page does it. */
const goTo = (page: Page, path: string) =>
  page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`)

describe.skipIf(!has('chromium-headless-shell'))('what an account may see', () => {
  const at = consoleHotel({ site: { ...SITE, users: [...(SITE.users ?? []), ...users] } })
  const rail = (page: Page) => page.getByRole('navigation', { name: 'Pages' }).getByRole('link')

  /** What stands instead of a page that only some may see. */
  const INSTEAD = {
    person: null,
    locked: 'This page opens when the screen is unlocked.',
    display: 'This screen only shows.',
  } as const

  /** Every page once: those that are theirs show themselves, the others say what is missing. */
  async function walk(page: Page, who: string, quiet: () => number, screen: keyof typeof INSTEAD = 'person') {
    for (const row of PAGES) {
      await goTo(page, row.path)
      const head = headOf(row, who, INSTEAD[screen])
      if (head === null) await shown(page, row)
      else await page.locator('.stage').getByRole('heading', { name: head }).waitFor()
      await expect.poll(quiet, { interval: 20 }).toBe(0)
    }
    for (const path of ['/room/101', '/me']) {
      await goTo(page, path)
      await page.locator('.stage h1').filter({ visible: true }).first().waitFor()
      await expect.poll(quiet, { interval: 20 }).toBe(0)
    }
  }

  const headOf = (row: PageRow, who: string, instead: string | null): string | null => {
    if (!maySee(who, row)) return `This page needs the permission "${row.lacks ?? ''}"`
    return row.by === null ? null : instead
  }

  async function shown(page: Page, { path, name }: PageRow) {
    await page.locator(`.rail a[href="${path}"][aria-current]`).waitFor()
    const head = page.locator('.stage h1').filter({ visible: true }).first()
    await head.waitFor()
    expect(`${name}: ${await head.innerText()}`).not.toMatch(/needs the permission|is unlocked|only shows/)
  }

  it('stands in one table, with every page that there is', () => {
    const known = [...IN_RAIL.map(({ path }) => path), ...BY_LINK]
    expect(THERE.filter((path) => !known.includes(path))).toEqual([])
  })

  it.each(Object.keys(PEOPLE))(
    'is in the rail, the bar and the search, and nothing else: %s',
    async (who) => {
      const page = await at.sit({}, '/alarms')
      const quiet = asking(page)
      await at.signIn(who)
      await at.isLive()
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await rail(page).allInnerTexts()).toEqual(namesFor(who))
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').fill('go to')
      const found = await page.getByRole('option').allInnerTexts()
      expect(PAGES.map(({ name }) => name).filter((name) => found.includes(`Go to ${name}`))).toEqual(
        namesFor(who),
      )
      await page.keyboard.press('Escape')
      await walk(page, who, quiet)
      expect([at.tab.wrong, at.tab.refused]).toEqual([[], ['GET /rest/session 401']])
    },
  )

  it.each(['none', 'frontdesk', 'all'])('is the same under the thumb: %s', async (who) => {
    const page = await at.sitAs(who, '/alarms', { width: 'phone' })
    expect(page.viewportSize()).toEqual(PHONE)
    const bar = page.locator('nav.tabs')
    await bar.waitFor()
    const near = await bar.getByRole('link').allInnerTexts()
    const further = bar.getByRole('button', { name: 'More' })
    const isMore = (await further.count()) === 1
    if (isMore) {
      await further.click()
      await page.getByRole('dialog').getByRole('link').first().waitFor()
    }
    const far = isMore ? await page.getByRole('dialog').getByRole('link').allInnerTexts() : []
    expect([...near, ...far]).toEqual(namesFor(who))
  })

  it.each(['inventory', 'all'])('is asked for without a refusal on a locked screen: %s', async (who) => {
    const page = await at.sitAs(who, '/alarms')
    await page.getByRole('button', { name: who, exact: true }).click()
    await page.getByRole('button', { name: 'Lock', exact: true }).click()
    await page.getByRole('button', { name: 'Locked' }).waitFor()
    const quiet = asking(page)
    await page.reload()
    await at.isLive()
    await walk(page, who, quiet, 'locked')
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect([at.tab.wrong, at.tab.refused]).toEqual([[], ['GET /rest/session 401']])
  })

  it.each(['inventory', 'all'])('is asked for without a refusal on a display: %s', async (who) => {
    const page = await at.sit({}, '/alarms')
    const quiet = asking(page)
    await page.getByRole('checkbox').check()
    await at.signIn(who)
    await at.isLive()
    expect(await rail(page).allInnerTexts()).toEqual(namesFor('none'))
    await walk(page, who, quiet, 'display')
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect([at.tab.wrong, at.tab.refused]).toEqual([[], ['GET /rest/session 401']])
  })
})
