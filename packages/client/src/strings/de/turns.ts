import type { Words } from '../chosen.ts';
import { plural } from '../forms.ts';
import type { turns } from '../turns.ts';

export const texts: Words<typeof turns> = {
  yours: 'Du bist dran',
  theirs: 'Dein Gegner ist dran',
  answering: 'Antwortet automatisch …',
  until: (moment) => `bis ${moment}`,
  open: 'Öffnen',
  play: 'Spielen',
  linkOf: (what, opponent, about) => `${what}: gegen ${opponent}, ${about}`,
  oneOfSeveral: (n) => `Match ${n} von mehreren`,
  trustTitle: 'Wie die Würfel fair bleiben',
  trust:
    'Dein Anteil am nächsten Wurf geht schon mit deinem Zug ab, damit dein Gegner nicht auf dich warten muss. Weder der Werfende noch der Server kann einen Wurf allein vorhersehen. Beide zusammen könnten ihn vorhersehen und ihm durch Doppeln oder Aufgeben ausweichen, ihn aber nicht aussuchen. Der Server allein könnte, sobald er einen Wurf gesehen hat, behaupten, der Wurf sei nie angekommen.',
  trustKept:
    'Der Anteil am nächsten Wurf geht jeweils schon mit dem Zug ab. Die Würfe eines Spielers mit Konto könnte der Server allein vorhersehen, die der anderen nur zusammen mit ihnen. Er könnte einen Wurf nicht aussuchen, aber behaupten, ein Wurf sei nie angekommen.',
  trustLive:
    'Dieses Match ist gewertet, und einer von euch hat ein Konto. Darum wartet jeder Wurf, bis der andere online ist.',
  deadlineYours: (moment) => `Zieh bis ${moment}, sonst verlierst du auf Zeit.`,
  deadlineTheirs: (name, moment) => `${name} hat bis ${moment} Zeit.`,
  mayLeave: 'Du kannst diese Seite jederzeit schließen und wiederkommen.',
  holiday: {
    take: 'Urlaub nehmen …',
    title: 'Urlaub nehmen',
    hint: (left, budget) =>
      `Solange steht deine Bedenkzeit still, und du kannst trotzdem spielen. Dir bleiben ${left} von ${budget} Tagen in diesem Match.`,
    longer: 'Sie folgen auf den Urlaub, in dem du gerade bist.',
    days: 'Tage',
    confirm: (time) => `${time} Urlaub nehmen`,
    yours: (moment) => `Du hast Urlaub bis ${moment}.`,
    theirs: (name, moment) => `${name} hat Urlaub bis ${moment}.`,
    lapsed: 'Dein Gegner war schneller, darum gilt dein Urlaub nicht. Nimm ihn noch einmal, wenn du ihn brauchst.',
  },
  times: {
    days: (count) => plural(count, { one: '# Tag', other: '# Tage' }),
    hours: (count) => plural(count, { one: '# Stunde', other: '# Stunden' }),
    minutes: (count) => plural(count, { one: '# Minute', other: '# Minuten' }),
  },
  late: {
    you: (time) => `Du hast ${time} lang nicht gezogen.`,
    other: (name, time) => `${name} hat ${time} lang nicht gezogen.`,
  },
  neverCame: {
    you: (time) => `Du warst ${time} lang nicht online. Darum hat das Match nie begonnen.`,
    other: (name, time) => `${name} war ${time} lang nicht online. Darum hat das Match nie begonnen.`,
  },
};
