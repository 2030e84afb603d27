// The board of 2,000 rooms on the parts of a library: the way that was not taken.
import {
  Badge,
  Group,
  MantineProvider,
  Paper,
  SimpleGrid,
  Text,
  ThemeIcon,
  UnstyledButton,
} from '@mantine/core'
import { createElement as h, memo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'

const ROOMS = Array.from({ length: 2_000 }, (_, at) => String(100 + at))
const setters = new Map()

/** Drawn anew when it changes, and when no other does, as ours is. */
const Tile = memo(function Tile({ room }) {
  const [word, setWord] = useState('Clean')
  setters.set(room, setWord)
  return h(
    UnstyledButton,
    { 'data-room': room },
    h(
      Paper,
      { withBorder: true, p: 'xs' },
      h(
        Group,
        { justify: 'space-between' },
        h(Text, { fw: 600, size: 'lg' }, room),
        h(ThemeIcon, { size: 'xs', variant: 'light' }, '✔'),
      ),
      h(Badge, { variant: 'light' }, word),
      h(Text, { size: 'xs', c: 'dimmed' }, '14 min'),
    ),
  )
})

const Board = () =>
  h(
    MantineProvider,
    null,
    h(
      SimpleGrid,
      { cols: 12, spacing: 6 },
      ROOMS.map((room) => h(Tile, { key: room, room })),
    ),
  )

const painted = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => resolve(performance.now()))
      port1.start()
      port2.postMessage(null)
    })
  })

globalThis.board = {
  async show() {
    const since = performance.now()
    const root = createRoot(document.querySelector('#board'))
    flushSync(() => root.render(h(Board)))
    return (await painted()) - since
  },
  async change(room, word) {
    const since = performance.now()
    setters.get(room)(word)
    return (await painted()) - since
  },
}
