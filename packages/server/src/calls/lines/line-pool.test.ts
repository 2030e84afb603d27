import { describe, expect, it } from 'vitest'
import { toInstant } from '../../hotel/time/local-time.ts'
import { hours, minutes, seconds } from '../../kernel/clock.ts'
import { LinePool, type LineTrouble, type TakenLine } from './line-pool.ts'

const HERE = 'pbx.example:5060'
const NOON = toInstant('2026-11-15T12:00:00', 'Europe/Zurich')

/** Lines of the house, one call each. */
function poolOf(...names: string[]) {
  const pool = new LinePool()
  for (const name of names) pool.add({ exchange: HERE, name, tenant: '', calls: 1 }, true)
  return pool
}
/** Takes a line and says which. */
const takes = (pool: LinePool, tenant = '', now = NOON, evenResting = false) =>
  pool.take(tenant, now, { evenResting })?.name ?? null
/** Takes a line for a call, which must be there. */
function begin(pool: LinePool, now = NOON, evenResting = false) {
  const taken = pool.take('', now, { evenResting })
  if (!taken) throw new Error('There is no line')
  return taken
}
/** The exchange said nothing at all. */
const SILENCE: LineTrouble = { why: 'The exchange did not answer', restMs: 0, number: null }
/** An error, which may be the room's or the line's. */
const errorOf = (number: string): LineTrouble => ({ why: 'Server Internal Error', restMs: 0, number })
/** The phone was picked up, and nothing could be said. */
const muteFor = (number: string): LineTrouble => ({
  why: 'No audio in common',
  restMs: 0,
  number,
  isMute: true,
})
const restOf = (pool: LinePool, now = NOON) => (pool.nextAwake(now) ?? now) - now
const health = (pool: LinePool, name: string) => pool.describe().find((line) => line.name === name)

