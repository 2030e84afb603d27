/** Bytes of the drive that the data lies on, and bytes of it that are free to us. */
export interface DiskRoom {
  readonly size: number
  readonly free: number
}

const LOW = 0.05
/** In the evening there is still time to make room; at night nobody does. */
const LOW_BEFORE_NIGHT = 0.1
const LEAST_BYTES = 100 * 2 ** 20
const EVENING = { from: 18, to: 22 } as const

/** Whether the desk must know. What it was told of is over only when there is room for a night again. */
export function isDiskLow({ size, free }: DiskRoom, hour: number, isTold: boolean): boolean {
  const isEvening = hour >= EVENING.from && hour < EVENING.to
  return free < LEAST_BYTES || free < size * (isEvening || isTold ? LOW_BEFORE_NIGHT : LOW)
}
