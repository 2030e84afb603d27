// x^16 + x^15 + x^2 + 1, as frames of FLAC carry it (RFC 9639, 9.3).
const POLYNOMIAL = 0x80_05

const TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let rest = byte << 8
  for (let bit = 0; bit < 8; bit++) rest = rest & 0x80_00 ? (rest << 1) ^ POLYNOMIAL : rest << 1
  return rest & 0xff_ff
})

export const crc16 = (bytes: Uint8Array): number =>
  bytes.reduce((sum, byte) => ((sum << 8) & 0xff_ff) ^ (TABLE[((sum >> 8) ^ byte) & 0xff] ?? 0), 0)