describe('a pool of lines', () => {
  it('gives out a line that is free, the longest idle first, and none when all are taken', () => {
    const pool = poolOf('a', 'b')
    const [a, b] = [begin(pool), begin(pool)]
    expect([a.name, b.name, takes(pool)]).toEqual(['a', 'b', null])
    pool.carried(a, NOON)
    pool.carried(b, NOON)
    expect(takes(pool)).toBe('a')
  })

  it('leaves a line that people call to them, while there are others', () => {
    const pool = new LinePool()
    for (const name of ['a', 'b'])
      pool.add({ exchange: HERE, name, tenant: '', calls: 1, hasMenu: name === 'a' }, true)
    expect([takes(pool), takes(pool), takes(pool)]).toEqual(['b', 'a', null])
  })

  it('wants those of its lines back that guests will need, and no others', () => {
    const pool = new LinePool()
    for (const [name, tenant] of [
      ['a', ''],
      ['b', 'east'],
      ['c', 'east'],
    ] as const)
      pool.add({ exchange: HERE, name, tenant, calls: 1 }, true)
    const lent = ['a', 'b', 'c'].map((line) => ({ line }))
    const wanted = (...due: string[]) => pool.wantedBack(due, lent, NOON).map(({ line }) => line)
    expect(wanted('east', 'east', 'east')).toEqual([])
    for (const { line } of lent) pool.take(line === 'a' ? '' : 'east', NOON, { only: line })
    expect([wanted(), wanted(''), wanted('', ''), wanted('', 'east')]).toEqual([[], ['a'], ['a'], ['a', 'b']])
    expect(wanted('east', 'east', 'east', 'east')).toEqual(['a', 'b', 'c'])
    pool.setWorking('a', false, 'The exchange did not answer', { isDead: false })
    expect(wanted('', 'east')).toEqual(['b'])
  })

  it('gives out what is left when others have theirs, and of lines that rest, what nobody else can use', () => {
    const pool = poolOf('a', 'b')
    expect(pool.take('', NOON, { besides: ['', ''] })).toBeNull()
    const spare = pool.take('', NOON, { besides: ['east'] })
    expect(spare?.name).toBe('b')
    pool.failed(begin(pool), NOON, SILENCE)
    expect(pool.take('', NOON, { besides: [''], evenResting: true })?.name).toBe('a')
  })

  it('promises no more than all of them together can carry, whatever each line could', () => {
    const pool = new LinePool(() => 3)
    for (const name of ['a', 'b']) pool.add({ exchange: HERE, name, tenant: '', calls: 1_000 }, true)
    expect(pool.capacity('').lines).toBe(3)
    expect(pool.describe().map(({ calls }) => calls)).toEqual([3, 3])
    const [first] = [begin(pool), begin(pool), begin(pool)]
    expect(takes(pool)).toBeNull()
    pool.carried(first, NOON)
    expect(takes(pool)).toBe('b')
  })

  it('gives out as many calls as a line carries, and says how many all carry', () => {
    const pool = new LinePool()
    pool.add({ exchange: HERE, name: 'trunk', tenant: '', calls: 3 }, true)
    pool.add({ exchange: HERE, name: 'east', tenant: 'east', calls: 2 }, true)
    expect(Array.from({ length: 4 }, () => takes(pool))).toEqual(['trunk', 'trunk', 'trunk', null])
    expect(pool.capacity('').lines).toBe(3)
    expect(pool.capacity('east').lines).toBe(5)
    expect(health(pool, 'trunk')).toMatchObject({ busy: 3 })
  })

  it("keeps a tenant's lines for its own calls", () => {
    const pool = new LinePool()
    pool.add({ exchange: HERE, name: 'east', tenant: 'east', calls: 1 }, true)
    expect([takes(pool), takes(pool, 'west'), takes(pool, 'east')]).toEqual([null, null, 'east'])
  })

  it("leaves the lines of the house to others while a tenant's own is idle", () => {
    const pool = new LinePool()
    pool.add({ exchange: HERE, name: 'house', tenant: '', calls: 1 }, true)
    pool.add({ exchange: HERE, name: 'east', tenant: 'east', calls: 1 }, true)
    const own = pool.take('east', NOON)
    expect(own?.name).toBe('east')
    if (own) pool.carried(own, NOON)
    expect([takes(pool, 'east'), takes(pool, 'east')]).toEqual(['east', 'house'])
  })

  it('gives out no line of which nothing is known yet, nor one that cannot be used', () => {
    const pool = new LinePool()
    pool.add({ exchange: HERE, name: 'a', tenant: '', calls: 1 }, false)
    expect(takes(pool)).toBeNull()
    pool.setWorking('a', false, 'There is no such protocol', { isDead: false })
    expect(takes(pool)).toBeNull()
    pool.setWorking('a', true, 'Registered')
    expect(takes(pool)).toBe('a')
    pool.setWorking('a', false, '403 Forbidden')
    expect(health(pool, 'a')).toMatchObject({ working: false, why: '403 Forbidden' })
  })

  it('gives out a line at an exchange that takes a call, even if another has been idle for longer', () => {
    const pool = poolOf('a')
    pool.add({ name: 'b', tenant: '', exchange: 'east.example:5060', calls: 1 }, true)
    const mayUse = (exchange: string) => exchange !== HERE
    expect(pool.take('', NOON, { mayUse })).toMatchObject({ name: 'b', exchange: 'east.example:5060' })
    expect(pool.take('', NOON, { mayUse })).toBeNull()
    expect(pool.take('', NOON)).toMatchObject({ name: 'a', exchange: HERE })
  })

  it('takes back a line that was not used, as if it had not been taken', () => {
    const pool = poolOf('a')
    pool.giveBack(begin(pool))
    expect(health(pool, 'a')).toMatchObject({ busy: 0, troubles: 0 })
    expect(takes(pool)).toBe('a')
  })

  it('knows nothing of lines that were never added', () => {
    const pool = poolOf('a')
    const stranger = { name: 'b', exchange: HERE, use: 1, resting: false }
    pool.carried(stranger, NOON)
    pool.failed(stranger, NOON, SILENCE)
    pool.setWorking('b', true, '')
    pool.miss('b')
    pool.refresh('b')
    expect(pool.describe().map(({ name }) => name)).toEqual(['a'])
  })
})

