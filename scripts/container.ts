// `npm run container`: tries deploy/Containerfile with Debian's own buildah. No registry of images is asked: the base is
// Debian as debootstrap makes it, with Node from npm. The image is started, and asked by its own health check.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { installNeeded } from '../peers/debian.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const RELEASE = path.join(ROOT, 'dist/release')
const NODE = '22.23.3'
const PORT = '18080'
const work = mkdtempSync(path.join(tmpdir(), 'reveille-container-'))
const inWork = (name: string) => path.join(work, name)

interface Inspected {
  readonly Docker: {
    readonly config: { readonly Entrypoint: string[]; readonly Healthcheck: { readonly Test: string[] } }
  }
}

const WHERE = ['--root', inWork('storage'), '--runroot', inWork('run'), '--storage-driver', 'vfs']
const buildah = (...words: string[]) =>
  execFileSync('buildah', [...WHERE, ...words], { stdio: ['ignore', 'pipe', 'inherit'] })
    .toString()
    .trim()

async function makeBase() {
  const { unpacked } = (await import(new URL('release/run-packages.mjs', import.meta.url).href)) as {
    unpacked(name: string, version: string): string
  }
  execFileSync('debootstrap', ['--variant=minbase', 'bookworm', inWork('debian')], { stdio: 'ignore' })
  const node = path.join(unpacked(`node-linux-${process.arch}`, NODE), 'bin/node')
  copyFileSync(node, inWork('debian/usr/local/bin/node'))
  const container = buildah('from', 'scratch')
  buildah('copy', '--quiet', container, inWork('debian'), '/')
  buildah('commit', '--quiet', '--format', 'docker', container, 'localhost/base')
}

/** The words of the image itself, carried out in a container of it. */
const inContainer = (container: string, command: readonly string[]) =>
  WHERE.concat('run', '--isolation', 'chroot', '--env', `REVEILLE_PORT=${PORT}`, container, '--', command)

const isHealthy = (container: string, [, ...check]: readonly string[]) =>
  spawnSync('buildah', inContainer(container, check), { stdio: 'ignore' }).status === 0

async function untilHealthy(server: ChildProcess, container: string, check: readonly string[]) {
  while (server.exitCode === null) {
    if (isHealthy(container, check)) return true
    await sleep(500)
  }
  return false
}

/** The whole group: buildah itself would leave the server behind. */
async function stop(server: ChildProcess) {
  if (server.pid === undefined || server.exitCode !== null) return
  const gone = once(server, 'exit')
  process.kill(-server.pid, 'SIGTERM')
  await gone
}

async function tryImage(): Promise<boolean> {
  const file = path.join(ROOT, 'deploy/Containerfile')
  const options = ['--isolation', 'chroot', '--format', 'docker', '--build-arg', 'BASE=localhost/base']
  buildah('build', ...options, '--file', file, '--tag', 'reveille', RELEASE)
  const { config } = (JSON.parse(buildah('inspect', '--type', 'image', 'reveille')) as Inspected).Docker
  const container = buildah('from', 'reveille')
  const { Entrypoint: entrance, Healthcheck: health } = config
  if (isHealthy(container, health.Test)) throw new Error(`Something else serves at port ${PORT}`)
  const server = spawn('buildah', inContainer(container, entrance), { stdio: 'inherit', detached: true })
  const isWell = await untilHealthy(server, container, health.Test)
  await stop(server)
  return isWell
}

async function run(): Promise<number> {
  if (!existsSync(RELEASE) || !readdirSync(RELEASE).some((name) => name.endsWith('.tar.gz'))) {
    console.error('There is no release to make an image of: npm run release')
    return 1
  }
  installNeeded({ buildah: 'buildah', debootstrap: 'debootstrap' })
  try {
    console.log('Making a base by debootstrap: this takes a minute.')
    await makeBase()
    console.log('Building the image of it, and starting it: this takes some minutes.')
    const isWell = await tryImage()
    console.log(isWell ? 'The image is built, starts, and is healthy.' : 'The image did not become healthy.')
    return isWell ? 0 : 1
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

process.exitCode = await run()
