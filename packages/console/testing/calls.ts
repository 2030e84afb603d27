import type { LiveCall } from '../src/hotel/calls/live-call.ts'

/** A call that waits. */
export const call = (of: Partial<LiveCall> = {}): LiveCall => ({
  id: 'a',
  room: '101',
  scheduled: '2026-11-15T06:30:00+01:00',
  created: '2026-11-14T21:00:00+01:00',
  daily: false,
  actor: 'desk',
  askedBy: 'desk',
  attempts: 0,
  snoozes: 0,
  prompt: 0,
  result: -1,
  machineResult: -1,
  lastResult: -1,
  source: 1,
  status: 0,
  tenant: '',
  next: null,
  dialled: null,
  settled: null,
  ...of,
})
