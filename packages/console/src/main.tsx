import './look/tokens.css'
import './look/base.css'
import './look/parts.css'
import './look/shell.css'
import './look/print.css'
import { start } from './start.ts'

const place = document.querySelector('#console')
if (place === null) throw new Error('The page has no place for the console')
const started = start()
// Who sits here is asked before what draws is even read; nothing is drawn twice.
const [{ draw }] = await Promise.all([import('./app.tsx'), started.isReady])
draw(place, started)
