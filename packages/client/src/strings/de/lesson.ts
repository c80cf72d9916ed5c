import type { Words } from '../chosen.ts';
import { plural } from '../forms.ts';
import type { lesson } from '../lesson.ts';

export const texts: Words<typeof lesson> = {
  title: 'Deine erste Partie',
  lead: 'Du spielst gegen den schwächsten Bot dieser Seite, und die Seite erklärt jeden Schritt, wenn er an der Reihe ist. Das dauert etwa zehn Minuten. Du brauchst kein Konto und keine Kenntnis der Regeln.',
  contents: 'Du lernst',
  points: [
    'wohin deine Steine gehen und wie du sie ziehst',
    'wie du schlägst und wie du von der Bar zurückkommst',
    'wie du deine Steine vom Brett nimmst und gewinnst',
    'was der Dopplerwürfel bedeutet',
  ],
  start: 'Erste Partie beginnen',
  starting: 'Beginnt …',
  offline: 'Keine Verbindung. Du kannst beginnen, sobald du wieder online bist.',
  underWay: 'Du bist mitten in einem Match. Beende es zuerst oder gib es auf.',
  back: 'Zurück zum Brett',
  rules: 'Erst die Regeln lesen',
  language: 'Ohne Uhr: Überlege, so lange du willst.',

  guide: 'Anleitung',
  end: 'Anleitung beenden',
  suggest: 'Zeig mir einen guten Zug',
  thinking: 'Ein guter Zug wird gesucht …',
  failed: 'Die Engine konnte nicht geladen werden. Du kannst ohne sie weiterspielen.',
  suggestion: 'Ein guter Zug',
  because: {
    hits: 'Er schlägt einen Stein, der von der Bar neu anfangen muss.',
    enters: 'Er bringt deinen Stein von der Bar zurück.',
    makes: (points) => `Er macht einen sicheren Punkt: zwei oder mehr Steine zusammen auf ${points}.`,
    escapes: 'Er bringt einen Stein aus dem Heimfeld des Gegners heraus.',
    off: (count) => plural(count, { one: 'Er nimmt einen Stein vom Brett.', other: 'Er nimmt # Steine vom Brett.' }),
    safe: 'Er lässt keinen einzelnen Stein zurück, der geschlagen werden könnte.',
    home: 'Er bringt einen Stein in dein Heimfeld.',
    forward: 'Er bringt deine Steine nach vorn, wo sie neue Punkte machen können.',
  },
  steps: {
    opening: {
      title: 'Wer beginnt?',
      texts: [
        'Jeder wirft einen Würfel, und der höhere beginnt. Drücke „Anwurf“ oder die Leertaste. Das Band über dem Brett zeigt den Weg deiner Steine: Es endet in deinem Heimfeld.',
      ],
    },
    roll: {
      title: 'Du bist dran: würfle',
      texts: [
        'Drücke „Würfeln“ oder die Leertaste. Dann ziehst du deine Steine um die Augen der Würfel.',
        'Drücke „Würfeln“.',
      ],
    },
    double: {
      title: 'Würfeln oder doppeln',
      texts: [
        'Du darfst würfeln oder vorher anbieten, den Einsatz zu verdoppeln. Der Gegner nimmt dann an, und die Partie zählt doppelt, oder er passt, und du gewinnst sofort. Dopple, wenn du klar vorn bist. Im Zweifel würfle einfach.',
        'Dopple, wenn du klar vorn bist. Im Zweifel würfle einfach.',
      ],
    },
    doubled: {
      title: 'Dir wird ein Doppel angeboten',
      texts: [
        'Nimm an, und die Partie zählt doppelt, und nur du darfst als Nächster doppeln. Passe, und du verlierst sie zum jetzigen Einsatz. Nimm an, wenn du von hier mindestens eine von vier Partien gewinnen würdest.',
      ],
    },
    move: {
      title: 'Zieh deine Steine',
      texts: [
        'Deine Steine gehen von den hohen Zahlen zu den niedrigen, heim zu den Punkten 6 bis 1. Jeder Würfel zieht einen Stein um seine Zahl. Ringe zeigen die Steine, die ziehen können: Tippe oder klicke einen an, um den linken Würfel zu spielen, oder zieh ihn. Mit der Tastatur erreichen Pfeiltasten die Punkte, und die Eingabetaste spielt.',
        'Ein Punkt mit zwei oder mehr Steinen des Gegners ist für dich geschlossen. Deine eigenen Steine sind zu zweit sicher: Ein einzelner kann geschlagen werden. Versuche, Punkte zu machen, einen neben dem anderen.',
        'Die zwei hintersten Steine haben den weitesten Weg. Bring sie nach vorn, bevor der Gegner den Weg schließt.',
        'Suche einen Zug, der einen Punkt macht oder wenige einzelne Steine in Reichweite des Gegners lässt.',
      ],
    },
    doubles: {
      title: 'Pasch: Zieh viermal',
      texts: ['Beide Würfel sind gleich, also spielst du die Zahl viermal.'],
    },
    hit: {
      title: 'Du kannst schlagen',
      texts: [
        'Der Gegner hat einen einzelnen Stein in deiner Reichweite. Wenn du darauf landest, kommt er auf die Bar und muss neu anfangen. Das ist oft ein guter Zug, aber nicht immer.',
        'Ein einzelner Stein des Gegners ist in deiner Reichweite.',
      ],
    },
    enter: {
      title: 'Komm von der Bar zurück',
      texts: [
        'Dein Stein wurde geschlagen und liegt auf der Bar in der Mitte. Vor allem anderen muss er im Heimfeld des Gegners ins Spiel: Eine 1 bringt ihn auf 24, eine 6 auf 19, wenn der Punkt offen ist.',
        'Dein Stein auf der Bar muss zuerst ins Spiel.',
      ],
    },
    dance: {
      title: 'Kein Zug ist möglich',
      texts: ['Mit diesen Würfeln kann keiner deiner Steine ziehen. Drücke „Bestätigen“, und der Gegner macht weiter.'],
    },
    race: {
      title: 'Jetzt ist es ein Rennen',
      texts: [
        'Beide sind aneinander vorbei, also kann niemand mehr geschlagen werden. Bring alle deine Steine heim zu den Punkten 6 bis 1, ohne Schritte zu verschenken.',
        'Bring alle deine Steine heim zu den Punkten 6 bis 1.',
      ],
    },
    bearOff: {
      title: 'Nimm deine Steine vom Brett',
      texts: [
        'Alle deine Steine sind zu Hause. Jetzt nimmt jeder Würfel einen Stein von seinem Punkt: eine 4 einen vom Punkt 4. Wenn dieser Punkt leer ist, zieh einen Stein von weiter hinten. Wenn es dort keinen gibt, nimm einen vom hintersten Punkt.',
        'Nimm so viele Steine vom Brett, wie du kannst.',
      ],
    },
    confirm: {
      title: 'Bestätige deinen Zug',
      texts: [
        'Beide Würfel sind gespielt. Drücke „Bestätigen“ oder die Leertaste, um deinen Zug zu beenden. „Rückgängig“ nimmt den letzten Schritt zurück: Nichts gilt, bevor du bestätigst.',
        'Drücke „Bestätigen“, um deinen Zug zu beenden, oder „Rückgängig“, um etwas anderes zu versuchen.',
      ],
    },
    wait: {
      title: 'Der Bot ist dran',
      texts: [
        'Der Bot zieht seine dunklen Steine in der anderen Richtung. Pfeile zeigen seinen letzten Zug.',
        'Achte darauf, wo der Bot einzelne Steine lässt.',
      ],
    },
    other: { title: 'Deine Entscheidung', texts: ['Beantworte die Frage neben dem Brett.'] },
  },
  hitYou: 'Der Bot hat deinen Stein geschlagen.',
  over: {
    won: 'Du hast deine erste Partie gewonnen!',
    lost: 'Diesmal hat der Bot gewonnen.',
    text: 'Du weißt jetzt, wie man zieht, schlägt, einsetzt und auswürfelt. Eines fehlt noch: der Dopplerwürfel. In längeren Matches erhöht er den Einsatz einer Partie. Die Anleitung erklärt ihn, wenn er dir begegnet.',
    next: 'Ein Match auf 3 Punkte mit Anleitung spielen',
    again: 'Noch eine Partie mit Anleitung spielen',
    done: 'Anleitung abschließen',
  },
};
