/** What people choose who are asked for a password, in small letters: guessers begin with these. */
const WORDS = `
password passwort pass passwd passphrase motdepasse contrasena senha parola wachtwoord haslo heslo parool salasana
secret geheim sesame opensesame letmein letmeinnow letmeinplease comein welcome willkommen bienvenue bienvenido benvenuto
welcomehome hello hallo bonjour hola ciao goodmorning gutenmorgen goodnight admin administrator adminadmin root superuser
sysadmin user username guest gast invite default changeme changethis changeit changenow changepassword newpassword
mypassword yourpassword oldpassword thepassword nopassword passwordpassword temporary temp tempo test testing tester
testtest demo demonstration sample example login logon signin access letmeinto master manager director boss chef
reception receptionist frontdesk frontoffice nightdesk desk concierge housekeeping housekeeper maid porter bellboy minibar
hotel hotels hotelhotel grandhotel myhotel ourhotel hostel motel resort lobby suite room rooms roomservice wakeup
wakeupcall reveille breakfast checkin checkout guestroom hospitality holiday holidays vacation travel tourist
telephone phone voice voicemail mailbox server network internet wifi wireless router computer laptop keyboard monitor
windows linux ubuntu android iphone apple google facebook youtube twitter instagram amazon netflix microsoft oracle
database mysql postgres sqlite backup system service support helpdesk office company business security secure safety
private public money cash dollar euro bitcoin rich million love iloveyou iloveu loveyou lovely loveme myself mylove
forever princess prince queen king kingkong angel angels baby babygirl babyboy honey sweetheart sweety darling sunshine
sunflower flower flowers butterfly rainbow summer winter spring autumn sommer herbst fruehling hiver automne verano
invierno january february march april june july august september october november december januar februar juni juli
oktober dezember monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag
samstag sonntag football fussball soccer baseball basketball hockey tennis golf volleyball rugby cricket swimming running
liverpool chelsea arsenal barcelona realmadrid juventus bayern manchester united yankees cowboys lakers steelers eagles
dragon dragons tiger tigers lion lions monkey donkey horse pony eagle falcon wolf shark dolphin panda turtle kitty cat
dog doggy puppy buster buddy lucky shadow ginger pepper cookie cookies chocolate cheese banana orange lemon cherry
strawberry coffee espresso cocacola pepsi pizza burger superman batman spiderman ironman wonderwoman starwars startrek
skywalker matrix terminator pokemon pikachu naruto minecraft nintendo playstation hunter killer ninja samurai warrior
wizard magic merlin phoenix thunder lightning storm blizzard diamond crystal silver golden goldfish purple yellow
orange green black white redred blue trustno trustnoone whatever nothing something anything everything nobody somebody
freedom peace liberty america england london paris berlin zurich vienna madrid rome milano newyork california texas
florida canada australia switzerland schweiz suisse germany deutschland austria france italia espana europe
michael michelle jennifer jessica ashley amanda daniel david andrew anthony matthew joshua jordan thomas robert william
charlie george harley james john maria marie anna anne andrea nicole stefan martin peter patrick alexander sebastian
christian sabine claudia sandra susanne monika ursula pierre jacques francois giovanni giuseppe carlos fernando
jesus christ jesuschrist heaven church blessed faith grace family mother father mama papa sister brother friend friends
bestfriend mustang camaro corvette ferrari porsche mercedes audi toyota honda harleydavidson yamaha
abc abcd abcde abcdef qwe qwer qwert qwerty qwertz azerty asdf asdfg asdfgh zxcv zxcvb zxcvbn yxcvb qwertyqwerty
qazwsx qazwsxedc wsxedc aaa aaaa xxx xxxx
`

const COMMON = new Set(WORDS.split(/\s+/).filter((word) => word !== ''))

/** Rows along which fingers run, in either direction. */
const ROWS = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
  '1a2b3c4d5e6f7g8h9i0j',
].map((row) => row + row)

const backwards = (text: string) => Array.from(text).toReversed().join('')

const isRun = (text: string) => ROWS.some((row) => row.includes(text) || row.includes(backwards(text)))

/** A piece of up to five characters over and over: `abcabcabc`. */
const isRepeated = (text: string) => /^(.{1,5})\1+$/su.test(text)

/** Signs that stand for letters, as in `p@ssw0rd`. */
const LETTERS: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}

/** A common word, with whatever figures and signs stand before, after or between: `Welcome-2026!`. */
function isCommonWord(text: string): boolean {
  const core = text.replace(/^[^\p{L}@$]+/u, '').replace(/[^\p{L}]+$/u, '')
  const spelt = Array.from(core, (sign) => LETTERS[sign] ?? sign).join('')
  return [text, core, spelt].some((one) => COMMON.has(one.replaceAll(/[^\p{L}]/gu, '')))
}

/** Whether a guesser would try it among the first. */
export function isCommonPassword(password: string): boolean {
  const text = password.normalize('NFKC').toLowerCase().trim()
  return isRun(text) || isRepeated(text) || isCommonWord(text)
}
