import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import type { Heartbeat } from '../connector.ts'
import type { Guard } from './guard.ts'

/** A plain GET: every monitor that waits for a sign of life takes one. */
export const httpHeartbeat = (guard: Guard, version: string): Heartbeat => ({
  tell: (address, signal) =>
    new Promise((resolve, reject) => {
      const url = new URL(address)
      const { get, port } =
        url.protocol === 'https:' ? { get: https.get, port: 443 } : { get: http.get, port: 80 }
      const own = Number(url.port || port)
      const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1')
      // Node looks up no literal address, so the guard's lookup never sees it.
      const refusal = isIP(hostname) === 0 ? null : guard.refusal(hostname, own)
      if (refusal !== null) return reject(new Error(refusal))
      const headers = { 'user-agent': `Reveille/${version}`, 'cache-control': 'no-store' }
      get(url, { headers, lookup: guard.lookupFor(own), signal, agent: false }, (response) => {
        const { statusCode = 0 } = response.resume()
        if (statusCode >= 200 && statusCode < 300) resolve()
        else reject(new Error(`it answered ${statusCode}`))
      }).on('error', reject)
    }),
})
