import type { Catalogue } from '../catalogue.ts';
import { plural } from '../forms.ts';

export const turns: Catalogue['turns'] = {
  title: 'Deine Fernpartien',
  yours: 'Du bist dran',
  theirs: 'Dein Gegner ist dran',
  answering: 'Diese Seite antwortet für dich',
  until: (moment) => `bis ${moment}`,
  open: 'Öffnen',
  play: 'Spielen',
  linkOf: (what, opponent, about) => `${what}: gegen ${opponent}, ${about}`,
  oneOfSeveral: (n) => `Match ${n} dieser Art`,
  trustTitle: 'Wie weit du seinen Würfeln trauen kannst',
  trust:
    'Dein Anteil am nächsten Wurf geht schon mit deinem Zug ab, damit dein Gegner nicht auf dich warten muss. Weder der Werfende noch der Server kann einen Wurf allein vorhersehen. Beide zusammen könnten ihn vorhersehen und ihm durch Doppeln oder Aufgeben ausweichen, ihn aber nicht aussuchen. Der Server allein könnte, sobald er einen Wurf gesehen hat, behaupten, der Wurf sei nie angekommen.',
  trustAccount:
    'Hat einer von euch ein Konto, verwahrt der Dienst dessen Schlüssel und könnte dessen Würfe allein vorhersehen. Das gilt nur in ungewerteten Matches: In einem gewerteten geht dann kein Anteil voraus, und jeder Wurf wartet, bis die Seite des anderen offen ist.',
  trustKept:
    'Der Anteil am nächsten Wurf geht jeweils schon mit dem Zug ab. Wessen Schlüssel der Dienst verwahrt, dessen Würfe könnte der Dienst allein vorhersehen, alle anderen nur zusammen mit dem Werfenden. Er könnte einen Wurf nicht aussuchen, aber behaupten, ein Wurf sei nie angekommen.',
  trustLive:
    'Der Dienst verwahrt den Schlüssel eines Spielers dieses gewerteten Matches. Darum geht kein Anteil voraus: Jeder Wurf wartet, bis die Seite des anderen offen ist.',
  deadlineYours: (moment) => `Du hast bis ${moment} Zeit für deine Antwort. Danach verlierst du das Match durch Zeit.`,
  deadlineTheirs: (name, moment) => `${name} hat bis ${moment} Zeit für die Antwort.`,
  mayLeave: 'Du kannst diese Seite jederzeit schließen und wiederkommen.',
  times: {
    days: (count) => plural(count, { one: '# Tag', other: '# Tage' }),
    hours: (count) => plural(count, { one: '# Stunde', other: '# Stunden' }),
    minutes: (count) => plural(count, { one: '# Minute', other: '# Minuten' }),
  },
  late: {
    you: (time) => `Du hast ${time} lang nicht geantwortet.`,
    other: (name, time) => `${name} hat ${time} lang nicht geantwortet.`,
  },
  neverCame: {
    you: (time) => `Deine Seite war ${time} lang nicht offen. Darum hat das Match nie begonnen.`,
    other: (name, time) => `${name} ist ${time} lang nicht gekommen. Darum hat das Match nie begonnen.`,
  },
};
