import { type PageName, pagePattern, pages } from '@anchor/wire';
import { clockNameOf, daysPreset, MATCH_ID, TRUSTED_DICE } from 'bg-record';
import { decidingScore, opponent } from 'bg-rules';
import { LRUCache } from 'lru-cache';
import type { Invitations } from '../lobby/invitations.ts';
import { guestName, looksLikeLink } from '../players/name.ts';
import type { Players } from '../players/players.ts';
import type { StoredRow } from '../ports/matches.ts';
import type { RecordStore } from '../ports/records.ts';
import { picturePath } from './pictures.ts';

/** The preview that another site shows of a shared link: plain text, not HTML, and the path of a picture. */
export interface LinkCard {
  readonly title: string;
  readonly description: string;
  readonly picture: string;
}

interface LinkCardsParts {
  readonly records: Pick<RecordStore, 'row'>;
  readonly invitations: Pick<Invitations, 'info'>;
  readonly players: Pick<Players, 'person'>;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
}

/** A card may be out of date for this long. */
const CACHE_MS = 60_000;
const CACHE_ENTRIES = 500;

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const PUBLIC_KEY = /^[0-9a-f]{64}$/;

const CHECKED = 'Dice that nobody can rig: the browser verifies every roll as it falls.';
const MATCH = { title: 'A backgammon match', description: `Watch it on Anchor. ${CHECKED}` };

/** The cards of pages whose address says it all. */
const ofPage: Readonly<Record<PageName, Omit<LinkCard, 'picture'>>> = {
  home: { title: 'Anchor · Backgammon you can check', description: `Play backgammon in the browser. ${CHECKED}` },
  match: MATCH,
  invitation: { title: 'An invitation to backgammon', description: `You are invited to play on Anchor. ${CHECKED}` },
  verify: {
    title: 'Verify a backgammon match',
    description: 'Check every roll, signature and play of a match yourself.',
  },
  review: {
    title: 'A backgammon match, reviewed',
    description: 'Every play and cube decision, with what each error cost.',
  },
  puzzle: { title: 'The daily backgammon puzzle', description: 'One position, one roll: find the best play.' },
  puzzles: {
    title: 'Backgammon puzzles by theme · Anchor',
    description:
      'From the opening to the bear-off and the cube: positions with one best choice, and a rating in the browser.',
  },
  cards: {
    title: 'Your mistakes as puzzles · Anchor',
    description: 'Mistakes from reviewed backgammon matches come back as puzzles, in the browser and for nothing.',
  },
  openings: {
    title: 'Backgammon openings · Anchor',
    description: 'Practise the 15 opening rolls and the 21 replies to each, ranked by an engine in the browser.',
  },
  collection: {
    title: 'Your match collection · Anchor',
    description: 'Backgammon matches from files of other programs: searched, sorted and reviewed in the browser.',
  },
  study: {
    title: 'Study board · Anchor',
    description: 'Set up any backgammon position and see what the engine makes of it, in the browser.',
  },
  leaderboard: { title: 'Leaderboard · Anchor', description: 'The ratings of all players of rated matches.' },
  player: { title: 'A backgammon player', description: 'Rating, matches and results on Anchor.' },
  rules: {
    title: 'The rules of backgammon',
    description: 'Everything for a first game, with pictures, in five minutes.',
  },
  lesson: {
    title: 'Learn backgammon by playing',
    description: 'A guided first game in the browser. The page explains each step as it happens.',
  },
  fair: { title: 'How is this fair? · Anchor', description: CHECKED },
  fairness: { title: 'How the dice are made · Anchor', description: CHECKED },
  volunteers: { title: 'Lend an engine · Anchor', description: 'Analyse matches for everybody with one command.' },
  settings: { title: 'Settings · Anchor', description: CHECKED },
  keys: { title: 'Keys · Anchor', description: CHECKED },
  account: { title: 'Account · Anchor', description: CHECKED },
  'claim-account': { title: 'Account · Anchor', description: CHECKED },
  'confirm-account': { title: 'Account · Anchor', description: CHECKED },
  'stop-mails': { title: 'Mails · Anchor', description: CHECKED },
};

const patterns = (Object.entries(pages) as [PageName, readonly string[]][]).flatMap(([page, addresses]) =>
  addresses.map((address) => ({ page, pattern: pagePattern(address) })),
);

/** The cards of the pages' addresses. A card costs two indexed lookups at most and is kept for a minute; concurrent requests share it. */
export class LinkCards {
  readonly #records: LinkCardsParts['records'];
  readonly #invitations: LinkCardsParts['invitations'];
  readonly #players: LinkCardsParts['players'];
  readonly #cards: LRUCache<string, Promise<LinkCard>>;

