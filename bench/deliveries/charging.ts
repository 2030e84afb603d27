import { Agent, request } from 'node:http'
import { AUTHORIZATION } from '../hotel.ts'

const AT_ONCE = 32

export interface Rest {
  /** Anything but 200 is an error. */
  ask(method: string, target: string, form?: string): Promise<string>
  /** Charges, one after the other over all rooms, many at once. */
  charge(charges: number, rooms: readonly string[]): Promise<void>
  close(): void
}

export function openRest(url: string): Rest {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const headers = { authorization: AUTHORIZATION, 'content-type': 'application/x-www-form-urlencoded' }

  const ask = (method: string, target: string, form = '') =>
    new Promise<string>((resolve, reject) => {
      const asked = request(url + target, { method, agent, headers }, (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (piece: string) => (text += piece))
        answer.on('end', () =>
          answer.statusCode === 200
            ? resolve(text)
            : reject(new Error(`${method} ${target} was answered ${answer.statusCode}: ${text}`)),
        )
      })
      asked.on('error', reject)
      asked.end(form)
    })

  return {
    ask,
    async charge(charges, rooms) {
      let next = 0
      const one = async () => {
        while (next < charges)
          await ask('POST', '/rest/isi/charge', `id=10&quantity=1&room=${rooms[next++ % rooms.length]}`)
      }
      await Promise.all(Array.from({ length: AT_ONCE }, one))
    },
    close: () => agent.destroy(),
  }
}
