import type { Half, Language } from './speaker.ts'

/** What people and mailboxes say. Every other line is for tuning, the rest is held out. */

type Lines = Readonly<Record<Language, readonly string[]>>

export const linesFor = (lines: Lines, language: Language, half: Half): readonly string[] =>
  lines[language].filter((_, at) => (at % 2 === 0) === (half === 'tuning'))

export const HELLO: Lines = {
  en: ['Hello?', 'Yes?', 'Hello, good morning.', 'Mm, yes, hello?', 'Hi.', 'Smith.'],
  de: ['Hallo?', 'Ja?', 'Guten Morgen.', 'Müller.', 'Ja bitte?', 'Hm, ja, hallo?'],
  fr: ['Allô?', 'Oui?', 'Oui, bonjour.', 'Allô oui?', 'Bonjour.', 'Hm, allô?'],
  it: ['Pronto?', 'Sì?', 'Buongiorno.', 'Sì, pronto?', 'Chi è?', 'Mm, pronto?'],
  es: ['¿Diga?', '¿Sí?', 'Buenos días.', '¿Sí, dígame?', '¿Hola?', 'Mm, ¿sí?'],
}

export const THANKS: Lines = {
  en: ['Yes, thank you.', 'Thanks, I am awake.', 'All right, thank you very much.', 'Okay, okay.'],
  de: ['Ja, danke.', 'Danke schön, ich bin wach.', 'Alles klar, vielen Dank.', 'Gut, gut.'],
  fr: ['Oui, merci.', 'Merci, je suis réveillé.', "D'accord, merci beaucoup.", 'Bien, bien.'],
  it: ['Sì, grazie.', 'Grazie, sono sveglio.', 'Va bene, grazie mille.', 'Bene, bene.'],
  es: ['Sí, gracias.', 'Gracias, estoy despierto.', 'De acuerdo, muchas gracias.', 'Bien, bien.'],
}

export const GRUMBLE: Lines = {
  en: ['Hmm.', 'Oh no.', 'Ugh, what time is it?', 'Mmm, leave me.'],
  de: ['Hmm.', 'Oh nein.', 'Uff, wie spät ist es denn?', 'Mmm, lass mich.'],
  fr: ['Hmm.', 'Oh non.', 'Oh, quelle heure est-il?', 'Mmm, laisse-moi.'],
  it: ['Hmm.', 'Oh no.', 'Uff, che ore sono?', 'Mmm, lasciami.'],
  es: ['Hmm.', 'Oh no.', 'Uf, ¿qué hora es?', 'Mmm, déjame.'],
}

/** People who talk on, to the phone or to the one beside them. */
export const TALK: Lines = {
  en: [
    'Oh thank you so much, we have to be at the airport at nine and I was so afraid that we would oversleep, please tell the kitchen that we come down in ten minutes',
    'Darling wake up, it is the hotel, they say that it is time and the taxi will be here in half an hour, where did you put my glasses',
  ],
  de: [
    'Ach vielen Dank, wir müssen um neun am Flughafen sein und ich hatte schon Angst, dass wir verschlafen, sagen Sie bitte der Küche, dass wir in zehn Minuten kommen',
    'Schatz wach auf, das ist das Hotel, sie sagen dass es Zeit ist und das Taxi kommt in einer halben Stunde, wo hast du meine Brille hingelegt',
  ],
  fr: [
    "Oh merci beaucoup, nous devons être à l'aéroport à neuf heures et j'avais tellement peur de ne pas me réveiller, dites à la cuisine que nous descendons dans dix minutes",
    "Chérie réveille-toi, c'est l'hôtel, ils disent qu'il est l'heure et le taxi sera là dans une demi-heure, où as-tu mis mes lunettes",
  ],
  it: [
    "Oh grazie mille, dobbiamo essere all'aeroporto alle nove e avevo tanta paura di non svegliarmi, dica alla cucina che scendiamo tra dieci minuti",
    "Cara svegliati, è l'albergo, dicono che è ora e il taxi arriva tra mezz'ora, dove hai messo i miei occhiali",
  ],
  es: [
    'Ay muchas gracias, tenemos que estar en el aeropuerto a las nueve y tenía tanto miedo de no despertarme, dígale a la cocina que bajamos en diez minutos',
    'Cariño despierta, es el hotel, dicen que ya es la hora y el taxi llega en media hora, dónde has puesto mis gafas',
  ],
}

