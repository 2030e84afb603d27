import { describe, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { nodesOn } from '../../server/test/node-pair.ts'
import { useDatabases } from '../../server/test/test-databases.ts'
import { barriersOf, picture } from './browser.ts'
import { consoleHotel, twoLooks } from './console-hotel.ts'

describe.skipIf(!has('chromium-headless-shell'))('a hotel of two nodes', () => {
  const { newDatabase } = useDatabases()
  const at = consoleHotel(async (consoleFolder) => {
    const group = nodesOn(await newDatabase(), { consoleFolder })
    await group.join('a')
    const b = await group.join('b')
    return { ...b, url: b.url, close: () => group.close() }
  })

  it('shows where everything lives, and has one hand over before it is stopped', async () => {
    const page = await at.sitAs('boss', '/system')
    const nodes = page.getByRole('table', { name: 'Nodes' })
    const a = nodes.getByRole('row', { name: /^a / })
    await a.getByText(/^Home of (Grand Hotel|the seals of the log)$/).waitFor()
    await nodes
      .getByRole('row', { name: /^b is there/ })
      .getByText(/^Home of /)
      .waitFor()
    expect(await a.textContent()).toContain('Version 0.1.0, http://127.0.0.1:')
    expect(await twoLooks(page, 'system-nodes')).toEqual([])
    await a.getByRole('button', { name: 'Hand over' }).click()
    const question = page.getByRole('dialog', { name: 'Hand over everything that lives on a?' })
    await question.getByText('It takes no more').waitFor()
    await question.getByRole('button', { name: 'Hand over a' }).click()
    await a.getByText('Everything is handed over: it can be stopped').waitFor()
    // The last one has nobody to hand over to.
    expect(await nodes.getByRole('button', { name: 'Hand over' }).count()).toBe(0)
    expect(at.tab.wrong).toEqual([])
    expect(at.tab.refused).toEqual(['GET /rest/session 401'])

    const german = await at.sitAs('boss', '/system', { language: 'de', width: 'phone' })
    await german.getByRole('table', { name: 'Knoten' }).getByText('a übergibt').waitFor()
    await german.getByText('b ist da').scrollIntoViewIfNeeded()
    await picture(german, 'system-nodes-de-phone')
    expect(await barriersOf(german)).toEqual([])
    expect(at.tab.wrong).toEqual([])
  })
})
