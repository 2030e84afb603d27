import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemIds } from '../../kernel/ids.ts'
import { KEY_FILE, lookIntoSafe, openSafe } from './key-file.ts'

const { bytes } = systemIds()
let folder: string
let file: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'reveille-'))
  file = path.join(folder, KEY_FILE)
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

test('the key is made when there is none, for nobody else to read, and used from then on', () => {
  const encrypted = openSafe(file, bytes).encrypt('p', 'night-owl')

  expect(fs.statSync(file).mode & 0o777).toBe(0o600)
  expect(fs.readFileSync(file, 'utf8')).toMatch(/^[A-Za-z0-9+/]{43}=\n$/)
  expect(fs.readdirSync(folder)).toEqual([KEY_FILE])
  expect(openSafe(file, bytes).decrypt('p', encrypted)).toBe('night-owl')
})

test('whoever only looks makes no key', () => {
  expect(lookIntoSafe(file)).toBeUndefined()
  expect(fs.readdirSync(folder)).toEqual([])
  const encrypted = openSafe(file, bytes).encrypt('p', 'night-owl')

  expect(lookIntoSafe(file)?.decrypt('p', encrypted)).toBe('night-owl')
})

test.each(['', 'short', 'x'.repeat(100)])('a file that holds no key is left alone and told: %j', (text) => {
  fs.writeFileSync(file, text)

  expect(() => openSafe(file, bytes)).toThrow(/reveille\.key does not hold a key: put back the file/)
  expect(fs.readFileSync(file, 'utf8')).toBe(text)
})

test('a place that cannot be written to is told', () => {
  expect(() => openSafe(path.join(folder, 'nowhere', KEY_FILE), bytes)).toThrow(
    /cannot be written \(ENOENT\)/,
  )
})

test('what remains of a key that was being made when the power went is no obstacle', () => {
  fs.writeFileSync(`${file}.partial`, 'AAA', { mode: 0o644 })
  openSafe(file, bytes)

  expect(fs.readdirSync(folder)).toEqual([KEY_FILE])
  expect(fs.statSync(file).mode & 0o777).toBe(0o600)
})
