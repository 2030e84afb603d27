import type { Hint } from '../../hotel/settings/forms.gen.ts'

/** The English is the contract's own; a new field does not compile until it is said in German as well. */
export const GERMAN_HINTS: Readonly<Record<Hint, string>> = {
  '': '',
  '0 means that the feature is disabled': '0 heisst, dass die Funktion ausgeschaltet ist',
  'A call counts only when the guest presses a key': 'Ein Anruf zählt nur, wenn der Gast eine Taste drückt',
  'A charge that is taken back is posted as a total below zero, in mode direct and while its guest is known to be in the room; otherwise it is a task for the desk':
    'Eine Stornierung wird als Betrag unter null gebucht, in der Betriebsart direct und solange der Gast im Zimmer ist; sonst ist sie eine Aufgabe für den Empfang',
  'A charge that is taken back is told as one of a quantity below zero, in formats other than json; otherwise it is a task for the desk':
    'Eine Stornierung wird als Menge unter null gemeldet, in anderen Formaten als json; sonst ist sie eine Aufgabe für den Empfang',
  'A machine that answers, such as a mailbox: off it is not looked for, note it is told in the log and the call counts as any other, count the guest was not woken and is rung again':
    'Wenn eine Maschine antwortet, etwa eine Combox: off sucht nicht danach, note schreibt es ins Protokoll und der Anruf zählt, count weckt den Gast nochmals',
  'A posting that was sent and not answered: hold it for an operator, or resend it once, which may bill a guest twice':
    'Eine gesendete, nicht beantwortete Buchung: für eine Person zurückhalten (hold) oder einmal nochmals senden (resend), was einen Gast doppelt belasten kann',
  'A property system over FIAS': 'Ein Hotelsystem über FIAS',
  'A server that is told': 'Ein Server, der benachrichtigt wird',
  'Address of a monitor that is asked for every minute while the house is well':
    'Adresse einer Überwachung, die jede Minute aufgerufen wird, solange es dem Haus gut geht',
  'Address of this machine that SIP and audio come and go by': 'Adresse dieser Maschine für SIP und Ton',
  'Address that each alarm is posted to': 'Adresse, an die jeder Alarm gemeldet wird',
  'Address that is posted to': 'Adresse, an die gemeldet wird',
  'Address that is written to, or several parted by commas':
    'Adresse, an die geschrieben wird, oder mehrere mit Kommas',
  'Address that it is sent to, or several parted by commas':
    'Adresse, an die er geht, oder mehrere mit Kommas',
  'Address that messages come from': 'Adresse, von der Nachrichten kommen',
  'Audio comes from behind a router: whoever speaks first is believed':
    'Der Ton kommt von hinter einem Router: Wer zuerst spricht, dem wird geglaubt',
  'Bearer token that opens /metrics to a monitor, of 16 characters at least':
    'Token, das einer Überwachung /metrics öffnet, mindestens 16 Zeichen',
  'Bearer token, instead of name and password': 'Token statt Name und Passwort',
  'Category id to sales outlet': 'Kategorie zu Verkaufsstelle',
  'Category id; leading zeros are part of it': 'Nummer der Kategorie; führende Nullen gehören dazu',
  'Certificate to show to the receiver, in PEM, the authorities between after it':
    'Zertifikat für den Empfänger, in PEM, die Zwischenstellen danach',
  'Certificates of the authorities that may vouch for the receiver, in PEM, in place of the usual ones':
    'Zertifikate der Stellen, die für den Empfänger bürgen dürfen, in PEM, anstelle der üblichen',
  'Characters that a new or changed password must have at least':
    'So viele Zeichen muss ein neues oder geändertes Passwort mindestens haben',
  'Charges to a room with a mailbox are refused while nobody is checked in':
    'Buchungen auf ein Zimmer mit Telefon werden abgelehnt, solange niemand eingecheckt ist',
  'Code page of texts': 'Zeichensatz der Texte',
  'Codecs that are offered and taken, the most wanted first':
    'Codecs, die angeboten und angenommen werden, der liebste zuerst',
  'Colour in reports; empty or left out: none': 'Farbe in Berichten; leer: keine',
  'Company that runs it': 'Firma, die es betreibt',
  "Currency of its price, if not the site's": 'Währung des Preises, wenn nicht die des Hauses',
  'Currency of prices, by ISO 4217': 'Währung der Preise, nach ISO 4217',
  'Decimals of a total in mode direct: 3 where the currency has three, as the Kuwaiti dinar':
    'Dezimalstellen eines Betrags in der Betriebsart direct: 3, wo die Währung drei hat, wie der Kuwait-Dinar',
  'Exchange wake-up calls': 'Weckrufe werden ausgetauscht',
  'Extension that is rung': 'Nebenstelle, die klingelt',
  'Extension, or outside number as the exchange dials it, that is rung and asked for a key':
    'Nebenstelle oder auswärtige Nummer, wie die Anlage sie wählt, die klingelt und eine Taste verlangt',
  'False for an exchange that trusts the address': 'Aus für eine Anlage, die der Adresse vertraut',
  'Files for lines over tls, read at the start and at each change; certificates are always verified':
    'Dateien für Leitungen über TLS, gelesen beim Start und bei jeder Änderung; Zertifikate werden immer geprüft',
  'First and last number of several rooms; leading zeros are kept':
    'Erste und letzte Nummer mehrerer Zimmer; führende Nullen bleiben',
  'Floor; empty or left out: all but the last two digits of a number of digits only':
    'Etage; leer: alles bis auf die letzten zwei Ziffern der Nummer',
  'Format of the body': 'Format der Meldung',
  'Further headers of each post': 'Weitere Kopfzeilen jeder Meldung',
  'Further name of the field database': 'Weiterer Name des Feldes database',
  'Further name of the field telephony': 'Weiterer Name des Feldes telephony',
  'How long a call that could not be placed is still worth placing':
    'Wie lange ein Anruf, der nicht möglich war, noch sinnvoll ist',
  'How long a registration is asked for; renewed well before':
    'Für wie lange eine Anmeldung verlangt wird; rechtzeitig erneuert',
  'How long a snooze lasts': 'Wie lange ein Schlummern dauert',
  'How long an answer is waited for': 'Wie lange auf eine Antwort gewartet wird',
  'How long everything else in the log is kept': 'Wie lange alles andere im Protokoll bleibt',
  "How long it rings; keep it shorter than the exchange's own forwarding":
    'Wie lange es klingelt; kürzer als die Umleitung der Anlage',
  'How long log and delivery rows of charges are kept':
    'Wie lange Protokoll und Zustellungen von Buchungen bleiben',
  'How long nobody touches a screen until it is locked, from 1m to 12h':
    'Wie lange niemand einen Bildschirm berührt, bis er gesperrt wird, von 1m bis 12h',
  'How long they have before the next are told':
    'Wie lange sie Zeit haben, bevor die Nächsten benachrichtigt werden',
  'How many backups of the night are kept; with 0 none are made':
    'Wie viele Sicherungen der Nacht bleiben; bei 0 wird keine gemacht',
  'How many calls are started in a second at each exchange':
    'Wie viele Anrufe pro Sekunde an jeder Anlage begonnen werden',
  'How many calls the line carries at once': 'Wie viele Anrufe die Leitung zugleich trägt',
  'How often a guest may snooze; 0 means never': 'Wie oft ein Gast schlummern darf; 0 heisst nie',
  'How often a room is rung': 'Wie oft ein Zimmer angerufen wird',
  'How the console writes times of day': 'Wie die Konsole Uhrzeiten schreibt',
  'Where people open the console: links in mails lead there':
    'Wo die Konsole geöffnet wird: dorthin führen Links in Mails',
  'How the exchange is reached; a sips address always by tls':
    'Wie die Anlage erreicht wird; eine sips-Adresse immer über TLS',
  'Id of the announcement; 0 is the standard one': 'Nummer der Ansage; 0 ist die übliche',
  "Id of the item's category, of the same tenant or of none":
    'Kategorie des Artikels, desselben Mandanten oder gemeinsam',
  'Interface family': 'Familie der Schnittstelle',
  'Item id to article number': 'Artikel zu Artikelnummer',
  'Item id; leading zeros are part of it': 'Nummer des Artikels; führende Nullen gehören dazu',
  'Its port': 'Sein Port',
  'Its private key, a file in PEM': 'Sein privater Schlüssel, eine Datei in PEM',
  'Keep its messages but send none': 'Meldungen aufbewahren, aber keine senden',
  'Key 1 puts the call off, any other key confirms': 'Taste 1 verschiebt den Anruf, jede andere bestätigt',
  'Key for link authentication': 'Schlüssel zur Anmeldung der Verbindung',
  'Key number of the system': 'Seriennummer des Systems',
  'Language of announcements and texts': 'Sprache von Ansagen und Texten',
  "Language of the room's announcements": 'Sprache der Ansagen im Zimmer',
  'Language of the text': 'Sprache des Textes',
  'Largest quantity in one charge; 0 means unlimited': 'Grösste Menge auf einmal; 0 heisst unbegrenzt',
  'Licence id': 'Nummer der Lizenz',
  'Licence version': 'Version der Lizenz',
  'Mail server': 'Mailserver',
  'Name at the proxy': 'Name am Proxy',
  'Name for basic credentials': 'Name zur Anmeldung',
  'Name of the feature': 'Name der Funktion',
  'Name of the hotel': 'Name des Hotels',
  'Name that the line goes by': 'Wie die Leitung heisst',
  'Name of the tenant': 'Name des Mandanten',
  'Name shown on the phone that rings': 'Name auf dem Telefon, das klingelt',
  'Name to log in with': 'Name zur Anmeldung',
  'Name that it goes by': 'Wie es heisst',
  'Names that this server is asked by without credentials, as for its document; addresses and localhost always do':
    'Namen, unter denen dieser Server ohne Anmeldung gefragt wird; Adressen und localhost gelten immer',
  'Names under which older clients read fields of system information':
    'Namen, unter denen ältere Programme Felder der Systeminformation lesen',
  'Of several changes of one room that still wait, send only the latest':
    'Von mehreren wartenden Änderungen eines Zimmers nur die neueste senden',
  'Our own certificate, a file in PEM; left out, none is shown':
    'Unser Zertifikat, eine Datei in PEM; leer: keines wird gezeigt',
  'Outbound proxy that calls and registrations pass first, with or without port':
    'Proxy, den Anrufe und Anmeldungen zuerst passieren, mit oder ohne Port',
  'Pages elsewhere that may send changing requests': 'Seiten anderswo, die Änderungen senden dürfen',
  'Part of the house, such as a wing or the round of a housekeeper':
    'Teil des Hauses, etwa ein Flügel oder die Runde einer Hausdame',
  'Password at the proxy': 'Passwort am Proxy',
  'Password for basic credentials': 'Passwort zur Anmeldung',
  'Password to log in with': 'Passwort zur Anmeldung',
  'Port of this machine that SIP comes and goes by, over UDP and TCP alike; 0 takes any that is free':
    'Port dieser Maschine für SIP, über UDP und TCP; 0 nimmt einen freien',
  'Posts at one time, each for another room': 'Meldungen zugleich, jede für ein anderes Zimmer',
  'Posts over http': 'Meldet über http',
  'Price of one item, an exact decimal number': 'Preis eines Stücks, eine genaue Dezimalzahl',
  'Private key of this certificate, in PEM, without a pass phrase':
    'Privater Schlüssel dieses Zertifikats, in PEM, ohne Passphrase',
  'Proxy that everything goes through that is posted over http, and the heartbeat':
    'Proxy für alles, was über http gemeldet wird, und für die Überwachung',
  'Proxy that posts go through; none: straight there': 'Proxy der Meldungen; none: direkt',
  'Reports that are sent by mail; none if left out': 'Berichte, die per E-Mail gehen',
  'Requests name the product and its version': 'Anfragen nennen das Produkt und seine Version',
  'Room number': 'Zimmernummer',
  'Rooms whose phones do something else': 'Zimmer, deren Telefone etwas anderes tun',
  'Secret that signs as well, while receivers change over to the new one':
    'Geheimnis, das ebenfalls signiert, bis die Empfänger gewechselt haben',
  'Secret that signs each post, whsec_ and base64; left out, posts carry no signature':
    'Geheimnis, das jede Meldung signiert, whsec_ und base64; ohne gibt es keine Signatur',
  'Status id; leading zeros are part of it': 'Nummer des Status; führende Nullen gehören dazu',
  'Take check-in, check-out and room moves': 'Check-in, Check-out und Zimmerwechsel übernehmen',
  "Tax that its price holds, if not the site's, in percent":
    'Steuer im Preis, wenn nicht die des Hauses, in Prozent',
  'Tax that prices hold, in percent': 'Steuer in den Preisen, in Prozent',
  'Tenant id': 'Kennung des Mandanten',
  'Tenant that the account belongs to; empty or left out: none': 'Mandant des Kontos; leer: das ganze Haus',
  'Tenant that the announcement belongs to; empty or left out: none': 'Mandant der Ansage; leer: alle',
  'Tenant that the category belongs to; empty or left out: none': 'Mandant der Kategorie; leer: alle',
  'Tenant that the connector belongs to; empty or left out: none': 'Mandant der Anbindung; leer: alle',
  'Tenant that the item belongs to; empty or left out: none': 'Mandant des Artikels; leer: alle',
  'Tenant that the line belongs to; empty or left out: none': 'Mandant der Leitung; leer: alle',
  'Tenant that the mailbox belongs to; empty or left out: none': 'Mandant des Zimmers; leer: keiner',
  'Tenant that the room belongs to; empty or left out: none': 'Mandant des Zimmers; leer: keiner',
  'Tenant that the server belongs to; empty or left out: none': 'Mandant des Servers; leer: alle',
  'Tenant that the status type belongs to; empty or left out: none': 'Mandant des Status; leer: alle',
  'The account cannot be used': 'Das Konto kann nicht benutzt werden',
  'The built-in phones of mode virtual': 'Die eingebauten Telefone der Betriebsart virtual',
  'The first': 'Der erste',
  "The hotel's time zone, an IANA name": 'Zeitzone des Hotels, ein IANA-Name',
  'The last': 'Der letzte',
  "The line's own address at the exchange": 'Adresse der Leitung an der Anlage',
  'The same for VIP rooms': 'Dasselbe für VIP-Zimmer',
  "The tenant's time zone": 'Zeitzone des Mandanten',
  'Time between two attempts': 'Zeit zwischen zwei Versuchen',
  'To how many other addresses of the exchange a call may be sent on (3xx)':
    'An wie viele andere Adressen der Anlage ein Anruf weitergeleitet werden darf (3xx)',
  'Tones in the audio count as keys, as from analogue phones':
    'Töne im Gespräch zählen als Tasten, wie von analogen Telefonen',
  'UDP ports that audio comes and goes by; a change of them ends the calls that are up':
    'UDP-Ports für Ton; eine Änderung beendet laufende Anrufe',
  'VIP room': 'VIP-Zimmer',
  'Waits between attempts; the last one repeats': 'Pausen zwischen Versuchen; die letzte wiederholt sich',
  'What a phone does': 'Was ein Telefon tut',
  'What charges are added up by, parted by commas': 'Wonach Buchungen summiert werden, mit Kommas',
  'What happens to form fields that nobody knows': 'Was mit Formularfeldern geschieht, die niemand kennt',
  'What is spoken when no audio is recorded': 'Was gesprochen wird, wenn nichts aufgenommen ist',
  'What is told besides, in the format json': 'Was ausserdem gemeldet wird, im Format json',
  'What it is of: day, the day before; week, from Monday to Sunday; month, the month before':
    'Worüber: day, der Vortag; week, Montag bis Sonntag; month, der Vormonat',
  'What parts the cells of CSV: spreadsheets of many countries want semicolon':
    'Was die Zellen trennt: Tabellenprogramme vieler Länder wollen den Strichpunkt',
  'What pushes and connectors may reach besides the ordinary LAN and internet':
    'Was Meldungen ausser dem üblichen Netz und Internet erreichen dürfen',
  'What stands before the decimals of amounts in CSV': 'Was in CSV vor den Dezimalstellen steht',
  'What the account may do besides wake-up calls, room status and system':
    'Was das Konto ausser Weckrufen und Zimmerstatus darf',
  'What the announcement is called': 'Wie die Ansage heisst',
  'What the category is called': 'Wie die Kategorie heisst',
  'What the item is called': 'Wie der Artikel heisst',
  'What the room is called': 'Wie das Zimmer heisst',
  'What the status is called': 'Wie der Status heisst',
  'What the status means in common words': 'Was der Status allgemein bedeutet',
  'When a backup is made every night, hotel time':
    'Wann jede Nacht eine Sicherung gemacht wird, nach der Uhr des Hotels',
  'When it is sent, on the first day after that': 'Wann er gesendet wird, am ersten Tag danach',
  'When the desk is told of charges in doubt of guests who leave that day, hotel time':
    'Wann der Empfang von unsicheren Buchungen abreisender Gäste erfährt, Hotelzeit',
  "When the next morning's calls and lines are checked, hotel time":
    'Wann Weckrufe und Leitungen des Morgens geprüft werden, Hotelzeit',
  'When the previous secret ends': 'Wann das vorige Geheimnis endet',
  'Where the exchange reaches us, if not at that address, as behind a router':
    'Wo die Anlage uns erreicht, wenn nicht unter dieser Adresse, etwa hinter einem Router',
  'Where the property system listens': 'Wo das Hotelsystem zuhört',
  'Where to register, with or without port': 'Wo angemeldet wird, mit oder ohne Port',
  'Whether CSV begins with a byte order mark, by which Excel knows it as UTF-8':
    'Ob CSV mit einer Marke beginnt, an der Excel UTF-8 erkennt',
  "Whether SIP from others than the lines' exchanges is answered":
    'Ob SIP von anderen als den Zentralen der Leitungen beantwortet wird',
  'Whether audio is encrypted, which needs transport tls: with phones that can, or not at all':
    'Ob der Ton verschlüsselt wird, was Transport TLS verlangt: mit Telefonen, die es können, oder gar nicht',
  'Whether it answers postings. false: one counts as delivered when it was written to the link, and nobody hears of one that it did not book':
    'Ob es Buchungen beantwortet. Sonst gilt eine als zugestellt, sobald sie gesendet ist, und niemand hört von einer, die nicht gebucht wurde',
  'Whether ringing may, or must, be told in a way that is acknowledged (100rel)':
    'Ob Klingeln bestätigt gemeldet werden darf oder muss (100rel)',
  'Which report': 'Welcher Bericht',
  'Who calls, told to an exchange that trusts us (P-Asserted-Identity)':
    'Wer anruft, für eine Anlage, die uns vertraut (P-Asserted-Identity)',
  'Who calls: automatic the system, manual the desk, backup the system when the desk has not':
    'Wer anruft: automatic das System, manual der Empfang, backup das System, wenn der Empfang es nicht tat',
  'Who is told after them, one after the other': 'Wer danach benachrichtigt wird, eines nach dem andern',
  'Who is told what the desk must know, the first of them first':
    'Wer erfährt, was der Empfang wissen muss, die Ersten zuerst',
  'Who vouches for the exchange, a file in PEM, by its whole path; left out, the public authorities':
    'Wer für die Anlage bürgt, eine Datei in PEM mit ganzem Pfad; leer: die öffentlichen Stellen',
  'With backup: how long the desk has before the system rings':
    'Mit backup: wie lange der Empfang Zeit hat, bevor das System anruft',
  'With wake-up calls: tell it of calls that were made here, too, and of those that were taken back':
    'Mit Weckrufen: auch die hier bestellten und abgesagten melden',
  'auto: where the server offers it, and always with a password; starttls: always, after a greeting in the clear; implicit: from the first byte, as on port 465; off: never':
    'auto: wo der Server es anbietet, mit Passwort immer; starttls: immer, nach offenem Gruss; implicit: vom ersten Byte an, wie auf Port 465; off: nie',
  'minibar: article and count, the property system knows the price; direct: a total':
    'minibar: Artikel und Anzahl, das Hotelsystem kennt den Preis; direct: ein Betrag',
  'sip: the lines of an exchange; virtual: built-in phones for trying out':
    'sip: die Leitungen einer Anlage; virtual: eingebaute Telefone zum Ausprobieren',
  'How many people are served at once; others hear that it is busy':
    'Wie viele zugleich bedient werden; andere hören, dass besetzt ist',
  'How many wake-up calls may wait for a room when its guest asks for one more':
    'Wie viele Weckrufe für ein Zimmer warten dürfen, wenn sein Gast noch einen will',
  'What answers when somebody calls this line: main lets them choose among the others':
    'Was antwortet, wenn jemand diese Leitung anruft: main lässt unter den anderen wählen',
  'Whom a guest is connected with who does not get along, where the exchange takes REFER':
    'Mit wem ein Gast verbunden wird, der nicht zurechtkommt, wo die Anlage REFER annimmt',
  'What tells which room calls: the phone (From), or the exchange alone (P-Asserted-Identity)':
    'Was sagt, welches Zimmer anruft: das Telefon (From), oder die Anlage allein (P-Asserted-Identity)',
}
