import { describe, expect, it } from 'vitest'
import type { Delivery } from '../../hotel/deliveries/delivery.ts'
import { WELL } from '../../hotel/deliveries/retry.ts'
import { DeliveryIntake } from './delivery-intake.ts'
import type { Turned } from './delivery-turn.ts'
import { delivery } from '../../../testing/records.ts'

const message = (room: string, sequence: number, nextAt = 0) =>
  delivery({ id: `${room}-${sequence}`, destination: 'bar', room, sequence, nextAt, createdAt: 0 })

const record = {
  purpose: 'charge',
  owner: '',
  destination: 'bar',
  health: WELL,
  told: null,
  disabledAt: null,
  disabledWhy: '',
} as const
const found = (taken: Delivery[], more: boolean, held: Delivery[] = []): Turned => ({
  record,
  taken,
  held,
  more,
})
const look = (ms: number) => ({ asked: true, ms })

describe('the intake of a queue', () => {
  it('takes up eight times what goes at once, and more only when half of that is gone', () => {
    const intake = new DeliveryIntake(2)
    expect(intake.wanted('flowing', 0)).toBe(16)
    intake.ask(16, false)
    const all = Array.from({ length: 16 }, (_, n) => message(String(n), n))
    intake.take(found(all, true), look(1), 0)

    expect(intake.wanted('flowing', 0)).toBe(0)
    for (let n = 0; n < 8; n++) intake.done(intake.next() ?? message('none', 0))
    expect(intake.wanted('flowing', 0)).toBe(8)
  })

  it('takes up for one that takes them one at a time what it answers while more are taken up, and no more', () => {
    const intake = new DeliveryIntake(1)
    const wantedAfter = (lookMs: number, answerMs: number) => {
      for (let n = 0; n < 50; n++) {
        intake.take(found([], true), look(lookMs), 0)
        intake.answered(answerMs)
      }
      return intake.wanted('flowing', 0)
    }

    expect(intake.wanted('flowing', 0)).toBe(1)
    expect(wantedAfter(10, 200)).toBe(2)
    expect(wantedAfter(10, 10)).toBe(5)
    expect(wantedAfter(20, 2)).toBe(41)
    expect(wantedAfter(1_000, 1)).toBe(64)
  })

  it('takes up one to try a destination, and nothing while that one is under way', () => {
    const intake = new DeliveryIntake(16)

    expect([intake.wanted('paused', 0), intake.wanted('probing', 0)]).toEqual([0, 1])
    expect(intake.ask(1, true)).toEqual({ wanted: 1, but: [], atOnce: true })
    intake.take(found([message('101', 1)], true), look(1), 0)
    expect(intake.wanted('probing', 0)).toBe(0)
  })

  it('leaves out the rooms that are in line and those that are held, until their time has come', () => {
    const intake = new DeliveryIntake(16)
    intake.take(found([message('101', 1), message('102', 2)], false), look(0), 0)
    intake.hold(message('102', 2), 5_000)

    expect(intake.ask(1, false).but).toEqual(['/101', '/102'])
    expect([intake.wanted('flowing', 4_999), intake.nextLook(4_999)]).toEqual([0, 5_000])
    expect(intake.wanted('flowing', 5_000)).toBe(127)
  })

  it('does not let a long line behind one room keep other rooms waiting', () => {
    const intake = new DeliveryIntake(2)
    intake.take(
      found(
        Array.from({ length: 9 }, (_, n) => message('101', n)),
        true,
      ),
      look(0),
      0,
    )
    expect(intake.wanted('flowing', 0)).toBe(0)
    intake.next()

    expect(intake.wanted('flowing', 0)).toBe(16)
  })

  it('does not hold what was looked up before somebody decided otherwise', () => {
    const intake = new DeliveryIntake(16)
    intake.ask(128, false)
    intake.reconsider()
    intake.take(found([], false, [message('101', 1, 60_000)]), look(0), 0)

    expect(intake.wanted('flowing', 0)).toBe(128)
    expect(intake.ask(128, false).but).toEqual([])
  })

  it('does not try a destination again at once with what could not be sent', () => {
    const intake = new DeliveryIntake(16)
    intake.take(found([message('101', 1)], true), look(0), 0)
    const one = intake.next() ?? message('none', 0)
    intake.notSent(one, 1_000)

    expect([intake.wanted('probing', 999), intake.nextLook(999)]).toEqual([0, 1_000])
    expect(intake.wanted('probing', 1_000)).toBe(1)
  })

  it('rests after it had to look past rooms that are held, nine times as long as that took', () => {
    const intake = new DeliveryIntake(16)
    intake.take(found([], false, [message('101', 1, 60_000)]), look(20), 1_000)
    intake.stir()

    expect([intake.wanted('flowing', 1_100), intake.nextLook(1_100)]).toEqual([0, 1_180])
    expect(intake.wanted('flowing', 1_180)).toBe(128)
  })

  it('rests a second at most, also when the clock is set back', () => {
    const intake = new DeliveryIntake(16)
    intake.take(found([], false, [message('101', 1, 60_000)]), look(5_000), 10_000)
    intake.stir()

    expect([intake.wanted('flowing', 10_999), intake.wanted('flowing', 11_000)]).toEqual([0, 128])
    expect(intake.wanted('flowing', 5_000)).toBe(128)
  })

  it('does not rest where nothing is held', () => {
    const intake = new DeliveryIntake(16)
    intake.take(found([], false), look(20), 1_000)
    intake.stir()

    expect(intake.wanted('flowing', 1_001)).toBe(128)
  })
})