describe('a line after trouble', () => {
  const troubled = (times: number, trouble = SILENCE) => {
    const pool = poolOf('a')
    let now = NOON
    for (let n = 0; n < times; n++) {
      pool.failed(begin(pool, now), now, trouble)
      now = pool.nextAwake(now) ?? now
    }
    return { pool, now }
  }
  const restAfter = (times: number, restMs = 0) => {
    const { pool, now } = troubled(times - 1, { ...SILENCE, restMs })
    pool.failed(begin(pool, now), now, { ...SILENCE, restMs })
    return restOf(pool, now)
  }

  it('rests for a moment, and longer when it goes on, but never longer than a minute', () => {
    expect([1, 2, 3, 4, 5, 6, 7].map((times) => restAfter(times))).toEqual(
      [2, 4, 8, 16, 32, 60, 60].map(seconds),
    )
  })

  it('rests as long as the exchange asks, within that minute', () => {
    expect(restAfter(1, seconds(30))).toBe(seconds(30))
    expect(restAfter(1, seconds(900))).toBe(seconds(60))
    expect(restAfter(1, seconds(1))).toBe(seconds(2))
  })

  it('is not given out while it rests, and says why', () => {
    const { pool } = troubled(1)
    expect(takes(pool, '', NOON + seconds(2) - 1)).toBeNull()
    expect(health(pool, 'a')).toMatchObject({ why: 'The exchange did not answer', troubles: 1 })
    expect(takes(pool, '', NOON + seconds(2))).toBe('a')
  })

  it('is given to somebody who takes it even so, but not twice', () => {
    const { pool } = troubled(1)
    expect([takes(pool, '', NOON, true), takes(pool, '', NOON, true)]).toEqual(['a', null])
  })

  it('gives way to one that has none', () => {
    const pool = poolOf('a', 'b')
    pool.failed(begin(pool), NOON, SILENCE)
    const later = NOON + seconds(10)
    expect([takes(pool, '', later), takes(pool, '', later)]).toEqual(['b', 'a'])
  })

  it('is as good as new once it has carried a call, or was registered anew', () => {
    const { pool, now } = troubled(3)
    pool.carried(begin(pool, now), now)
    expect(health(pool, 'a')).toMatchObject({ troubles: 0, why: '' })
    expect(pool.nextAwake(now)).toBeNull()
    const other = troubled(3)
    other.pool.setWorking('a', false, 'lost')
    other.pool.setWorking('a', true, '')
    expect(takes(other.pool)).toBe('a')
  })

  it('does not rest for an hour because the clock was set back', () => {
    const { pool } = troubled(1)
    expect(takes(pool, '', NOON - hours(1))).toBe('a')
  })
})

