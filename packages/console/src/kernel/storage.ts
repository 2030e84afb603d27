/** What a device keeps. The only file that touches the browser's stores: a page that may not keep anything works too. */
export interface Shelf {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
}

const PREFIX = 'reveille.'

/** A browser that forbids it throws; then it is kept as long as the page is open. */
function attempt<T>(act: () => T, otherwise: T): T {
  try {
    return act()
  } catch {
    return otherwise
  }
}

export function browserShelf(): Shelf {
  const meanwhile = new Map<string, string>()
  return {
    get: (key) => meanwhile.get(key) ?? attempt(() => localStorage.getItem(PREFIX + key), null),
    set: (key, value) => {
      meanwhile.set(key, value)
      attempt(() => localStorage.setItem(PREFIX + key, value), undefined)
    },
    remove: (key) => {
      meanwhile.delete(key)
      attempt(() => localStorage.removeItem(PREFIX + key), undefined)
    },
  }
}

/** What waits to be sent, in its order; it outlives the page. */
export interface Drawer<T> {
  all(): Promise<T[]>
  put(key: string, value: T): Promise<void>
  remove(key: string): Promise<void>
}

/** Kept in memory, where the browser keeps nothing. */
export function openDrawer<T>(): Drawer<T> {
  const kept = new Map<string, T>()
  return {
    all: () => Promise.resolve([...kept.values()]),
    put: (key, value) => Promise.resolve(void kept.set(key, value)),
    remove: (key) => Promise.resolve(void kept.delete(key)),
  }
}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('the store gives no reason')))
  })

/** In the order of its numbers, which is that in which it went in. Where the browser keeps nothing: in memory. */
export function browserDrawer<T>(name: string): Drawer<T> {
  const opened = openDatabase(name).then(
    (database) => drawerIn<T>(database, name),
    () => openDrawer<T>(),
  )
  return {
    all: async () => (await opened).all(),
    put: async (key, value) => (await opened).put(key, value),
    remove: async (key) => (await opened).remove(key),
  }
}

async function openDatabase(name: string): Promise<IDBDatabase> {
  const opening = indexedDB.open(PREFIX + name, 1)
  opening.addEventListener('upgradeneeded', () => {
    opening.result.createObjectStore(name, { autoIncrement: true }).createIndex('key', 'key')
  })
  return done(opening)
}

interface Kept<T> {
  readonly key: string
  readonly value: T
}

function drawerIn<T>(database: IDBDatabase, name: string): Drawer<T> {
  const store = (mode: IDBTransactionMode) => database.transaction(name, mode).objectStore(name)
  return {
    async all() {
      const kept: Kept<T>[] = await done(store('readonly').getAll())
      return kept.map(({ value }) => value)
    },
    async put(key, value) {
      await done(store('readwrite').add({ key, value }))
    },
    async remove(key) {
      const place = store('readwrite')
      for (const number of await done(place.index('key').getAllKeys(key))) await done(place.delete(number))
    },
  }
}
