import type { Words } from '../chosen.ts';
import type { rules } from '../rules.ts';

export const texts: Words<typeof rules> = {
  title: 'Die Regeln von Backgammon',
  lead: 'Alles für eine erste Partie liest sich in fünf Minuten. Die Bilder zeigen das Brett von deiner Seite: Du spielst die hellen Steine.',
  lesson: 'In einer geführten ersten Partie lernen',
  contents: 'Auf dieser Seite',
  goal: {
    title: 'Das Ziel',
    text: [
      'Jeder Spieler hat 15 Steine auf einem Brett mit 24 schmalen Dreiecken, den Punkten. Du gewinnst die Partie, wenn du alle deine Steine in dein Heimfeld bringst, die sechs Punkte unten rechts, und sie vom Brett nimmst, bevor dein Gegner das mit seinen geschafft hat.',
      'Deine Steine ziehen von deinem Punkt 24 hinab zu deinem Punkt 1 und nie zurück. Dein Gegner zieht in der anderen Richtung, also müssen beide aneinander vorbei.',
    ],
    picture:
      'Die Ausgangsstellung: je fünf helle Steine auf 13 und 6, drei auf 8, zwei auf 24. Ein Pfeil führt von 24 zum Heimfeld.',
  },
  begin: {
    title: 'Wer beginnt',
    text: [
      'Jeder wirft einen Würfel. Wer die höhere Zahl hat, beginnt und spielt beide Würfel. Bei gleichen Zahlen werfen beide noch einmal.',
      'Danach wechseln sich die Spieler ab: Du wirfst zwei Würfel, dann ziehst du.',
    ],
  },
  move: {
    title: 'Ziehen',
    text: [
      'Jeder Würfel zieht einen Stein um so viele Punkte. Mit 3 und 1 darfst du einen Stein um 3 und einen anderen um 1 ziehen, oder denselben um beides. Jeder Schritt muss auf einem Punkt enden, der für dich offen ist.',
      'Ein Punkt ist geschlossen, wenn dort zwei oder mehr Steine des Gegners stehen. Auf allen anderen Punkten dürfen deine Steine landen, beliebig viele.',
    ],
    picture:
      'Ein guter Zug mit 3 und 1: Ein Stein zieht von 8 nach 5, einer von 6 nach 5. Zwei Steine zusammen halten den Punkt.',
  },
  doubles: {
    title: 'Pasch und Zugzwang',
    text: [
      'Wenn beide Würfel die gleiche Zahl zeigen, spielst du sie viermal.',
      'Du musst beide Würfel spielen, wenn es irgendwie geht, und alle vier eines Paschs. Wenn nur einer der beiden spielbar ist, muss es nach Möglichkeit der höhere sein. Wenn nichts spielbar ist, endet dein Zug.',
    ],
    picture:
      'Ein Wurf von 5 und 4: Ein Stein auf 24 kann nicht um 5 ziehen, weil auf 19 fünf dunkle Steine stehen. Um 4 kann er nach 20 ziehen.',
  },
  hit: {
    title: 'Schlagen',
    text: [
      'Ein einzelner Stein auf einem Punkt ist ein Blot. Wenn ein Stein der anderen Seite dort landet, ist der Blot geschlagen und kommt auf die Bar, den Steg in der Mitte des Bretts.',
    ],
    picture:
      'Ein heller Stein ist von 8 nach 4 gezogen und hat dort einen einzelnen dunklen Stein geschlagen. Der dunkle Stein liegt auf der Bar.',
  },
  enter: {
    title: 'Von der Bar einsetzen',
    text: [
      'Solange du einen Stein auf der Bar hast, darfst du nichts anderes ziehen. Der Stein kommt im Heimfeld des Gegners ins Spiel: mit 1 auf deinem Punkt 24, mit 2 auf 23 und so weiter bis 6 auf 19. Wenn diese Punkte geschlossen sind, verlierst du den Zug.',
    ],
    picture:
      'Ein heller Stein auf der Bar, mit einem Wurf von 6 und 2: Der Punkt für die 6 ist geschlossen, also kommt er mit 2 auf 23 ins Spiel.',
  },
  off: {
    title: 'Auswürfeln',
    text: [
      'Sobald alle deine Steine in deinem Heimfeld sind, darfst du sie vom Brett nehmen. Eine 3 nimmt einen Stein vom Punkt 3. Wenn dieser Punkt leer ist, muss statt dessen ein Stein weiter hinten ziehen. Wenn keiner weiter hinten steht, nimmt der Würfel einen Stein vom hintersten Punkt.',
      'Wenn dabei ein Stein geschlagen wird, muss er erst wieder nach Hause kommen.',
    ],
    picture: 'Ein Wurf von 6 und 3 nimmt einen Stein von 6 und einen von 3.',
  },
  score: {
    title: 'Was eine Partie zählt',
    text: [
      'Eine Partie zählt einen Punkt. Sie ist ein Gammon und zählt zwei, wenn der Verlierer noch keinen Stein ausgewürfelt hat. Sie ist ein Backgammon und zählt drei, wenn außerdem noch ein Stein des Verlierers auf der Bar oder im Heimfeld des Gewinners steht.',
    ],
    picture: 'Hell hat alle Steine ausgewürfelt, Dunkel noch keinen: ein Gammon.',
  },
  cube: {
    title: 'Der Dopplerwürfel',
    text: [
      'Bevor du wirfst, darfst du anbieten, den Einsatz zu verdoppeln. Dein Gegner nimmt an, und die Partie geht um das Doppelte weiter, oder er passt und verliert die Partie zum alten Einsatz.',
      'Wer annimmt, besitzt den Würfel: Nur dieser Spieler darf als Nächster verdoppeln. Faustregel: Nimm an, wenn du mindestens eine von vier Partien gewinnst.',
    ],
    picture: 'Der Dopplerwürfel zeigt 2 und liegt auf der Seite von Hell, der ein Doppel angenommen hat.',
  },
  match: {
    title: 'Matches und Geldpartien',
    text: [
      'Ein Match geht auf eine ungerade Zahl von Punkten. In der ersten Partie, nachdem einem Spieler nur noch ein Punkt fehlt, darf niemand verdoppeln: die Crawford-Regel.',
      'Geldpartien spielt man in einer Sitzung: eine Partie nach der anderen, mit laufendem Stand. Gammon und Backgammon zählen dort nur nach einem Doppel (die Jacoby-Regel), und wer annimmt, darf sofort noch einmal verdoppeln und den Würfel behalten: ein Beaver.',
      'Du kannst eine Partie für das Ein-, Zwei- oder Dreifache des Einsatzes aufgeben. Dein Gegner muss zustimmen.',
    ],
  },
  here: {
    title: 'Wie du auf diesem Brett spielst',
    text: [
      'Ringe zeigen die Steine, die ziehen können. Ein Klick oder Tippen spielt den linken Würfel; ein Rechtsklick oder langes Drücken den anderen. Du kannst einen Stein auch ziehen, auch um mehrere Würfel auf einmal. Ein Klick auf die Würfel tauscht sie.',
      'Nichts gilt, bevor du bestätigst. „Rückgängig“ nimmt einen Schritt zurück.',
      'Mit der Tastatur: Pfeiltasten wechseln zwischen den Punkten, die Eingabetaste oder die Leertaste spielt den linken Würfel, mit Umschalttaste den anderen, die Leertaste würfelt und bestätigt auch, die Rücktaste nimmt zurück, D verdoppelt, und H fragt gegen den Bot nach einem Tipp.',
    ],
  },
  words: {
    title: 'Wörter',
    list: {
      point: {
        name: 'Punkt',
        text: 'Eines der 24 Dreiecke. Einen Punkt machen heißt, dort zwei oder mehr Steine zu haben.',
      },
      blot: { name: 'Blot', text: 'Ein einzelner Stein, der geschlagen werden kann.' },
      pip: {
        name: 'Pip',
        text: 'Ein Schritt eines Steins. Die Pipzahl ist die Zahl der Schritte, die du noch brauchst.',
      },
      anchor: { name: 'Anker', text: 'Ein Punkt, den du im Heimfeld des Gegners hältst.' },
      prime: { name: 'Prime', text: 'Mehrere Punkte nebeneinander. An sechs kommt niemand vorbei.' },
      race: {
        name: 'Rennen',
        text: 'Die Partie, sobald beide aneinander vorbei sind und niemand mehr geschlagen werden kann.',
      },
    },
  },
};
