import { Agent, get, type IncomingMessage } from 'node:http'
import { AUTHORIZATION } from './hotel.ts'

export interface Timed {
  readonly ms: number
  readonly bytes: number
  readonly link: string | undefined
}

export interface Client {
  /** Reads the whole answer; anything but 200 is an error. */
  get(target: string): Promise<Timed>
  close(): void
}

/** One connection that is kept open, one request at a time. */
export function openClient(url: string): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { authorization: AUTHORIZATION }
  return {
    get: (target) =>
      new Promise((resolve, reject) => {
        const start = performance.now()
        get(url + target, { agent, headers }, (answer) => {
          if (answer.statusCode !== 200) reject(new Error(`${target} was answered ${answer.statusCode}`))
          let bytes = 0
          answer.on('data', (chunk: Buffer) => (bytes += chunk.length))
          answer.on('end', () => resolve({ ms: performance.now() - start, bytes, link: linkOf(answer) }))
        }).on('error', reject)
      }),
    close: () => agent.destroy(),
  }
}

const linkOf = ({ headers }: IncomingMessage) => /<(.*)>/.exec(String(headers['link'] ?? ''))?.[1]
