/** One set: 24 by 24, drawn with a line of 1.5. */
export const ICONS = {
  today: 'M3 18h18M6.5 18a5.5 5.5 0 0 1 11 0M12 5v3.5M4.6 9.6l1.9 1.9M19.4 9.6l-1.9 1.9M8 21.5h8',
  rooms:
    'M4 21V4.5h10V21M14 9h6v12M2.5 21h19M7 8h1.5M10 8h1.5M7 12h1.5M10 12h1.5M7 16h1.5M10 16h1.5M17 13h.5M17 17h.5',
  bar: 'M5 4h14l-7 8.5zM12 12.5V20M8 20.5h8M7.5 7h9',
  alarms: 'M12 3.5 21.5 20h-19zM12 10v4.5M12 17.2v.1',
  guests:
    'M9 11.5a3.75 3.75 0 1 0 0-7.5 3.75 3.75 0 0 0 0 7.5zM2.5 20c.5-3.8 3-5.8 6.5-5.8s6 2 6.5 5.8M15.5 4.4a3.6 3.6 0 0 1 0 6.8M17.5 14.6c2.2.7 3.6 2.5 4 5.4',
  deliveries: 'M3 6.5h11M3 12h7M3 17.5h11M14 12h7.5M18 8.5l3.5 3.5-3.5 3.5',
  log: 'M5 3.5h11l3 3v14H5zM8.5 9h7M8.5 13h7M8.5 17h4',
  reports: 'M4 20.5V4M4 20.5h16.5M8 20v-6M12 20V8.5M16 20v-9',
  settings:
    'M4 7h9M17 7h3M4 17h3M11 17h9M15 9.25a2.25 2.25 0 1 0 0-4.5 2.25 2.25 0 0 0 0 4.5zM9 19.25a2.25 2.25 0 1 0 0-4.5 2.25 2.25 0 0 0 0 4.5z',
  system: 'M3 12.5h4l2.5-7 4.5 13 2.5-6H21',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 20.5 20.5',
  entry: 'M8 5l7 7-7 7',
  down: 'M6 9.5l6 6 6-6',
  up: 'M6 14.5l6-6 6 6',
  right: 'M9 6l6 6-6 6',
  left: 'M15 6l-6 6 6 6',
  close: 'M6 6l12 12M18 6L6 18',
  print: 'M7 8.5V3.5h10v5M7 17H3.5V8.5h17V17H17M7 14h10v6.5H7z',
  link: 'M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.7-5.7l-1.3 1.3M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.7 5.7l1.3-1.3',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.6-4 3.4-6 7.5-6s6.9 2 7.5 6',
  star: 'M12 2.8l2.8 6 6.5.7-4.9 4.4 1.4 6.4L12 17l-5.8 3.3 1.4-6.4L2.7 9.5l6.5-.7z',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z',
  bed: 'M3 19V6M3 16h18v3M21 16v-3a3 3 0 0 0-3-3h-7v6M7 12.5a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6z',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5.2l3.5 2',
  'alarm-clock': 'M12 20a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM12 9.5V13l2.3 1.4M3.5 6.5l3-2.7M20.5 6.5l-3-2.7',
  phone:
    'M5 4h4l1.5 5-2.2 1.6a12 12 0 0 0 5.1 5.1L15 13.5l5 1.5v4c0 .8-.7 1.5-1.5 1.5C10.5 20.5 3.5 13.5 3.5 5.5 3.5 4.7 4.2 4 5 4z',
  mail: 'M3.5 5.5h17v13h-17zM3.5 6.5l8.5 7 8.5-7',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  backspace: 'M8.5 5.5h12v13h-12L3 12zM12 9.5l5 5M17 9.5l-5 5',
  more: 'M5 11.2v1.6M4.2 12h1.6M12 11.2v1.6M11.2 12h1.6M19 11.2v1.6M18.2 12h1.6',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  'eye-off':
    'M4 4l16 16M9.9 5.8c.7-.2 1.4-.3 2.1-.3 6 0 9.5 6.5 9.5 6.5s-.9 1.7-2.7 3.4M6 7.7C3.7 9.5 2.5 12 2.5 12S6 18.5 12 18.5c1.5 0 2.9-.4 4.1-1M9.9 10a3 3 0 0 0 4.1 4.1',
  seal: 'M12 3l2.5 2 3.2-.2.8 3.1 2.6 1.8L19.9 12l1.2 2.8-2.6 1.8-.8 3.1-3.2-.2L12 21.5l-2.5-2-3.2.2-.8-3.1-2.6-1.8L4.1 12 2.9 9.2l2.6-1.8.8-3.1 3.2.2zM8.8 12.2l2.3 2.3 4.2-4.6',
  lock: 'M6 10.5h12v10H6zM8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5M12 14.5v2.5',
  unlock: 'M6 10.5h12v10H6zM8.5 10.5V8a3.5 3.5 0 0 1 6.8-1.2M12 14.5v2.5',
  'sign-out': 'M13 4.5H5v15h8M10 12h11M17.5 8.5 21 12l-3.5 3.5',
  switch: 'M4 8h14M14.5 4.5 18 8l-3.5 3.5M20 16H6M9.5 12.5 6 16l3.5 3.5',
  display: 'M3 4.5h18v12H3zM12 16.5v4M8 20.5h8',
  sun: 'M12 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM12 2.5V4.5M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  half: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 3.5v17M12 8l6-1.5M12 13l8.3-1.5M12 18l7-2',
  language:
    'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3.5 9.5h17M3.5 14.5h17M12 3c-5 5-5 13 0 18M12 3c5 5 5 13 0 18',
  density: 'M4 5.5h16M4 10h16M4 14.5h16M4 19h16',
  sound: 'M4 9.5v5h3.5L12.5 19V5L7.5 9.5zM16 9a4.5 4.5 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11',
  'sound-off': 'M4 9.5v5h3.5L12.5 19V5L7.5 9.5zM16.5 9.5l5 5M21.5 9.5l-5 5',
  tick: 'M4.5 13l5 5L19.5 6.5',
  copy: 'M8.5 8.5h11v12h-11zM15.5 8.5v-5h-11v12h4',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.4-5.5M20 2.8v4.7h-4.7',
  download: 'M12 4v11M7.5 11l4.5 4.5 4.5-4.5M4.5 20h15',
  upload: 'M12 15.5V4.5M7.5 9 12 4.5 16.5 9M4.5 20h15',
  play: 'M7 4.5l12.5 7.5L7 19.5z',
  stop: 'M6 6h12v12H6z',
  record: 'M12 18.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13z',
  microphone:
    'M12 15a3.5 3.5 0 0 0 3.5-3.5v-5a3.5 3.5 0 0 0-7 0v5A3.5 3.5 0 0 0 12 15zM5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3.5',
  edit: 'M4 20l1-4.5L16.5 4 20 7.5 8.5 19zM14 6.5l3.5 3.5',
  remove: 'M4.5 7h15M9 7V4h6v3M6.5 7l1 13.5h9l1-13.5M10 11v5.5M14 11v5.5',
  calendar: 'M4 6h16v14.5H4zM4 10.5h16M8 3.5V8M16 3.5V8',
  filter: 'M3.5 5h17L14 13v7l-4-2.5V13z',
  floor: 'M3.5 20.5h5v-5h5v-5h5v-5h2',
  key: 'M8 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM12.5 12H21v4M17 12v3',
  card: 'M3 6h18v12.5H3zM3 10h18M6.5 15h4',
  server: 'M4 4h16v6.5H4zM4 13.5h16V20H4zM7.5 7.2v.1M7.5 16.7v.1',
  plug: 'M9 3v5M15 3v5M6.5 8h11v3.5a5.5 5.5 0 0 1-11 0zM12 17v4.5',
  speech: 'M4 4.5h16v11.5h-8.5L7 20v-4H4z',
  wrench:
    'M20.5 6.5l-3.2 3.2-2.6-.4-.4-2.6 3.2-3.2a5.5 5.5 0 0 0-7 7L3.5 17.5a2.1 2.1 0 0 0 3 3l7-7a5.5 5.5 0 0 0 7-7z',
  help: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.5 9.5a2.5 2.5 0 1 1 3.7 2.2c-.8.4-1.2.9-1.2 1.8M12 16.7v.1',
  open: 'M13.5 4.5h6v6M19.5 4.5 11 13M17 14v5.5H4.5V7H10',
} as const satisfies Readonly<Record<string, string>>

