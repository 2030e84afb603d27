import type { House } from '../../hotel/nodes/houses.ts'
import { seconds } from '../../kernel/clock.ts'
import type { Ticking } from '../../kernel/service.ts'
import type { AtHome } from './at-home.ts'

const LOOK_AGAIN = seconds(1)

/** Work of which there is one for all nodes: done where that house lives. */
export const onlyAt = (house: House, home: Pick<AtHome, 'has'>, work: Ticking): Ticking => ({
  name: work.name,
  tick: (now) => (home.has(house) ? work.tick(now) : Promise.resolve(now + LOOK_AGAIN)),
})
