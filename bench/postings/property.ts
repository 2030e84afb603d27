import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export type Said =
  | { readonly kind: 'open'; readonly fias: number; readonly webhook: number }
  | { readonly kind: 'counted'; readonly postings: number; readonly webhooks: number; readonly at: number }

export type Count = Extract<Said, { kind: 'counted' }>

export interface Property {
  readonly fias: number
  readonly webhook: number
  count(): Promise<Count>
  /** When it has so many postings. */
  reached(postings: number, withinMs: number): Promise<Count>
  close(): void
}

const PROCESS = fileURLToPath(new URL('./property-process.ts', import.meta.url))
const LOOK_MS = 20

/** A property system in a process of its own, that takes so long over a posting. */
export async function openProperty(thinkMs: number): Promise<Property> {
  const child = fork(PROCESS, [String(thinkMs)], { execArgv: ['--import', 'tsx'] })
  const heard = async <K extends Said['kind']>(kind: K) => {
    const [said] = (await once(child, 'message')) as [Said]
    if (said.kind !== kind) throw new Error(`The property system said ${said.kind}`)
    return said as Extract<Said, { kind: K }>
  }
  const { fias, webhook } = await heard('open')
  const count = () => {
    child.send('count')
    return heard('counted')
  }
  return {
    fias,
    webhook,
    count,
    async reached(postings, withinMs) {
      const end = Date.now() + withinMs
      for (;;) {
        const counted = await count()
        if (counted.postings >= postings) return counted
        if (Date.now() > end)
          throw new Error(`Only ${counted.postings} postings within ${withinMs / 1_000} s`)
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
      }
    },
    close: () => child.disconnect(),
  }
}