/** The television. */
export const NEWS: Lines = {
  en: [
    'And now the weather: rain in the north, heavy at times, with strong winds along the coast. In the south it stays dry, with sunny spells in the afternoon and temperatures of up to fifteen degrees.',
    'The minister said on Monday that the talks would go on. Trains between the two cities are running again after last week’s storm, and the airport expects a quiet day.',
  ],
  de: [
    'Und nun zum Wetter: im Norden Regen, zeitweise kräftig, dazu an der Küste starker Wind. Im Süden bleibt es trocken, am Nachmittag scheint die Sonne bei bis zu fünfzehn Grad.',
    'Der Minister sagte am Montag, die Gespräche gingen weiter. Nach dem Sturm der letzten Woche fahren die Züge wieder, und der Flughafen erwartet einen ruhigen Tag.',
  ],
  fr: [
    'Et maintenant la météo: de la pluie au nord, parfois forte, avec du vent sur la côte. Au sud le temps reste sec, avec du soleil dans l’après-midi et jusqu’à quinze degrés.',
    'Le ministre a déclaré lundi que les discussions continuaient. Les trains circulent de nouveau après la tempête de la semaine dernière, et l’aéroport attend une journée calme.',
  ],
  it: [
    'E ora il tempo: pioggia al nord, a tratti forte, con vento sulla costa. Al sud resta asciutto, con il sole nel pomeriggio e fino a quindici gradi.',
    'Il ministro ha detto lunedì che i colloqui continuano. I treni circolano di nuovo dopo la tempesta della settimana scorsa, e l’aeroporto prevede una giornata tranquilla.',
  ],
  es: [
    'Y ahora el tiempo: lluvia en el norte, fuerte a ratos, con viento en la costa. En el sur sigue seco, con sol por la tarde y hasta quince grados.',
    'El ministro dijo el lunes que las conversaciones siguen. Los trenes circulan de nuevo después de la tormenta de la semana pasada, y el aeropuerto espera un día tranquilo.',
  ],
}

export const GREETING: Lines = {
  en: [
    'The guest of room one zero four is not available. Please leave a message after the tone.',
    'Welcome to the voice mail of the Grand Hotel. The person you are calling cannot take your call right now. Please speak after the beep, and press hash when you have finished.',
    'Hi, this is Tom, I cannot come to the phone at the moment, so please leave your name and number and I will call you back.',
    'You have reached the mailbox of extension two one seven. Record your message at the tone.',
    'The mobile number you have dialled is switched off or not in reach. Your call is being forwarded to the mailbox. Please leave a message.',
    'Nobody can take your call at the moment. If you would like to leave a message, please wait for the signal.',
  ],
  de: [
    'Der Gast in Zimmer eins null vier ist zurzeit nicht erreichbar. Bitte hinterlassen Sie eine Nachricht nach dem Ton.',
    'Willkommen bei der Mailbox des Grand Hotels. Ihr Gesprächspartner kann den Anruf gerade nicht annehmen. Bitte sprechen Sie nach dem Signal und drücken Sie am Ende die Raute.',
    'Hallo, hier ist Thomas, ich bin gerade nicht da, aber wenn Sie Namen und Nummer hinterlassen, rufe ich gerne zurück.',
    'Sie sind verbunden mit der Mailbox der Nebenstelle zwei eins sieben. Bitte sprechen Sie nach dem Ton.',
    'Der gewünschte Teilnehmer ist vorübergehend nicht erreichbar. Sie werden mit der Mailbox verbunden. Bitte hinterlassen Sie eine Nachricht.',
    'Im Moment kann niemand Ihren Anruf entgegennehmen. Wenn Sie eine Nachricht hinterlassen möchten, warten Sie bitte auf das Signal.',
  ],
  fr: [
    "Le client de la chambre cent quatre n'est pas disponible. Veuillez laisser un message après le bip.",
    "Bienvenue sur la messagerie vocale du Grand Hôtel. Votre correspondant ne peut pas vous répondre pour l'instant. Parlez après le signal sonore et appuyez sur dièse pour terminer.",
    'Bonjour, c’est Thomas, je ne peux pas vous répondre en ce moment, laissez-moi votre nom et votre numéro et je vous rappellerai.',
    'Vous êtes bien sur la messagerie du poste deux un sept. Enregistrez votre message après le bip.',
    'Le numéro que vous avez composé est éteint ou hors de portée. Votre appel est transféré vers la messagerie. Laissez un message.',
    'Personne ne peut prendre votre appel pour le moment. Si vous désirez laisser un message, attendez le signal.',
  ],
  it: [
    "L'ospite della camera centoquattro non è disponibile. Lasciate un messaggio dopo il segnale.",
    'Benvenuti nella segreteria del Grand Hotel. La persona che state chiamando non può rispondere in questo momento. Parlate dopo il segnale acustico e premete cancelletto per finire.',
    'Ciao, sono Tommaso, in questo momento non posso rispondere, lasciami il tuo nome e il tuo numero e ti richiamerò.',
    "Questa è la segreteria dell'interno due uno sette. Registrate il vostro messaggio dopo il segnale.",
    'Il telefono della persona chiamata potrebbe essere spento o non raggiungibile. La chiamata viene trasferita alla segreteria. Lasciate un messaggio.',
    'Al momento nessuno può rispondere alla vostra chiamata. Se desiderate lasciare un messaggio, attendete il segnale.',
  ],
  es: [
    'El huésped de la habitación ciento cuatro no está disponible. Por favor, deje un mensaje después de la señal.',
    'Bienvenido al buzón de voz del Grand Hotel. La persona a la que llama no puede atenderle en este momento. Hable después del tono y pulse almohadilla al terminar.',
    'Hola, soy Tomás, ahora no puedo atender el teléfono, deje su nombre y su número y le llamaré en cuanto pueda.',
    'Este es el buzón de la extensión dos uno siete. Grabe su mensaje después de la señal.',
    'El teléfono al que llama está apagado o fuera de cobertura. Su llamada se transfiere al buzón de voz. Deje un mensaje.',
    'En este momento nadie puede atender su llamada. Si desea dejar un mensaje, espere la señal.',
  ],
}