describe('a line that is judged dead', () => {
  const deadAnd = (...others: string[]) => {
    const pool = poolOf('dead', ...others)
    pool.setWorking('dead', false, 'the exchange does not answer')
    return pool
  }

  it('is tried where nothing better is there, which does not change what is said of it', () => {
    const pool = deadAnd()
    expect(takes(pool)).toBe('dead')
    const why = 'the exchange does not answer'
    expect(health(pool, 'dead')).toMatchObject({ working: false, why, missed: true })
  })

  it('is left alone while another works, be it taken', () => {
    expect([takes(deadAnd('good')), health(deadAnd('good'), 'dead')?.missed]).toEqual(['good', false])
    const pool = deadAnd('good')
    begin(pool)
    expect([takes(pool), takes(pool, '', NOON, true)]).toEqual([null, null])
  })

  it('comes after one that has trouble, and before none at all when that one rests', () => {
    const pool = deadAnd('troubled')
    pool.failed(begin(pool), NOON, SILENCE)
    expect(takes(pool)).toBe('dead')
    const later = NOON + seconds(2)
    expect(takes(pool, '', later)).toBe('troubled')
    const desk = deadAnd('troubled')
    desk.failed(begin(desk), NOON, SILENCE)
    expect(takes(desk, '', NOON, true)).toBe('troubled')
  })

  it('rests after each try like any other, also for those who take one that rests', () => {
    const pool = deadAnd()
    pool.failed(begin(pool), NOON, SILENCE)
    expect([restOf(pool), takes(pool), takes(pool, '', NOON, true)]).toEqual([seconds(2), null, null])
    const later = NOON + seconds(2)
    pool.failed(begin(pool, later), later, SILENCE)
    expect(restOf(pool, later)).toBe(seconds(4))
  })

  it('is as good as new as soon as it works', () => {
    const pool = deadAnd()
    pool.failed(begin(pool), NOON, SILENCE)
    pool.setWorking('dead', true, '')
    expect([takes(pool), health(pool, 'dead')?.missed]).toEqual(['dead', false])
  })

  it("belongs to its tenant's calls as before", () => {
    const pool = new LinePool()
    pool.add({ exchange: HERE, name: 'east', tenant: 'east', calls: 1 }, true)
    pool.setWorking('east', false, '403 Forbidden')
    expect([takes(pool), takes(pool, 'east')]).toEqual([null, 'east'])
  })
})

describe('guests who wait while sound lines are taken', () => {
  const DEAD = 'east.example:5060'
  /** One sound line of one call, and lines of four calls at an exchange that is judged dead. */
  const deadBeside = (...names: string[]) => {
    const pool = poolOf('sound')
    for (const name of names) {
      pool.add({ exchange: DEAD, name, tenant: '', calls: 4 }, true)
      pool.setWorking(name, false, 'the exchange does not answer')
    }
    begin(pool)
    return pool
  }
  const lateTake = (pool: LinePool, now = NOON) => pool.take('', now, { wantedAt: now - seconds(30) })

  it('wait half a minute for one of them, and then try one that is judged dead', () => {
    const pool = deadBeside('b')
    const at = (waitedMs: number) => pool.take('', NOON, { wantedAt: NOON - waitedMs })?.name ?? null
    expect([at(-seconds(3)), at(0), at(seconds(30) - 1), at(seconds(30))]).toEqual([null, null, null, 'b'])
    expect(health(pool, 'b')).toMatchObject({ working: false, missed: true })
  })

  it('have the sound line that is free, however long they have waited', () => {
    const pool = deadBeside('b')
    pool.add({ exchange: HERE, name: 'free', tenant: '', calls: 1 }, true)
    expect(lateTake(pool)?.name).toBe('free')
  })

  it('try a dead exchange one at a time, and after each that failed it rests', () => {
    const pool = deadBeside('b', 'c')
    const first = lateTake(pool)
    expect([first?.name, lateTake(pool)]).toEqual(['b', null])
    if (first) pool.failed(first, NOON, SILENCE)
    const second = lateTake(pool)
    expect([second?.name, lateTake(pool)]).toEqual(['c', null])
    if (second) pool.failed(second, NOON, SILENCE)
    expect([lateTake(pool), lateTake(pool, NOON + seconds(2))?.name]).toEqual([null, 'b'])
  })

  it('try none when a line has failed them: nobody loses more than the time of one try', () => {
    const pool = deadBeside('b', 'c')
    expect(pool.take('', NOON, { wantedAt: NOON - seconds(60), avoid: 'b' })).toBeNull()
  })

  it('have all of a line once a call on it went well, and try the next one there', () => {
    const pool = deadBeside('b', 'c')
    const first = lateTake(pool)
    if (first) pool.goesWell(first, NOON)
    const names = Array.from({ length: 5 }, () => lateTake(pool)?.name ?? 'none')
    expect(names.toSorted()).toEqual(['b', 'b', 'b', 'c', 'none'])
  })

  it('are all rung within their grace, where the exchange was judged wrongly', () => {
    const pool = poolOf('sound')
    for (const name of ['b', 'c', 'd']) {
      pool.add({ exchange: DEAD, name, tenant: '', calls: 4 }, true)
      pool.setWorking(name, false, 'the exchange does not answer')
    }
    const up: { taken: TakenLine; until: number }[] = []
    let waiting = 60
    for (let now = NOON; now <= NOON + minutes(10); now += seconds(1)) {
      for (const { taken } of up.filter(({ until }) => until === now)) pool.carried(taken, now, true)
      for (let taken; waiting > 0 && (taken = pool.take('', now, { wantedAt: NOON })); waiting--) {
        pool.goesWell(taken, now)
        up.push({ taken, until: now + seconds(40) })
      }
    }
    expect(waiting).toBe(0)
  })
})

