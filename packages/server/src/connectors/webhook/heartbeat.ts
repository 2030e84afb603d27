import type { Heartbeat } from '../connector.ts'
import type { Guard } from './guard.ts'
import { proxyInForce, type ProxySettings } from './proxy.ts'
import { targetOf } from './webhook-target.ts'

interface Parts {
  readonly guard: Guard
  readonly version: string
  /** The proxy of the site, as it is at the moment. */
  siteProxy(): ProxySettings
}

/** A plain GET: every monitor that waits for a sign of life takes one. One a minute keeps no connection. */
export const httpHeartbeat = ({ guard, version, siteProxy }: Parts): Heartbeat => ({
  tell: (address, signal) =>
    new Promise((resolve, reject) => {
      const url = new URL(address)
      const target = targetOf(url, {}, guard, proxyInForce({}, siteProxy()))
      const refusal = target.problem()
      if (refusal !== null) return reject(new Error(refusal))
      const { agent, hostname, port, path } = target
      const own = ['host', url.host, 'user-agent', `Reveille/${version}`, 'cache-control', 'no-store']
      const headers = [...own, ...target.headers]
      const asked = target.request({ agent, hostname, port, path, headers, signal }, (response) => {
        const { statusCode = 0 } = response.resume()
        if (statusCode >= 200 && statusCode < 300) resolve()
        else reject(new Error(`it answered ${statusCode}`))
      })
      asked.once('close', () => agent.destroy())
      asked.on('error', reject).end()
    }),
})