export type IconName = keyof typeof ICONS

/** A shape of a mark: filled, cut out of what is filled, or drawn. */
export interface Shape {
  readonly as: 'solid' | 'cut' | 'line'
  readonly d: string
}

const line = (d: string): Shape => ({ as: 'line', d })
const solid = (d: string): Shape => ({ as: 'solid', d })
const cut = (d: string): Shape => ({ as: 'cut', d })

const RING = 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16z'
const OCTAGON = 'M8 2h8l6 6v8l-6 6H8l-6-6V8z'

/** The shapes of states: no state is told by its colour alone. */
export const MARKS = {
  waits: [line(RING)],
  bell: [
    solid(
      'M12 2.2a6.6 6.6 0 0 0-6.6 6.6c0 5-1.5 6.8-2.4 7.7-.5.5-.2 1.5.6 1.5h16.8c.8 0 1.1-1 .6-1.5-.9-.9-2.4-2.7-2.4-7.7A6.6 6.6 0 0 0 12 2.2z',
    ),
    solid('M9 19.5h6a3 3 0 0 1-6 0z'),
  ],
  half: [line(RING), solid('M12 4a8 8 0 0 1 0 16z')],
  tick: [line('M4.5 13l5 5L19.5 6.5')],
  'two-ticks': [line('M1.8 13l4.4 4.6L15 7M11.2 15.7l2 2L22.2 7')],
  dot: [solid('M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14z')],
  crescent: [solid('M20.8 14.8A9 9 0 0 1 9.2 3.2 9.2 9.2 0 1 0 20.8 14.8z')],
  question: [line('M7.5 8a4.5 4.5 0 1 1 6.6 4c-1.4.8-2.1 1.6-2.1 3.3M12 20v.1')],
  again: [line('M19.5 12a7.5 7.5 0 1 1-2.4-5.5M20 2.8v4.7h-4.7')],
  triangle: [
    solid('M12 2.8c.5 0 .9.2 1.2.7l9 16c.5.9-.1 2-1.2 2H3c-1.1 0-1.7-1.1-1.2-2l9-16c.3-.5.7-.7 1.2-.7z'),
  ],
  pause: [line('M8 5v14M16 5v14')],
  failed: [solid(OCTAGON), cut('M8.5 8.5l7 7M15.5 8.5l-7 7')],
  'no-entry': [solid(OCTAGON), cut('M7.5 12h9')],
  cross: [line('M5.5 5.5l13 13M18.5 5.5l-13 13')],
  hand: [
    solid(
      'M7.4 12.5V6.3a1.4 1.4 0 0 1 2.8 0V4a1.4 1.4 0 0 1 2.8 0v-.4a1.4 1.4 0 0 1 2.8 0v1.9a1.4 1.4 0 0 1 2.8 0v9.2c0 4.2-2.6 7.3-6.4 7.3-3 0-4.6-1.3-6-3.6L3.6 14c-.5-.9-.2-1.8.5-2.2s1.7-.1 2.2.6z',
    ),
  ],
  wrench: [
    solid(
      'M21.6 6.3l-3.7 3.7-3-.9-.9-3 3.7-3.7a6.4 6.4 0 0 0-8.1 8.2L2.8 17.4a2.7 2.7 0 0 0 3.8 3.8l6.8-6.8a6.4 6.4 0 0 0 8.2-8.1z',
    ),
  ],
  bar: [line('M4 12h16')],
  square: [solid('M5 4h14c.6 0 1 .4 1 1v14c0 .6-.4 1-1 1H5c-.6 0-1-.4-1-1V5c0-.6.4-1 1-1z')],
} as const satisfies Readonly<Record<string, readonly Shape[]>>

export type MarkName = keyof typeof MARKS

export const STATES = ['waits', 'busy', 'good', 'put', 'again', 'bad', 'hand', 'over'] as const
export type StateName = (typeof STATES)[number]
