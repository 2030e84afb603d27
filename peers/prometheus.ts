import { execFileSync } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePorts, HERE } from './ports.ts'
import { run } from './process.ts'

/** A series, and what it is worth at the moment. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** A monitor that we did not write. */
export interface Prometheus {
  query(expression: string): Promise<readonly Sample[]>
  /** The alerts that fire, each name once. */
  firing(): Promise<readonly string[]>
  stop(): Promise<void>
}

export interface PrometheusOptions {
  /** Where `prometheus.yml` lies with what belongs to it. */
  readonly folder: string
  /** `host:port` of each. */
  readonly targets: readonly string[]
  readonly token: string
}

/**
 * With the configuration of that folder, save that it looks every second and that an alert fires at once: what must be so
 * for minutes is seen to be so in a moment.
 */
export async function startPrometheus({ folder, targets, token }: PrometheusOptions): Promise<Prometheus> {
  const own = await mkdtemp(path.join(tmpdir(), 'prometheus-'))
  await cp(folder, own, { recursive: true })
  await writeFile(path.join(own, 'reveille.token'), token)
  const config = path.join(own, 'prometheus.yml')
  await change(config, /targets: .*/g, `targets: [${targets.join(', ')}]`)
  await change(config, /(scrape|evaluation)_interval: .*/g, '$1_interval: 1s')
  await change(path.join(own, 'reveille.rules.yml'), /^( +for:) .*$/gm, '$1 0s')
  const port = await freePorts()
  const address = `${HERE}:${port}`
  const program = run('prometheus', [
    `--config.file=${config}`,
    `--storage.tsdb.path=${path.join(own, 'data')}`,
    `--web.listen-address=${address}`,
  ])
  const stop = async () => {
    await program.stop()
    await rm(own, { recursive: true, force: true })
  }
  await program.says('Server is ready to receive web requests').catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return { ...questionsTo(`http://${address}/api/v1`), stop }
}

/** What `promtool check metrics` has to say about figures; nothing when all is well. */
export const mistakesIn = (figures: string): string =>
  execFileSync('promtool', ['check', 'metrics'], { input: figures, encoding: 'utf8' })

async function change(file: string, what: RegExp, into: string) {
  const before = await readFile(file, 'utf8')
  if (!what.test(before)) throw new Error(`${file} has nothing like ${String(what)}`)
  await writeFile(file, before.replaceAll(what, into))
}

interface Vector {
  readonly result: readonly {
    readonly metric: Readonly<Record<string, string>>
    readonly value: readonly [number, string]
  }[]
}

interface Alerts {
  readonly alerts: readonly {
    readonly state: string
    readonly labels: Readonly<Record<string, string>>
  }[]
}

function questionsTo(interfaceUrl: string) {
  async function ask<T>(question: string): Promise<T> {
    const answer = await fetch(`${interfaceUrl}/${question}`)
    const said = (await answer.json()) as { status: string; error?: string; data: T }
    if (said.status !== 'success') throw new Error(`${question}: ${said.error}`)
    return said.data
  }
  return {
    async query(expression: string): Promise<Sample[]> {
      const { result } = await ask<Vector>(`query?query=${encodeURIComponent(expression)}`)
      return result.map(({ metric, value: [, value] }) => ({ labels: metric, value: Number(value) }))
    },
    async firing() {
      const { alerts } = await ask<Alerts>('alerts')
      const names = alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels['alertname'])
      return [...new Set(names)].filter((name) => name !== undefined).toSorted()
    },
  }
}