describe('a line whose calls were refused for who we are, and that does not register', () => {
  const REFUSED: LineTrouble = { ...SILENCE, why: '407', isAccountRefused: true }
  /** One of two lines of two calls; the other is sound. */
  const refusedOnce = () => {
    const pool = new LinePool()
    for (const name of ['a', 'b']) pool.add({ exchange: HERE, name, tenant: '', calls: 2 }, true)
    pool.failed(begin(pool), NOON, REFUSED)
    pool.setWorking('a', false, '407', { isUnwanted: true, onlyCallsTell: true })
    return pool
  }
  const LATER = NOON + minutes(5)

  it('is tried again by one call after five minutes, also while another is sound', () => {
    const pool = refusedOnce()
    expect(takes(pool, '', LATER - 1)).toBe('b')
    expect([takes(pool, '', LATER), takes(pool, '', LATER)]).toEqual(['a', 'b'])
  })

  it('is as any other when that goes well, and is left alone for as long when it does not', () => {
    const well = refusedOnce()
    well.carried(begin(well, LATER), LATER, true)
    well.setWorking('a', true, '')
    const names = Array.from({ length: 5 }, () => takes(well, '', LATER) ?? 'none')
    expect(names.toSorted()).toEqual(['a', 'a', 'b', 'b', 'none'])
    const again = refusedOnce()
    again.failed(begin(again, LATER), LATER, errorOf('101'))
    const soon = LATER + minutes(4)
    expect([takes(again, '', soon), takes(again, '', LATER + minutes(5))]).toEqual(['b', 'a'])
  })

  it('is not tried by a call to the desk, nor where its exchange is silent', () => {
    const pool = refusedOnce()
    expect(pool.take('', LATER, { besides: [], evenResting: true })?.name).toBe('b')
    pool.setWorking('a', false, 'the exchange does not answer')
    expect(takes(pool, '', LATER)).toBe('b')
  })
})

describe('a line whose exchange is back', () => {
  it('rests no longer, whatever it was that it rested for', () => {
    const pool = poolOf('a')
    pool.failed(begin(pool), NOON, { ...SILENCE, restMs: seconds(60) })
    pool.refresh('a')
    expect([pool.nextAwake(NOON), takes(pool)]).toEqual([null, 'a'])
  })

  it('is missed by a call that waited for it in vain only while it does not work', () => {
    const pool = poolOf('a')
    pool.miss('a')
    expect(health(pool, 'a')?.missed).toBe(false)
    pool.setWorking('a', false, 'the exchange does not answer')
    expect(health(pool, 'a')?.missed).toBe(true)
  })
})

