import fs from 'node:fs'
import path from 'node:path'
import { Failure } from '../../kernel/failure.ts'
import { createSafe, KEY_BYTES, type Safe } from '../../kernel/safe.ts'
import { syncFile, syncFolder } from './backup-file.ts'
import { codeOf } from '../engine/dialect.ts'

/** Stands beside the database, and never in a backup of it: together they would be no secret. */
export const KEY_FILE = 'reveille.key'

type Chance = (length: number) => Uint8Array

/** The key of this installation. */
export interface Key {
  readonly file: string
  readonly safe: Safe
  /** There is no such file yet. */
  readonly isNew: boolean
  /** Writes it down, if it is new. */
  keep(): void
}

/** The key in that file; where there is none, another that is not written down yet. */
export function keyIn(file: string, chance: Chance): Key {
  const known = readKey(file)
  const key = known ?? Buffer.from(chance(KEY_BYTES))
  const isNew = known === undefined
  return { file, safe: createSafe(key, chance), isNew, keep: () => isNew && writeKey(file, key) }
}

/** Opens the safe with the key of this installation, which is made when there is none. */
export function openSafe(file: string, chance: Chance): Safe {
  const key = keyIn(file, chance)
  key.keep()
  return key.safe
}

/** The same without making one: for commands that only read. */
export function lookIntoSafe(file: string): Safe | undefined {
  const key = readKey(file)
  return key && createSafe(key, () => new Uint8Array())
}

/** A copy for a safe place, readable by its owner only. */
export function copyKey(file: string, to: string) {
  if (readKey(file) === undefined) throw new Failure('config.invalid', `There is no key file ${file}`)
  try {
    fs.copyFileSync(file, to, fs.constants.COPYFILE_EXCL)
    fs.chmodSync(to, 0o600)
    syncFile(to)
  } catch (error) {
    throw unusable(to, 'written', error)
  }
}

function readKey(file: string): Buffer | undefined {
  const text = readText(file)
  if (text === undefined) return undefined
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length === KEY_BYTES) return key
  throw new Failure('config.invalid', `${file} does not hold a key: put back the file that was there before`)
}

function readText(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch (error) {
    if (codeOf(error, 'code') === 'ENOENT') return undefined
    throw unusable(file, 'read', error)
  }
}

/** Whole or not at all: half a key would lock everything up for good. */
function writeKey(file: string, key: Buffer) {
  const partial = `${file}.partial`
  try {
    fs.writeFileSync(partial, `${key.toString('base64')}\n`, { mode: 0o600 })
    fs.chmodSync(partial, 0o600)
    syncFile(partial)
    fs.renameSync(partial, file)
    syncFolder(path.dirname(path.resolve(file)))
  } catch (error) {
    throw unusable(file, 'written', error)
  }
}

const unusable = (file: string, deed: string, error: unknown) =>
  new Failure(
    'config.invalid',
    `The key file ${file} cannot be ${deed} (${String(codeOf(error, 'code'))})`,
    {},
    error,
  )
