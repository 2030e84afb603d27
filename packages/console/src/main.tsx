import '@mantine/core/styles/baseline.css'
import '@mantine/core/styles/default-css-variables.css'
import '@mantine/core/styles/global.css'
import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import './look/tokens.css'
import './look/base.css'
import './look/parts.css'
import './look/shell.css'
import './look/print.css'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { start } from './start.ts'

const place = document.querySelector('#console')
if (place === null) throw new Error('The page has no place for the console')
createRoot(place).render(<App started={start()} />)