describe('trouble of several calls', () => {
  const trunk = () => {
    const pool = new LinePool()
    pool.add({ exchange: HERE, name: 'trunk', tenant: '', calls: 20 }, true)
    return pool
  }
  const begun = (pool: LinePool, calls: number, now = NOON) =>
    Array.from({ length: calls }, () => begin(pool, now))

  it('that were under way together counts once', () => {
    const pool = trunk()
    for (const [n, taken] of begun(pool, 10).entries()) pool.failed(taken, NOON + n, errorOf(`10${n}`))
    expect(health(pool, 'trunk')).toMatchObject({ troubles: 1 })
    expect(restOf(pool)).toBe(seconds(2))
    const silent = trunk()
    for (const [n, taken] of begun(silent, 10).entries()) silent.failed(taken, NOON + n, SILENCE)
    expect(restOf(silent)).toBe(seconds(2))
  })

  it('under way together lasts as long as the exchange has asked of any of them', () => {
    const pool = trunk()
    const [one, two] = [begin(pool), begin(pool)]
    pool.failed(one, NOON, SILENCE)
    pool.failed(two, NOON, { ...SILENCE, restMs: seconds(30) })
    expect(restOf(pool)).toBe(seconds(30))
  })

  it('of different rooms in a row lets the line rest longer', () => {
    const pool = trunk()
    pool.failed(begin(pool), NOON, errorOf('101'))
    const later = NOON + seconds(5)
    pool.failed(begin(pool, later), later, errorOf('102'))
    expect(restOf(pool, later)).toBe(seconds(4))
  })

  it('of the same room again and again says nothing new about the line', () => {
    const pool = trunk()
    pool.failed(begin(pool), NOON, errorOf('101'))
    for (const later of [5, 15, 35].map((n) => NOON + seconds(n))) {
      pool.failed(begin(pool, later), later, errorOf('101'))
      expect(restOf(pool, later)).toBe(0)
    }
  })

  it('does not let a line rest that reaches other rooms', () => {
    const pool = trunk()
    const up = begin(pool)
    pool.goesWell(up, NOON)
    for (const [n, taken] of begun(pool, 6).entries()) pool.failed(taken, NOON, errorOf(`20${n}`))
    expect(restOf(pool)).toBe(0)
    expect(health(pool, 'trunk')).toMatchObject({ busy: 1, troubles: 0, why: '' })
  })

  it('is forgotten as soon as another phone rings', () => {
    const pool = trunk()
    const [bad, good] = [begin(pool), begin(pool)]
    pool.failed(bad, NOON, errorOf('101'))
    expect(restOf(pool)).toBe(seconds(2))
    pool.goesWell(good, NOON + 100)
    expect(restOf(pool, NOON + 100)).toBe(0)
  })

  it('counts again when no call has gone well for a minute', () => {
    const pool = trunk()
    pool.carried(begin(pool), NOON)
    const later = NOON + seconds(60)
    pool.failed(begin(pool, later), later, errorOf('101'))
    expect(restOf(pool, later)).toBe(seconds(2))
  })

  it('of the line itself is not refuted by a call that was up before', () => {
    const pool = trunk()
    const [up, silent] = [begin(pool), begin(pool)]
    pool.goesWell(up, NOON)
    pool.failed(silent, NOON, SILENCE)
    pool.carried(up, NOON + 500)
    expect(restOf(pool, NOON + 500)).toBe(seconds(1.5))
  })

  it('on a line that was taken while it rested does not lengthen its rest', () => {
    const pool = trunk()
    pool.failed(begin(pool), NOON, SILENCE)
    const later = NOON + seconds(1)
    pool.failed(begin(pool, later, true), later, { ...SILENCE, restMs: seconds(30) })
    expect(restOf(pool, later)).toBe(seconds(1))
    expect(health(pool, 'trunk')).toMatchObject({ troubles: 1, busy: 0 })
  })

  it('is over when a call on the resting line goes well', () => {
    const pool = trunk()
    pool.failed(begin(pool), NOON, SILENCE)
    pool.goesWell(begin(pool, NOON, true), NOON)
    expect(restOf(pool)).toBe(0)
  })
})

