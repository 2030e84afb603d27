import './look/tokens.css'
import './look/base.css'
import './look/parts.css'
import './look/shell.css'
import './look/print.css'
import { AGAIN_MS, start } from './start.ts'

const place = document.querySelector('#console')
if (place === null) throw new Error('The page has no place for the console')
const started = start()
// Who sits here is asked before what draws is even read; nothing is drawn twice.
const drawing = Promise.all([import('./app.tsx'), started.isReady])
drawing.then(
  ([{ draw }]) => draw(place, started),
  // What did not come once may come the next time; a browser does not ask again for the same.
  () => started.clock.after(AGAIN_MS, () => location.reload()),
)
