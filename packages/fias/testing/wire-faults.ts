import type { Random } from '../src/wire/clock.ts'
import type { CodePage } from '../src/wire/code-page.ts'
import { framed } from '../src/wire/framing.ts'
import { type FiasRecord, writeRecord } from '../src/wire/record.ts'
import type { PmsBehaviour } from './pms-behaviour.ts'

/** Nobody knows this record: it is to be ignored. */
const STRANGER: FiasRecord = { id: 'ZZ', fields: [['Z1', 'nobody knows this record']] }

/** What is written for these records, piece by piece. */
export function writesOf(
  records: readonly FiasRecord[],
  behaviour: PmsBehaviour,
  page: CodePage,
  random: Random,
): Buffer[] {
  const sent = behaviour.bytes === 'two records at once' ? [STRANGER, ...records] : records
  const frames = sent.map((record) => frameOf(bent(record, behaviour, random), behaviour, page))
  const whole = Buffer.concat(frames)
  return behaviour.bytes === 'one by one' ? Array.from(whole, (byte) => Buffer.of(byte)) : [whole]
}

function bent({ id, fields }: FiasRecord, behaviour: PmsBehaviour, random: Random): FiasRecord {
  const all = behaviour.unknownFields ? [['$9', 'new in this release'] as const, ...fields] : fields
  return { id, fields: behaviour.shuffles ? shuffled(all, random) : all }
}

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const keyed = items.map((item) => ({ item, key: random.integer(0, 2 ** 31) }))
  return keyed.toSorted((a, b) => a.key - b.key).map(({ item }) => item)
}

function frameOf(record: FiasRecord, { checksum }: PmsBehaviour, page: CodePage): Buffer {
  const frame = framed(writeRecord(record, page))
  return checksum ? Buffer.concat([frame, Buffer.of(checksumOf(frame))]) : frame
}

/** FIAS 2.20, serial line: the XOR of everything after STX up to and including ETX. */
export const checksumOf = (frame: Uint8Array) => frame.subarray(1).reduce((sum, byte) => sum ^ byte, 0)
