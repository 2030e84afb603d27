import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ROOT } from './process.ts'

export interface Product {
  readonly version: string
  readonly released: string
  readonly build: string
}

interface Tarball {
  stage(folder: string, product: Product): Promise<void>
  packTarball(folder: string, product: Product, file: string, how?: { level: number }): void
}
interface Debian {
  readonly ARCHITECTURES: Readonly<Record<string, string>>
  packDebian(tarball: string, processor: string, out: string, how?: { compression: string }): string
}

interface RunPackages {
  unpacked(name: string, version: string): string
}

const script = (name: string) => import(new URL(`scripts/${name}`, `file://${ROOT}`).href)
export const tarballScript = () => script('release/tarball.mjs') as Promise<Tarball>
const debianScript = () => script('release/debian.mjs') as Promise<Debian>

/** Node itself is packed for npm: other versions than the one that runs this are found there. */
const NODES: Readonly<Record<string, string>> = { '20': '20.20.2', '22': '22.23.3', '24': '24.21.0' }

/** The program of a version of Node, by its first number. */
export async function nodeOf(major: string): Promise<string> {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath
  const { unpacked } = (await script('release/run-packages.mjs')) as RunPackages
  return path.join(unpacked(`node-linux-${process.arch}`, NODES[major] ?? major), 'bin/node')
}

export const FIRST: Product = { version: '0.0.7', released: '2026/01/31', build: 'tested' }

/** A folder for what a release is made of, and one for what is made. */
export class Workshop {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'reveille-workshop-'))
  readonly out = path.join(this.folder, 'out')

  constructor() {
    mkdirSync(this.out)
  }

  #staged = ({ version }: Product) => path.join(this.folder, `staged-${version}`)

  /** The product as it is, put together under the first version. */
  async first(): Promise<string> {
    const { stage } = await tarballScript()
    await stage(this.#staged(FIRST), FIRST)
    return this.#staged(FIRST)
  }

  /** A later version that brings more migrations, each with what it does. */
  later(version: string, migrations: Readonly<Record<string, string>>): Product {
    const product = { ...FIRST, version }
    const folder = this.#staged(product)
    cpSync(this.#staged(FIRST), folder, { recursive: true, verbatimSymlinks: true })
    const manifest = path.join(folder, 'package.json')
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(FIRST.version, version))
    const dist = path.join(folder, 'packages/server/dist')
    const programs = readdirSync(dist).filter((name) => name.endsWith('.js'))
    const parts = programs.map((name) => path.join(dist, name))
    const more = Object.entries(migrations).map(([name, up]) => `, "${name}": { up: ${up} }`)
    replaceOnce(parts, '"0001-house": house(dialect)', `$&${more.join('')}`)
    replaceOnce(parts, JSON.stringify(FIRST.version), JSON.stringify(version))
    return product
  }

  async tarball(product: Product): Promise<string> {
    const { packTarball } = await tarballScript()
    const file = path.join(this.out, `reveille-${product.version}.tar.gz`)
    packTarball(this.#staged(product), product, file, { level: 1 })
    return file
  }

  /** For the processor that this machine has. */
  async debian(product: Product): Promise<string> {
    const { packDebian } = await debianScript()
    return packDebian(await this.tarball(product), process.arch, this.out, { compression: 'none' })
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

function replaceOnce(files: readonly string[], words: string, others: string): void {
  const changed = files.filter((file) => {
    const text = readFileSync(file, 'utf8')
    if (!text.includes(words)) return false
    writeFileSync(file, text.replace(words, others))
    return true
  })
  if (changed.length !== 1) throw new Error(`${words} stands in ${changed.length} files`)
}
