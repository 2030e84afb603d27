// Links to a property system, posts two colas to a room, and tells what it hears:
//   node --import tsx packages/fias/examples/post.ts 127.0.0.1 5010 101
import { createLink, fiasTime } from '@reveille/fias'

const [host = '127.0.0.1', port = '5010', room = '101'] = process.argv.slice(2)

const link = createLink({
  host,
  port: Number(port),
  features: { guests: true },
  onState: (state, why) => {
    console.log(`The link is ${state}: ${why}`)
    if (state === 'alive') void postColas()
  },
  onGuest: (event) => console.log(`Room ${event.room}: ${event.kind} of ${event.name ?? 'somebody'}`),
})

async function postColas() {
  // Number, date and time are kept before it is sent: sent again, it is the same posting.
  const posting = { number: 1733, room, ...fiasTime(Date.now()), itemText: '2 Cola' }
  console.log(await link.post({ ...posting, what: { articles: [{ article: '1450', count: 2 }] } }))
  await link.stop()
}

link.start()
