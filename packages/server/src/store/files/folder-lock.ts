import { DatabaseSync } from '@photostructure/sqlite'
import fs from 'node:fs'
import path from 'node:path'
import { Failure, messageOf } from '../../kernel/failure.ts'
import { codeOf } from '../engine/dialect.ts'

export interface FolderLock {
  release(): void
}

const BUSY = 5

/**
 * Keeps a second Reveille out of a data folder. The lock is the operating system's, held through an open transaction
 * on a small database file, so it ends with the process in whatever way that ends.
 *
 * The system drops it as well when this process opens and closes that file in any other way: no other code touches
 * `reveille.lock`, and who holds it is written in a file beside it.
 */
export function lockFolder(folder: string): FolderLock {
  const owner = path.join(folder, 'reveille.pid')
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    const file = takeLock(path.join(folder, 'reveille.lock'))
    sayWho(owner)
    return {
      release() {
        fs.rmSync(owner, { force: true })
        file.close()
      },
    }
  } catch (error) {
    throw codeOf(error, 'errcode') === BUSY ? inUse(folder, owner) : unusable(folder, error)
  }
}

/** Only for the words of a refusal: a full disk must not keep a server from starting. */
function sayWho(owner: string) {
  try {
    fs.writeFileSync(owner, `${process.pid}\n`, { mode: 0o600 })
  } catch (error) {
    if (codeOf(error, 'code') !== 'ENOSPC') throw error
  }
}

/** For its owner alone. Neither way opens a file that is there: closing it again would drop a lock of ours. */
function makePrivate(file: string) {
  try {
    fs.closeSync(fs.openSync(file, 'wx', 0o600))
  } catch (error) {
    if (codeOf(error, 'code') !== 'EEXIST') throw error
    fs.chmodSync(file, 0o600)
  }
}

function takeLock(file: string) {
  makePrivate(file)
  const database = new DatabaseSync(file)
  try {
    database.exec('begin exclusive')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function inUse(folder: string, owner: string) {
  const process = processIn(owner)
  const who = process === undefined ? '' : ` (process ${process})`
  return new Failure(
    'store.in-use',
    `Another Reveille is using ${folder}${who}: stop that one first, or choose another folder for this one`,
    { process },
  )
}

function processIn(owner: string): number | undefined {
  try {
    return Number.parseInt(fs.readFileSync(owner, 'utf8'), 10) || undefined
  } catch {
    return undefined
  }
}

const unusable = (folder: string, error: unknown) =>
  new Failure(
    'config.invalid',
    `The data folder ${folder} cannot be used: it must be a folder that Reveille may write to (${messageOf(error)})`,
    {},
    error,
  )
