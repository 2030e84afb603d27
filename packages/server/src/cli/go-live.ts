import fs from 'node:fs'
import path from 'node:path'
import { type App, createApp } from '../app.ts'
import { type Clock, minutes } from '../kernel/clock.ts'
import { Failure, isFailure } from '../kernel/failure.ts'
import { systemIds } from '../kernel/ids.ts'
import { silentLog } from '../kernel/log.ts'
import { SQLITE_FILE } from '../store/engine/sqlite.ts'
import { askToGoLive, takeAnswer, takeBackRequest } from '../store/files/live-request.ts'
import { giveToOwner } from '../store/files/owner.ts'
import { createStores } from '../store/stores/stores.ts'
import { type DatabaseCheck, lookInside } from './checks/inside.ts'
import { whyQuietIn } from './checks/restored.ts'
import { isInUse } from './checks/server.ts'
import { PRODUCT } from './product.ts'

interface LivePlace {
  readonly data: string
  readonly database: string | null
  readonly keyFile: string | null
  readonly clock: Clock
}

/** Makes a restored copy live, by the server that runs on its data folder or in its absence; says what was done. */
export async function goLive(place: LivePlace): Promise<readonly string[]> {
  mustHaveDatabase(place)
  if ((await whyQuiet(place)) === null) return ['This house is live already.']
  return isInUse(place.data) ? byServer(place) : byItself(place)
}

/** Why the house there does nothing, in words; null for one that is live. */
export const whyQuiet = (place: DatabaseCheck): Promise<string | null> =>
  lookInside(place, ({ handle, dialect }) => whyQuietIn(createStores(handle, dialect)))

function mustHaveDatabase({ data, database }: LivePlace) {
  if (database !== null || fs.existsSync(path.join(data, SQLITE_FILE))) return
  throw new Failure(
    'config.invalid',
    `There is no embedded database in ${data}: if this house is in PostgreSQL, give --database as you give it to the server`,
  )
}

const PATIENCE = minutes(1)
const LOOK_AGAIN_MS = 200

async function byServer({ data, clock }: LivePlace): Promise<readonly string[]> {
  askToGoLive(data)
  for (const until = clock.now() + PATIENCE; clock.now() < until;) {
    const answer = takeAnswer(data)
    if (answer !== null) return answer
    await new Promise<void>((resolve) => clock.at(clock.now() + LOOK_AGAIN_MS, resolve))
  }
  takeBackRequest(data)
  throw new Failure('state.conflict', 'The server has not answered within a minute: see its log')
}

async function byItself(place: LivePlace): Promise<readonly string[]> {
  const app = await putTogether(place).catch((error: unknown) => {
    if (!isFailure(error) || error.code !== 'store.in-use') throw error
    const otherwise = 'or give this command on its machine, with the data folder of that one'
    throw new Failure('store.in-use', `${error.message}; ${otherwise}`, {}, error)
  })
  try {
    return await app.goLive()
  } finally {
    await app.stop()
    giveToOwner(place.data)
  }
}

/** As for serving, and not started. */
function putTogether({ data, database, keyFile, clock }: LivePlace): Promise<App> {
  const dataFolder = path.resolve(data)
  return createApp(
    {
      host: '127.0.0.1',
      port: 0,
      dataFolder,
      databaseUrl: database,
      keyFile: keyFile && path.resolve(keyFile),
      tls: null,
      trustProxy: [],
      requestTimeoutMs: PATIENCE,
      product: { ...PRODUCT, dataFolder },
      install: () => Promise.resolve(),
    },
    {
      clock,
      ids: systemIds(),
      log: silentLog,
      onFatal: (error) => {
        throw error
      },
    },
  )
}
