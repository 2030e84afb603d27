import { expect, test } from 'vitest'
import type { RoomStatus, StatusType } from '../../hotel/rooms/room-status.ts'
import { roomStatus, statusType } from '../../../testing/records.ts'
import type { Hotel } from './hotel.ts'
import { testKeyed } from './keyed.ts'
import { EMPTY_TEXT, IN_BYTE_ORDER, LARGEST, SHUFFLED, SMALLEST, WORLD_TEXT, ZEROS } from './words.ts'

const EMPTY_STATUS = { status: '', description: '', changedAt: 0, actor: '' }
const KEY = { tenant: 't1', id: '70' }

export function testRoomStatus(hotel: Hotel) {
  testKeyed<StatusType>(hotel, {
    noun: 'a status type',
    plural: 'status types',
    of: (stores) => stores.roomStatus.types,
    make: statusType,
    unlike: [
      { ...KEY, description: WORLD_TEXT, condition: 'clean' },
      { ...KEY, description: EMPTY_TEXT, condition: null },
    ],
  })

  const save = (...all: readonly RoomStatus[]) => hotel.write((stores) => stores.roomStatus.save(all))
  const ofRoom = ({ tenant, room }: RoomStatus) => hotel.read.roomStatus.ofRoom(tenant, room)

  test('the status of a room is read as it was reported', async () => {
    const key = { tenant: 't1', room: ZEROS }
    const full = { ...key, status: '007', description: WORLD_TEXT, changedAt: LARGEST, actor: WORLD_TEXT }
    const bare = roomStatus({ room: '70', status: '', description: '', changedAt: SMALLEST, actor: '' })
    await save(full, bare)

    expect(await ofRoom(full)).toEqual(full)
    expect(await ofRoom(bare)).toEqual(bare)
    expect(await ofRoom(roomStatus())).toBeUndefined()
  })

  test('a report takes the place of the one before, in its own room only', async () => {
    const others = [roomStatus({ tenant: 't1' }), roomStatus({ room: '0101' })]
    const second = roomStatus({ status: '2', description: 'Dirty', changedAt: 2, actor: 'desk' })
    await save(roomStatus({ changedAt: 1 }), ...others)
    await save(second)

    for (const one of [second, ...others]) expect(await ofRoom(one)).toEqual(one)
    expect(await hotel.read.roomStatus.list(null)).toHaveLength(3)
  })

  test('rooms whose report is taken back have none, and others keep theirs', async () => {
    const others = [roomStatus({ tenant: 't1' }), roomStatus({ room: '0101' })]
    await save(roomStatus(), roomStatus({ room: '102', tenant: 't1' }), ...others)
    await hotel.write((stores) =>
      stores.roomStatus.remove([roomStatus(), roomStatus({ room: '102', tenant: 't1' })]),
    )
    await hotel.write((stores) => stores.roomStatus.remove([]))

    const left = await hotel.read.roomStatus.list(null)
    expect(left.map(({ room, tenant }) => room + tenant).toSorted()).toEqual(['0101', '101t1'])
  })

  test('many reports are kept at once, whether the rooms had one before or not', async () => {
    const rooms = Array.from({ length: 500 }, (_, at) => String(1000 + at))
    await save(...rooms.slice(0, 250).map((room) => roomStatus({ room, changedAt: 1 })))
    await save(...rooms.map((room) => roomStatus({ room, changedAt: 2 })))
    await save()

    const found = await hotel.read.roomStatus.list(null)
    expect(found.map(({ room, changedAt }) => [room, changedAt])).toEqual(rooms.map((room) => [room, 2]))
  })

  test('rooms are held with what was reported of them, by their very names; of others an empty one', async () => {
    const held = [roomStatus({ room: '101' }), roomStatus({ room: '102', tenant: 't1' })]
    await save(...held, roomStatus({ room: '0101' }), roomStatus({ room: '103' }))
    const places = [...held, { room: '101', tenant: 'É' }].map(({ tenant, room }) => ({ tenant, room }))
    const found = await hotel.write(async ({ roomStatus: store }) => {
      const both = [await store.hold(places.toReversed()), await store.hold([])]
      await store.remove(places.slice(2))
      return both
    })

    const empty = { ...roomStatus({ room: '101', tenant: 'É' }), ...EMPTY_STATUS }
    expect(found).toEqual([[...held, empty], []])
    expect(await hotel.read.roomStatus.list(null)).toHaveLength(4)
  })

  test('statuses are listed by room, then tenant; to a tenant only its own', async () => {
    await save(...SHUFFLED.map((room) => roomStatus({ room })))
    await save(...['é', 'Z'].map((tenant) => roomStatus({ room: '9', tenant })))

    const listed = async (scope: string | null) =>
      (await hotel.read.roomStatus.list(scope)).map(({ room, tenant }) => room + tenant)
    expect(await listed(null)).toEqual(
      IN_BYTE_ORDER.flatMap((room) => (room === '9' ? ['9', '9Z', '9é'] : [room])),
    )
    expect(await listed('é')).toEqual(['9é'])
    expect(await listed('')).toEqual(IN_BYTE_ORDER)
    expect(await listed('É')).toEqual([])
  })
}
