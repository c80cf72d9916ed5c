import type { Words } from '../chosen.ts';
import type { fair } from '../fair.ts';

export const texts: Words<typeof fair> = {
  title: 'Wieso ist das fair?',
  lead: 'Du musst weder diesem Server noch deinem Gegner vertrauen. Was sie mit den Würfeln, den Zügen und dem Ergebnis anstellen könnten, prüft dein Browser während des Spiels, und jeder kann es später prüfen.',
  points: {
    dice: {
      title: 'Jeder Wurf',
      text: 'Beide Spieler und der Server legen sich vor dem ersten Wurf auf geheime Zahlen fest. Jeder Wurf wird aus allen dreien berechnet, also kann ihn niemand bestimmen oder nachträglich ändern. Dein Browser prüft jeden Wurf, sobald er ankommt: Drück auf das Siegel daneben, um den Beweis zu sehen.',
    },
    key: {
      title: 'Jede Entscheidung',
      text: 'Die Spieler unterschreiben jeden Zug und jedes Doppel, zusammen mit allem, was vorher war. Niemand kann etwas einschieben, weglassen oder ändern. Der Schlüssel eines Gastes liegt nur im Browser. Den Schlüssel eines Spielers mit Konto verwahrt der Server.',
    },
    seal: {
      title: 'Das ganze Match',
      text: 'Ein beendetes Match ist eine Datei. Mit dem offenen Prüfprogramm kann jeder seine Würfel, Züge und das Ergebnis prüfen, auch wenn es diesen Server nicht mehr gibt.',
    },
  },
  correspondence: 'Fernpartien',
  advance:
    'In einer Fernpartie geht der Anteil am nächsten Wurf schon mit dem Zug ab, damit der Gegner nicht darauf warten muss. Weder der Werfende noch der Server kann einen Wurf allein vorhersehen. Beide zusammen könnten ihn vorhersehen und ihm durch Doppeln oder Aufgeben ausweichen, ihn aber nicht aussuchen. Der Server allein könnte, sobald er einen Wurf gesehen hat, behaupten, der Wurf sei nie angekommen. Solche Matches sind mit „Würfel im Vertrauen auf den Dienst“ gekennzeichnet.',
  advanceAccount:
    'Hat einer der Spieler ein Konto, hat der Server dessen Schlüssel und könnte dessen Würfe allein vorhersehen. Geht ein Anteil voraus, ist so ein Match ungewertet. In einem gewerteten wartet jeder Wurf, bis der andere online ist.',
  limits: 'Was sich nicht beweisen lässt',
  limitsText: [
    'Dass niemand eine Engine benutzt hat oder dass hinter zwei Namen zwei Menschen stecken.',
    'Dass eine Nachricht, die nicht ankam, je abgeschickt wurde. Ein Server, der einem Spieler nicht antwortet, kann ihn verlieren lassen.',
    'Dass die Seite selbst ehrlich ist: Sie kommt von diesem Server. Wer sichergehen will, prüft seine Matches mit einem Prüfprogramm von anderswo.',
  ],
  verify: 'Ein Match prüfen',
  counts: 'Alle Würfel gezählt',
};