  constructor({ records, invitations, players, now }: LinkCardsParts) {
    this.#records = records;
    this.#invitations = invitations;
    this.#players = players;
    this.#cards = new LRUCache({ max: CACHE_ENTRIES, ttl: CACHE_MS, ttlResolution: 0, perf: { now } });
  }

  /** The card of a path. Returns null when no page has this path. */
  async at(path: string): Promise<LinkCard | null> {
    const page = patterns.find(({ pattern }) => pattern.test(path))?.page;
    if (page === undefined) return null;
    const known = this.#cards.get(path);
    if (known) return known;
    const card = this.#make(page, path.split('/')[2] ?? '');
    this.#cards.set(path, card);
    card.catch(() => this.#cards.delete(path));
    return card;
  }

  async #make(page: PageName, parameter: string): Promise<LinkCard> {
    return { ...ofPage[page], picture: picturePath.board, ...(await this.#particulars(page, parameter)) };
  }

  async #particulars(page: PageName, parameter: string): Promise<Partial<LinkCard>> {
    switch (page) {
      case 'match':
      case 'review':
      case 'verify':
        return this.#ofMatch(page, parameter);
      case 'invitation':
        return this.#ofInvitation(parameter);
      case 'puzzle':
        return !DATE.test(parameter)
          ? {}
          : { title: `The backgammon puzzle of ${parameter}`, picture: picturePath.puzzle(parameter) };
      case 'player': {
        if (!PUBLIC_KEY.test(parameter)) return {};
        const { name } = await this.#players.person(parameter);
        return looksLikeLink(name) ? {} : { title: `${name} · Anchor` };
      }
      default:
        return {};
    }
  }

  async #ofMatch(page: 'match' | 'review' | 'verify', id: string): Promise<Partial<LinkCard>> {
    const row = MATCH_ID.test(id) ? await this.#records.row(id) : null;
    if (!row) return {};
    const title = titleOf(row);
    return {
      title: page === 'review' ? `${title}, reviewed` : title,
      picture: picturePath.match(id),
      ...finished(page, row),
    };
  }

  async #ofInvitation(code: string): Promise<Partial<LinkCard>> {
    const info = await this.#invitations.info(code);
    if (!info.ok) return {};
    const { from, terms } = info.value;
    const title = looksLikeLink(from.name) ? ofPage.invitation.title : `${from.name} invites you to backgammon`;
    const clock = terms.clock === 'none' ? 'no clock' : `${terms.clock} clock`;
    const dice = daysPreset(terms.clock) === null ? ` ${CHECKED}` : ` ${capitalised(TRUSTED_DICE)}.`;
    return { title, description: `${lengthOf(terms.length)}, ${clock}. No sign-up.${dice}` };
  }
}

function finished(page: 'match' | 'review' | 'verify', { record: { header } }: StoredRow): Partial<LinkCard> {
  if (page !== 'match') return {};
  const clock = clockNameOf(header);
  const kind = `${lengthOf(header.length)}${clock === null || clock === 'none' ? '' : `, ${clock} clock`}`;
  const game = header.session ? `Game ${header.session.game} of a session. ` : '';
  const trusted = header.dice === 'advance' ? `, ${TRUSTED_DICE}` : '';
  return { description: `${kind}${trusted}. ${game}Replay it, review it, and verify every roll.` };
}

function titleOf({ record: { header, result } }: StoredRow): string {
  const [first, second] = header.players.map(({ name, pub }) =>
    name === '' || looksLikeLink(name) ? guestName(pub) : name,
  );
  const score = decidingScore(result, header.length);
  const [winner, loser] = result.winner === 0 ? [first, second] : [second, first];
  if (header.length === 0) {
    const brought = Math.max(...result.score);
    return `${winner} won ${brought} ${brought === 1 ? 'point' : 'points'} against ${loser}`;
  }
  if (score) return `${first} ${score[0]} : ${score[1]} ${second}`;
  const then = result.score.some(Boolean)
    ? ` at ${result.score[result.winner]}–${result.score[opponent(result.winner)]}`
    : '';
  return result.reason === 'time'
    ? `${winner} won on time${then} against ${loser}`
    : `${winner} won${then} against ${loser}, who left`;
}

function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function lengthOf(length: number): string {
  return length === 0 ? 'A money game' : length === 1 ? 'A match to 1 point' : `A match to ${length} points`;
}
