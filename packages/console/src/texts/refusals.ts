/** What the server's word for a refusal means; of those whose number says as much, nothing stands here. */
export const REFUSALS = {
  'thing.changed': {
    en: 'Somebody else has changed this meanwhile.',
    de: 'Jemand anders hat das inzwischen geändert.',
  },
  'thing.exists': { en: 'This exists already.', de: 'Das gibt es schon.' },
  'thing.in-use': { en: 'This is still needed.', de: 'Das wird noch gebraucht.' },
  'thing.ambiguous': {
    en: 'Several tenants have one of this name: say whose is meant.',
    de: 'Mehrere Mandanten haben eines dieses Namens: Sagen Sie, wessen gemeint ist.',
  },
  'request.in-flight': {
    en: 'The same is being done at this moment.',
    de: 'Dasselbe geschieht in diesem Augenblick.',
  },
  'request.key-reused': {
    en: 'Something else was done under this key already.',
    de: 'Unter diesem Schlüssel geschah schon etwas anderes.',
  },
  'request.slow': {
    en: 'The connection was too slow.',
    de: 'Die Verbindung war zu langsam.',
  },
  'body.too-large': { en: 'This is too large.', de: 'Das ist zu gross.' },
  'password.wrong': {
    en: 'Password, PIN or code is wrong.',
    de: 'Passwort, PIN oder Code ist falsch.',
  },
  'session.display': {
    en: 'A display changes nothing.',
    de: 'Eine Anzeige ändert nichts.',
  },
  'room.vacant': {
    en: 'Nobody stays in this room: it cannot be charged.',
    de: 'Dieses Zimmer ist frei: darauf kann nicht gebucht werden.',
  },
  'room.occupied': {
    en: 'Guests stay in this room: check them out first.',
    de: 'In diesem Zimmer wohnen Gäste: Checken Sie sie zuerst aus.',
  },
  'guest.none': {
    en: 'Nobody is checked in to this room.',
    de: 'In diesem Zimmer ist niemand eingecheckt.',
  },
  'call.ringing': {
    en: 'The room is being woken just now.',
    de: 'Das Zimmer wird gerade geweckt.',
  },
  'call.over': { en: 'This call is over already.', de: 'Dieser Weckruf ist schon vorbei.' },
  'call.present': { en: 'This call is there already.', de: 'Diesen Weckruf gibt es schon wieder.' },
  'call.replaced': {
    en: 'Another call was set in its place: change that one.',
    de: 'An seiner Stelle steht ein anderer Weckruf: Ändern Sie diesen.',
  },
  'call.not-repeating': {
    en: 'This call does not repeat.',
    de: 'Dieser Weckruf wiederholt sich nicht.',
  },
  'calls.pending': {
    en: 'Calls to come still need this: cancel or change them first.',
    de: 'Kommende Weckrufe brauchen das noch: Stornieren oder ändern Sie sie zuerst.',
  },
  'calls.held-back': {
    en: 'Another process may still be ringing these rooms: calls wait until that is over.',
    de: 'Ein anderer Prozess weckt diese Zimmer vielleicht noch: Weckrufe warten, bis das vorbei ist.',
  },
  'series.no-day-left': {
    en: 'No day of this call would be left: cancel it instead.',
    de: 'Von diesem Weckruf bliebe kein Tag: Stornieren Sie ihn.',
  },
  'series.no-such-day': {
    en: 'This call does not ring on that day.',
    de: 'An diesem Tag klingelt dieser Weckruf nicht.',
  },
  'time.too-far': {
    en: 'Nothing is set more than two years ahead.',
    de: 'Weiter als zwei Jahre voraus wird nichts gesetzt.',
  },
  'alarm.over': { en: 'This alarm is over already.', de: 'Dieser Alarm ist schon vorbei.' },
  'charge.under-way': {
    en: 'This charge is on its way at this moment: try again.',
    de: 'Diese Buchung ist in diesem Augenblick unterwegs: Versuchen Sie es nochmals.',
  },
  'charge.taken-back': {
    en: 'This charge was taken back already.',
    de: 'Diese Buchung ist schon storniert.',
  },
  'charge.by-hand': {
    en: 'The desk was asked to book this charge by hand: it is not sent.',
    de: 'Die Rezeption soll diese Buchung von Hand machen: Sie wird nicht gesendet.',
  },
  'charge.unchanged': { en: 'Nothing would be corrected.', de: 'Daran würde nichts korrigiert.' },
  'charge.too-large': { en: 'The total is too large.', de: 'Die Summe ist zu gross.' },
  'charge.unpostable': {
    en: 'A property system could not be told of this charge.',
    de: 'Einem Hotelprogramm liesse sich diese Buchung nicht mitteilen.',
  },
  'item.unpostable': {
    en: 'A property system could not be told of this item.',
    de: 'Einem Hotelprogramm liesse sich dieser Artikel nicht mitteilen.',
  },
  'delivery.settled': {
    en: 'There is nothing to decide about this delivery.',
    de: 'Über diese Zustellung ist nichts zu entscheiden.',
  },
  'delivery.sending': {
    en: 'This delivery is being sent at this moment.',
    de: 'Diese Zustellung wird gerade gesendet.',
  },
  'delivery.changed': {
    en: 'The deliveries have changed at this moment: look again.',
    de: 'Die Zustellungen haben sich gerade geändert: Sehen Sie noch einmal nach.',
  },
  'delivery.perhaps-there': {
    en: 'This may have arrived already: sent again, it may be billed twice.',
    de: 'Das ist vielleicht schon angekommen: Nochmals gesendet, wird es vielleicht doppelt verrechnet.',
  },
  'deliveries.waiting': {
    en: 'Messages still wait for it: let them be delivered, drop them or hand them over.',
    de: 'Dafür warten noch Nachrichten: Zustellen lassen, verwerfen oder übergeben.',
  },
  'link.down': {
    en: 'The property system cannot be asked now: there is no link.',
    de: 'Das Hotelprogramm lässt sich gerade nicht fragen: Die Verbindung steht nicht.',
  },
  'not.property-system': { en: 'This is no property system.', de: 'Das ist kein Hotelprogramm.' },
  'not.webhook': {
    en: 'It is a property system: it takes no test message, and has no signatures.',
    de: 'Es ist ein Hotelprogramm: Es nimmt keine Testnachricht und hat keine Signaturen.',
  },
  'guests.not-taken': {
    en: 'No guests are taken from this property system: allow it in its settings first.',
    de: 'Von diesem Hotelprogramm werden keine Gäste übernommen: Erlauben Sie es zuerst in seinen Einstellungen.',
  },
  'place.taken': {
    en: 'Another one is at this host and port already.',
    de: 'An diesem Host und Port ist schon ein anderer.',
  },
  'port.taken': {
    en: 'The server cannot open this port: something else has it.',
    de: 'Der Server kann diesen Port nicht öffnen: Er ist vergeben.',
  },
  'administrator.last': {
    en: 'This is the last administrator of the site: somebody must be able to configure it.',
    de: 'Das ist der letzte Administrator der Anlage: Jemand muss sie einrichten können.',
  },
  'backup.running': { en: 'A backup is being made already.', de: 'Es wird schon gesichert.' },
  'backup.elsewhere': {
    en: 'This backup lies at another node: fetch it there.',
    de: 'Diese Sicherung liegt bei einem anderen Knoten: Holen Sie sie dort.',
  },
  'house.claimed': {
    en: 'This house has an administrator already.',
    de: 'Dieses Haus hat schon einen Administrator.',
  },
  'not.demonstration': {
    en: 'This is no demonstration hotel.',
    de: 'Das ist kein Demonstrationshotel.',
  },
  'house.quiet': {
    en: 'This house is a restored copy that is not live.',
    de: 'Dieses Haus ist eine Kopie aus einer Sicherung und noch nicht in Betrieb.',
  },
  'house.lost': {
    en: 'Another node has this house by now: try again.',
    de: 'Ein anderer Knoten hat dieses Haus inzwischen: Versuchen Sie es nochmals.',
  },
  'home.silent': {
    en: 'The node that this house lives on does not answer: try again in a moment.',
    de: 'Der Knoten, auf dem dieses Haus lebt, antwortet nicht: Versuchen Sie es gleich nochmals.',
  },
  'node.cut-off': {
    en: 'The database does not answer this node.',
    de: 'Die Datenbank antwortet diesem Knoten nicht.',
  },
  'node.alone': {
    en: 'There is no other node that could take its houses.',
    de: 'Es gibt keinen anderen Knoten, der seine Häuser nehmen könnte.',
  },
  'store.unavailable': {
    en: 'The database takes nothing just now.',
    de: 'Die Datenbank nimmt gerade nichts an.',
  },
  'voice.missing': {
    en: 'No synthesiser on the server speaks this language. Record it, or install one.',
    de: 'Kein Sprachprogramm auf dem Server spricht diese Sprache. Aufnehmen oder eines installieren.',
  },
} as const
