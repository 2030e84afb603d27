import { expect, it } from 'vitest'
import { loudnessOf, wavOf } from './wav.ts'

it('a recording becomes a file that any player opens', () => {
  const view = new DataView(wavOf(new Float32Array([0, 1, -1, 2]), 16_000))
  const text = (at: number, length: number) =>
    String.fromCodePoint(...Array.from({ length }, (_, place) => view.getUint8(at + place)))
  expect([text(0, 4), text(8, 8), text(36, 4)]).toEqual(['RIFF', 'WAVEfmt ', 'data'])
  expect([view.getUint32(24, true), view.getUint32(40, true), view.byteLength]).toEqual([16_000, 8, 52])
  expect([44, 46, 48, 50].map((at) => view.getInt16(at, true))).toEqual([0, 32_767, -32_767, 32_767])
})

it('is as loud as its loudest moment', () => {
  expect(loudnessOf(new Float32Array([0.1, -0.5, 0.2]))).toBe(0.5)
})
