import fs from 'node:fs'
import path from 'node:path'
import { guardOf, texts } from '../../kernel/schema.ts'

/**
 * How somebody at the machine asks the server of a data folder to go live, as only the server may write to its database:
 * a file that is there, and another with the answer. Whoever may write into the folder may do so.
 */
const ASKED = 'reveille.go-live'
const ANSWERED = 'reveille.went-live'

const isAnswer = guardOf(texts)

export function askToGoLive(folder: string): void {
  fs.rmSync(path.join(folder, ANSWERED), { force: true })
  fs.writeFileSync(path.join(folder, ASKED), '', { mode: 0o600 })
}

export const isAskedToGoLive = (folder: string): boolean => fs.existsSync(path.join(folder, ASKED))

export const takeBackRequest = (folder: string): void => fs.rmSync(path.join(folder, ASKED), { force: true })

/** Under another name first: an answer that is there is whole. */
export function answerRequest(folder: string, words: readonly string[]): void {
  const file = path.join(folder, ANSWERED)
  fs.writeFileSync(`${file}.new`, JSON.stringify(words), { mode: 0o600 })
  fs.renameSync(`${file}.new`, file)
  takeBackRequest(folder)
}

/** Null while there is none; it is there once. */
export function takeAnswer(folder: string): readonly string[] | null {
  const file = path.join(folder, ANSWERED)
  if (!fs.existsSync(file)) return null
  const answer: unknown = JSON.parse(fs.readFileSync(file, 'utf8'))
  fs.rmSync(file, { force: true })
  return isAnswer(answer) ? answer : null
}
