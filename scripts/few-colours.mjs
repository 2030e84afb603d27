// A picture of the console with at most 256 colours, which is enough for it and a third of the bytes.
import { crc32, deflateSync, inflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
/** Red, green and blue, eight bits each, without transparency: as Chromium writes them. */
const RGB = 2
const BYTES = 3
const PALETTE = 3
const MOST_COLOURS = 256

function chunksOf(png) {
  const chunks = []
  for (let at = SIGNATURE.length; at < png.length;) {
    const length = png.readUInt32BE(at)
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) })
    at += 12 + length
  }
  return chunks
}

/** The filters of PNG (9.2): what a byte is told by its neighbours to the left, above, and above left. */
const FILTERS = [
  () => 0,
  (left) => left,
  (_, above) => above,
  (left, above) => (left + above) >> 1,
  (left, above, corner) => {
    const [toLeft, toAbove] = [Math.abs(above - corner), Math.abs(left - corner)]
    const toCorner = Math.abs(left + above - 2 * corner)
    if (toLeft <= toAbove && toLeft <= toCorner) return left
    return toAbove <= toCorner ? above : corner
  },
]

/** One number a pixel. */
function pixelsOf(png) {
  const chunks = chunksOf(png)
  const head = chunks.find(({ type }) => type === 'IHDR').data
  if (head[9] !== RGB) throw new Error('The picture is not of red, green and blue')
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)]
  const packed = inflateSync(
    Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data)),
  )
  const row = width * BYTES
  const bytes = Buffer.alloc(row * height)
  for (let y = 0; y < height; y++) {
    const told = FILTERS[packed[y * (row + 1)]]
    for (let x = 0; x < row; x++) {
      const at = y * row + x
      const left = x < BYTES ? 0 : bytes[at - BYTES]
      const above = y === 0 ? 0 : bytes[at - row]
      const corner = x < BYTES || y === 0 ? 0 : bytes[at - row - BYTES]
      bytes[at] = packed[y * (row + 1) + 1 + x] + told(left, above, corner)
    }
  }
  return {
    width,
    height,
    pixels: Array.from({ length: width * height }, (_, n) => bytes.readUIntBE(n * BYTES, BYTES)),
  }
}

/** The most frequent colours; every other one is shown as the nearest of them. */
function paletteOf(pixels) {
  const counts = new Map()
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1)
  const colours = [...counts].toSorted(([, one], [, other]) => other - one).map(([colour]) => colour)
  const palette = colours.slice(0, MOST_COLOURS)
  return { palette, placeOf: new Map(colours.map((colour) => [colour, nearest(palette, colour)])) }
}

function nearest(palette, colour) {
  const distances = palette.map((one) =>
    [16, 8, 0].reduce((sum, by) => sum + (((one >> by) & 255) - ((colour >> by) & 255)) ** 2, 0),
  )
  return distances.indexOf(Math.min(...distances))
}

function chunk(type, data) {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

function pngOf({ width, height, pixels }) {
  const { palette, placeOf } = paletteOf(pixels)
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, PALETTE], 8)
  const colours = Buffer.from(palette.flatMap((one) => [one >> 16, (one >> 8) & 255, one & 255]))
  const rows = Buffer.alloc((width + 1) * height)
  pixels.forEach((pixel, n) => (rows[n + Math.floor(n / width) + 1] = placeOf.get(pixel)))
  const body = deflateSync(rows, { level: 9 })
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('PLTE', colours),
    chunk('IDAT', body),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The same picture, as Chromium writes it, in the colours that are most frequent there. */
export const inFewColours = (png) => pngOf(pixelsOf(png))