describe('lines whose exchange falls silent', () => {
  const fallSilent = (pool: LinePool, name: string) => {
    pool.setWorking(name, false, 'the exchange does not answer')
    pool.fellSilent(name)
  }

  it('are missed at once, all of them, when one carries a call, and none when there is no call', () => {
    const pool = poolOf('a', 'b')
    for (const name of ['a', 'b']) fallSilent(pool, name)
    expect(pool.describe().map(({ missed }) => missed)).toEqual([false, false])
    for (const name of ['a', 'b']) pool.setWorking(name, true, '')
    begin(pool)
    for (const name of ['a', 'b']) fallSilent(pool, name)
    expect(pool.describe().map(({ missed }) => missed)).toEqual([true, true])
  })

  it('are not given out to who wants no dead one, until a call has gone well since', () => {
    const pool = poolOf('a')
    pool.carried(begin(pool), NOON)
    fallSilent(pool, 'a')
    const wish = { evenResting: true, evenDead: false }
    expect(pool.take('', NOON, wish)).toBeNull()
    pool.carried(begin(pool), NOON)
    expect(pool.take('', NOON, wish)?.name).toBe('a')
  })
})

describe('a line that is set anew while it carries a call', () => {
  it('still carries it, and never more than it may', () => {
    const pool = poolOf('a')
    const taken = begin(pool)
    pool.remove('a')
    pool.add({ exchange: HERE, name: 'a', tenant: '', calls: 1 }, true)
    expect(takes(pool)).toBeNull()
    pool.carried(taken, NOON)
    expect([takes(pool), takes(pool)]).toEqual(['a', null])
  })

  it('and is then gone is not missed', () => {
    const pool = poolOf('a')
    const taken = begin(pool)
    pool.remove('a')
    pool.carried(taken, NOON)
    pool.add({ exchange: HERE, name: 'a', tenant: '', calls: 1 }, true)
    expect(health(pool, 'a')).toMatchObject({ busy: 0 })
  })
})

describe('a line on which phones ring and nothing can be said', () => {
  const LATER = NOON + seconds(10)

  it('is in trouble, and rests, although the phone rang', () => {
    const pool = poolOf('a', 'b')
    const taken = begin(pool)
    pool.goesWell(taken, NOON)
    pool.failed(taken, NOON, muteFor('101'))
    expect(health(pool, 'a')).toMatchObject({ troubles: 1, why: 'No audio in common' })
    expect(restOf(pool)).toBe(seconds(2))
  })

  it('comes after every other, until a guest was spoken to over it', () => {
    const pool = poolOf('a', 'b')
    pool.failed(begin(pool), NOON, muteFor('101'))
    const [first, second] = [begin(pool, LATER), begin(pool, LATER)]
    expect([first.name, second.name]).toEqual(['b', 'a'])
    pool.goesWell(second, LATER)
    expect(health(pool, 'a')?.troubles).toBe(1)
    pool.carried(second, LATER)
    expect(health(pool, 'a')?.troubles).toBe(1)
    const third = begin(pool, LATER)
    pool.carried(third, LATER, true)
    expect(health(pool, 'a')?.troubles).toBe(0)
  })

  it('is not blamed for one room where others have just been spoken to', () => {
    const pool = poolOf('a')
    pool.carried(begin(pool), NOON, true)
    pool.failed(begin(pool, LATER), LATER, muteFor('101'))
    expect(health(pool, 'a')?.troubles).toBe(0)
  })
})

describe('a room that a line has failed', () => {
  it('is rung by another that is free, and by the same if there is none', () => {
    const pool = poolOf('a', 'b')
    expect(pool.take('', NOON, { avoid: 'a' })?.name).toBe('b')
    expect(pool.take('', NOON, { avoid: 'a' })?.name).toBe('a')
  })
})

describe('a line that cannot be used at all', () => {
  it('is missed as soon as a call wants it, so that the desk is told at once', () => {
    const pool = poolOf('a')
    pool.setWorking('a', false, 'port 5062 is taken', { isDead: false })
    expect(health(pool, 'a')?.missed).toBe(false)
    expect(takes(pool)).toBeNull()
    expect(health(pool, 'a')?.missed).toBe(true)
  })

  it('is not missed while another works, though that one is busy', () => {
    const pool = poolOf('a', 'b')
    pool.setWorking('a', false, 'port 5062 is taken', { isDead: false })
    expect([takes(pool), takes(pool)]).toEqual(['b', null])
    expect(health(pool, 'a')?.missed).toBe(false)
  })
})
