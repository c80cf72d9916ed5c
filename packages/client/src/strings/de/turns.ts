import type { Catalogue } from '../catalogue.ts';

export const turns: Catalogue['turns'] = {
  title: 'Deine Fernpartien',
  against: (name) => `Gegen ${name}`,
  yours: 'Du bist dran',
  theirs: 'Dein Gegner ist dran',
  until: (moment) => `bis ${moment}`,
  open: 'Öffnen',
  play: 'Spielen',
  trust:
    'Dein Anteil am nächsten Wurf kommt schon mit deinem Zug, damit niemand auf dich warten muss. Weder der Werfende noch der Server kann einen Wurf allein vorhersehen; beide zusammen könnten es.',
  deadlineYours: (moment) => `Du hast bis ${moment} Zeit für deine Antwort. Danach verlierst du das Match durch Zeit.`,
  deadlineTheirs: (name, moment) => `${name} hat bis ${moment} Zeit für die Antwort.`,
  mayLeave: 'Du kannst diese Seite jederzeit schließen und wiederkommen.',
};
