import { type Header, type Note, visible } from 'bg-record';
import { quotedText } from './quoted-text.ts';
import { verifyTexts } from './verify.ts';

const { notes } = verifyTexts;

/**
 * Returns a verifier's note about a record in the reader's language. The page loads the verifier from the server, whose
 * version may be another one: a note that this page does not know keeps the verifier's words.
 */
export function noteText(note: Note, players: Header['players']): string {
  const { code, seat, figures } = note;
  if (!Object.hasOwn(notes, code) || !Array.isArray(figures)) return visible(note.message);
  const [first = 0, second = 0] = figures;
  const player = players[seat ?? 0];
  const name = quotedText(player.name);
  switch (code) {
    case 'service-custody':
      return notes[code](name, player.bot);
    case 'dice-in-advance':
      return notes[code](players.some(({ custody }) => custody === 'service'));
    case 'late':
      return notes[code](name, first, second);
    case 'quick-asides':
      return notes[code](name, first);
    case 'no-view':
      return notes[code](seat === null ? null : name);
    case 'claim-ignored':
      return notes[code](name);
    case 'log-forked':
      return notes[code](first);
    case 'absence-too-short':
    case 'refunds':
    case 'views-unchecked':
      return notes[code](first, second);
    default:
      return notes[code];
  }
}
