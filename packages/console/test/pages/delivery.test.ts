import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { has } from '../../../../peers/programs.ts'
import { SITE } from '../../../server/test/hotel.ts'
import { openReceiver, type Receiver } from '../../../server/test/receiver.ts'
import { consoleHotel, everyLook } from '../console-hotel.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

describe.skipIf(!has('chromium-headless-shell'))('the page of a delivery', () => {
  let receiver: Receiver
  beforeAll(async () => {
    receiver = await openReceiver()
    receiver.meet({ status: 422, body: 'unknown room' })
  })
  afterAll(() => receiver.close())

  const at = consoleHotel({
    connectorFor: 'network',
    get site() {
      const bar = { name: 'bar', type: 'webhook' as const, url: receiver.url, secret: SECRET }
      return {
        ...SITE,
        inventory: { ...SITE.inventory, connectors: [bar] },
        network: { allow: ['127.0.0.1'] },
      }
    },
  })

  it('shows the message and its answer, and tells which part of it does not fit its signature', async () => {
    await at.hotel.request('maid', 'POST', '/rest/isi/charge', { id: '10', quantity: 2, room: '101' })
    const page = await at.sitAs('boss', '/deliveries?state=refused')
    await page.getByRole('button', { name: /2 × Cola/ }).click()
    await page.getByRole('link', { name: 'On its own page' }).click()
    await page.getByRole('heading', { name: 'Checking the signature' }).waitFor()
    await page.getByText('422 unknown room').first().waitFor()
    await checksTheSignature(page)
    expect(await everyLook(page, 'delivery')).toEqual([])
  })

  /** The message as the receiver has it, with another body, with a byte changed. Two checks a second are allowed. */
  async function checksTheSignature(page: Page) {
    const { headers, text, id } = there(receiver.pushes.at(-1))
    const signature = page.getByLabel('webhook-signature')
    const body = page.getByLabel('Body')
    const check = async (answer: RegExp) => {
      at.hotel.clock.advance(1_000)
      await page.getByRole('button', { name: 'Check the signature' }).click()
      await page.getByRole('status').filter({ hasText: answer }).waitFor()
    }
    await page.getByRole('button', { name: 'Check the signature' }).click()
    await page.getByText('Paste it here.').waitFor()
    expect(await page.getByLabel('webhook-id').inputValue()).toBe(id)
    expect(await body.inputValue()).toBe(text)
    const given = String(headers['webhook-signature'])
    await page.getByLabel('webhook-timestamp').fill(String(headers['webhook-timestamp']))
    await signature.fill(`webhook-signature: ${given}`)
    await check(/It fits the secret\./)
    await body.fill(`${text}\n`)
    await check(/the body is not/)
    await body.fill(text)
    await signature.fill(given.replace(/.=$/, (end) => (end === 'A=' ? 'E=' : 'A=')))
    await check(/It fits none: id, timestamp, body or secret/)
    expect(await page.content()).not.toContain(SECRET)
  }
})

function there<T>(it: T | undefined): T {
  if (it === undefined) throw new Error('The receiver has received nothing')
  return it
}
