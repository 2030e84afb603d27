// The floor: as many bare timers, with nothing to remember and nothing to write.
const [callsText, leadText] = process.argv.slice(2)
const dueAt = Date.now() + Number(leadText)
const lateness = []
for (let n = 0; n < Number(callsText); n++)
  setTimeout(() => {
    lateness.push(Date.now() - dueAt)
    if (lateness.length === Number(callsText)) process.stdout.write(`${JSON.stringify(lateness)}\n`)
  }, dueAt - Date.now())
