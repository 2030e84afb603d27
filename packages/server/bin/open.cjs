'use strict'

import('../dist/main.js').catch((error) => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
  process.stdout.write(
    `Reveille is not built, or not whole: run npm install and npm run build (${error.message})\n`,
  )
  process.exitCode = 1
})
