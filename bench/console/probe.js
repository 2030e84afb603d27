// Runs in the page before anything of it: notes when events come in, and when what they change has been painted.
const state = {
  /** Events of tiles that are on the screen and were not painted yet: when they came, by room. */
  tiles: new Map(),
  /** The oldest event of a call that was not painted yet. */
  call: null,
  /** Milliseconds from the arrival of an event to the paint of what it changes. */
  paints: [],
  /** Tasks over 50 ms: when, and for how long. */
  tasks: [],
  /** How long people waited for the next paint after a tap, by interaction. */
  taps: new Map(),
  /** Events that came, and the last few of them as they were written. */
  heard: 0,
  last: [],
  feed: null,
}

const channel = new MessageChannel()
const afterPaint = []
let isInFrame = false
channel.port1.addEventListener('message', () => {
  isInFrame = false
  const now = performance.now()
  for (const act of afterPaint.splice(0)) act(now)
})
channel.port1.start()

// What a frame's callbacks change is painted before the next message comes.
const frame = globalThis.requestAnimationFrame.bind(globalThis)
globalThis.requestAnimationFrame = (act) =>
  frame((at) => {
    if (!isInFrame) channel.port2.postMessage(null)
    isInFrame = true
    act(at)
  })

function painted(act) {
  afterPaint.push(act)
  if (!isInFrame) globalThis.requestAnimationFrame(() => {})
}

let drawn = { at: -1_000, rooms: new Set() }

/** Looked up four times a second, so that looking takes nothing from what is measured. */
function drawnRooms(now) {
  if (now - drawn.at > 250) {
    const tiles = [...document.querySelectorAll('.board [data-room]')]
    drawn = { at: now, rooms: new Set(tiles.map((tile) => tile.dataset.room.trim())) }
  }
  return drawn.rooms
}

const EVENT = /id: (\d+)\nevent: (\S+)\ndata: (.*)\n\n/g
const OF_CALLS = new Set(['wakeup.dialled', 'wakeup.answered'])

/** The beginning of an event whose end is still to come. */
let begun = ''

function note(chunk) {
  const now = performance.now()
  const text = begun + chunk
  const end = text.lastIndexOf('\n\n') + 2
  begun = end < 2 ? text : text.slice(end)
  for (const [whole, , kind, data] of text.slice(0, end < 2 ? 0 : end).matchAll(EVENT)) {
    state.heard += 1
    if (state.heard % 8 === 0) state.last = [...state.last.slice(-99), whole]
    if (OF_CALLS.has(kind)) state.call ??= now
    const room = / ?"room":"(\d+)"/.exec(data)?.[1]
    if (kind !== 'room.status.changed' || room === undefined || state.tiles.has(room)) continue
    if (drawnRooms(now).has(room)) state.tiles.set(room, now)
  }
}

const ask = globalThis.fetch.bind(globalThis)
globalThis.fetch = async (input, init) => {
  const response = await ask(input, init)
  if (!String(input).startsWith('/rest/events') || response.body === null) return response
  const decoder = new TextDecoder()
  const noting = new TransformStream({
    start: (controller) => {
      state.feed = (text) => controller.enqueue(new TextEncoder().encode(text))
    },
    transform(chunk, controller) {
      note(decoder.decode(chunk, { stream: true }))
      controller.enqueue(chunk)
    },
  })
  const { status, headers } = response
  return new Response(response.body.pipeThrough(noting), { status, headers })
}

const elementOf = (node) => (node instanceof Element ? node : node.parentElement)

new MutationObserver((changes) => {
  for (const { target } of changes) {
    const element = elementOf(target)
    const room = element?.closest('[data-room]')?.dataset.room?.trim()
    const arrived = room === undefined ? undefined : state.tiles.get(room)
    if (arrived !== undefined) {
      state.tiles.delete(room)
      painted((now) => state.paints.push(now - arrived))
    }
    if (state.call !== null && element?.closest('.today') != null) {
      const since = state.call
      state.call = null
      painted((now) => state.paints.push(now - since))
    }
  }
}).observe(document, { subtree: true, childList: true, characterData: true, attributes: true })

new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries()) state.tasks.push({ at: startTime, ms: duration })
}).observe({ type: 'longtask', buffered: true })

new PerformanceObserver((list) => {
  for (const { interactionId, duration } of list.getEntries())
    if (interactionId > 0)
      state.taps.set(interactionId, Math.max(duration, state.taps.get(interactionId) ?? 0))
}).observe({ type: 'event', durationThreshold: 16, buffered: true })

/** When something that these selectors find has been painted; all of them, after what is there now has gone. */
function shown(selectors) {
  return new Promise((resolve) => {
    const look = () => {
      if (selectors.every((one) => document.querySelector(one) !== null)) painted(resolve)
      else globalThis.requestAnimationFrame(look)
    }
    look()
  })
}

globalThis.probe = {
  /** From a click on a link to the paint of what it leads to. */
  async go(link, selectors) {
    const since = performance.now()
    document.querySelector(link).click()
    const at = await shown(selectors)
    const lists = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes('/rest/wakeup/list'))
    const list = lists.find(({ responseEnd }) => responseEnd > since)
    return { whole: at - since, afterData: list === undefined ? null : at - list.responseEnd }
  },
  taken() {
    const { paints, tasks, taps, heard, tiles } = state
    const taken = { paints, tasks, taps: [...taps.values()], heard, unpainted: tiles.size }
    Object.assign(state, { paints: [], tasks: [], taps: new Map(), heard: 0, tiles: new Map(), call: null })
    return taken
  },
  /** Events as they came lately, told again as new ones: so many, as fast as they are taken. */
  async repeat(count) {
    const [sample, last] = [state.last, 4_000_000_000_000]
    for (let told = 0; told < count; told += sample.length) {
      const at = new Date(last + told * 1_000).toISOString()
      state.feed(sample.map((one) => one.replace(/"at":"[^"]*"/, `"at":"${at}"`)).join(''))
      await new Promise((resolve) => painted(resolve))
    }
  },
}
