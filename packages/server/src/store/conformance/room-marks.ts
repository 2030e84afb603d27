import { expect, test } from 'vitest'
import type { RoomMark } from '../../hotel/rooms/room-mark.ts'
import { roomMark } from '../../../testing/records.ts'
import type { Hotel } from './hotel.ts'
import { LARGEST, SMALLEST, WORLD_TEXT, ZEROS } from './words.ts'

export function testRoomMarks(hotel: Hotel) {
  const save = (...all: readonly RoomMark[]) =>
    hotel.write(async (stores) => {
      for (const one of all) await stores.roomMarks.save(one)
    })
  const ofRoom = ({ tenant, room }: RoomMark) => hotel.read.roomMarks.ofRoom(tenant, room)

  test('a mark is read as it was set', async () => {
    const full = roomMark({ tenant: 't1', room: ZEROS, mark: 'refused', until: LARGEST, note: WORLD_TEXT })
    const bare = roomMark({ room: '70', setAt: SMALLEST, actor: '' })
    await save(full, bare)

    expect(await ofRoom(full)).toEqual([full])
    expect(await ofRoom(bare)).toEqual([bare])
    expect(await ofRoom(roomMark())).toEqual([])
  })

  test('a mark takes the place of the same one of its room, and of no other', async () => {
    const others = [roomMark({ tenant: 't1' }), roomMark({ room: '0101' }), roomMark({ mark: 'priority' })]
    const second = roomMark({ setAt: 2, until: 3, note: 'Noon', actor: 'desk' })
    await save(roomMark({ setAt: 1 }), ...others)
    await save(second)

    expect(await ofRoom(second)).toEqual([second, roomMark({ mark: 'priority' })])
    expect(await hotel.read.roomMarks.list(null)).toHaveLength(4)
  })

  test('a mark is removed alone, and once', async () => {
    const others = [roomMark({ tenant: 't1' }), roomMark({ room: '0101' }), roomMark({ mark: 'priority' })]
    await save(roomMark(), ...others)
    const remove = () => hotel.write((stores) => stores.roomMarks.remove(roomMark()))
    expect((await Promise.all([remove(), remove()])).toSorted()).toEqual([false, true])

    expect(await hotel.read.roomMarks.list(null)).toHaveLength(3)
    expect(await ofRoom(roomMark())).toEqual([roomMark({ mark: 'priority' })])
  })

  test('marks are listed by room, tenant and kind; to a tenant only its own', async () => {
    await save(roomMark({ room: '9' }), roomMark({ tenant: 't1' }), roomMark({ mark: 'refused' }), roomMark())

    const listed = async (scope: string | null) =>
      (await hotel.read.roomMarks.list(scope)).map(({ room, tenant, mark }) => `${room}${tenant} ${mark}`)
    expect(await listed(null)).toEqual(['101 dnd', '101 refused', '101t1 dnd', '9 dnd'])
    expect(await listed('t1')).toEqual(['101t1 dnd'])
    expect(await listed('t2')).toEqual([])
  })
}
