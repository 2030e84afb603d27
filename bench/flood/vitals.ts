import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { AUTHORIZATION } from '../hotel.ts'

const EVERY_MS = 200

/** What could be seen of a server over some time. */
export interface Vitals {
  readonly mostMiB: number
  readonly mostFiles: number
  /** How long it took to answer those who belong to the house. */
  readonly answerMs: readonly number[]
  /** Their questions without an answer. */
  readonly unanswered: number
}

export function memoryMiB(pid: number): number {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(text)?.[1]) / 1024
}

export const openFiles = (pid: number) => readdirSync(`/proc/${pid}/fd`).length

interface Watched {
  readonly pid: number
  readonly url: string
  /** What is asked for, by turns. */
  readonly paths: readonly string[]
}

const PATIENCE_MS = 20_000

async function timed(url: string): Promise<number> {
  const start = performance.now()
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const reply = await fetch(url, { headers: { authorization: AUTHORIZATION }, signal })
  await reply.arrayBuffer()
  if (!reply.ok) throw new Error(`${url} was answered ${reply.status}`)
  return performance.now() - start
}

/** Looks at the server now and then until the moment, as somebody of the house would. */
export async function watch({ pid, url, paths }: Watched, until: number): Promise<Vitals> {
  let [mostMiB, mostFiles, unanswered] = [0, 0, 0]
  const answerMs: number[] = []
  const look = async (path: string) => {
    const ms = await timed(url + path).catch(() => null)
    if (ms === null) unanswered += 1
    else answerMs.push(ms)
  }
  do {
    mostMiB = Math.max(mostMiB, memoryMiB(pid))
    mostFiles = Math.max(mostFiles, openFiles(pid))
    await Promise.all(paths.map(look))
    await setTimeout(EVERY_MS)
  } while (Date.now() < until)
  return { mostMiB, mostFiles, answerMs, unanswered }
}
