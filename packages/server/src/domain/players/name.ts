import { BLANK_GLYPHS } from 'bg-record';
import unhomoglyph from 'unhomoglyph';

/** Longest name, in code points. */
const MAX_NAME_LENGTH = 24;

/** Scripts in which invisible joiners are part of the spelling. */
const JOINED = String.raw`[\p{scx=Arab}\p{scx=Deva}\p{scx=Beng}\p{scx=Gujr}\p{scx=Guru}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Taml}\p{scx=Telu}\p{scx=Khmr}]`;
const PICTURE = String.raw`\p{ExtPict}\p{EMod}?\uFE0F?`;
/** Keeps joiners between letters of those scripts and inside emoji sequences. Matches all other invisible characters. */
const UNSEEN = new RegExp(
  String.raw`((?<=${JOINED})[\u200C\u200D](?=${JOINED})|${PICTURE}(?:\u200D${PICTURE})*)|[\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}\p{DI}${BLANK_GLYPHS}]`,
  'gu',
);

/**
 * Normalises a chosen name: well-formed, without control and invisible characters (such as bidirectional marks and zero-width spaces),
 * at most 24 code points. Returns null when nothing is left.
 */
export function cleanName(wanted: string): string | null {
  return cut(wanted.replace(UNSEEN, '$1').trim(), MAX_NAME_LENGTH) || null;
}

function cut(name: string, length: number): string {
  return [...name]
    .slice(0, length)
    .join('')
    .replace(/[\u200C\u200D]+$/, '')
    .trim();
}

/** The characters by which programs recognise an address of the web or of a mailbox, and the full stop that browsers read as a dot. */
const MAKES_A_LINK = /[.:/\\@\u3002]/;

/** True if a reader's mail program or messenger could make a link of the name. A stranger chose it, so it is left out where that can happen. */
export function looksLikeLink(name: string): boolean {
  return MAKES_A_LINK.test(name.normalize('NFKC'));
}

/** The name of a player who has chosen none. The start of the key tells guests apart. */
export function guestName(pub: string): string {
  return `Guest ${pub.slice(0, 4)}`;
}

/** Characters that a reader does not see between two others. */
const BETWEEN = new RegExp(String.raw`[\p{White_Space}\p{DI}${BLANK_GLYPHS}]`, 'gu');
/** More than any character needs: each turn makes it simpler. */
const MOST_TURNS = 8;

/** Look-alikes that the tables of UTS #39 lack: each small capital is followed by its letter. */
const SMALL_CAPITALS = new Map(
  'ᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpʀrꜱsᴛtᴜuᴠvᴡwʏyᴢz'.match(/../gu)?.map((pair) => [pair[0], pair[1]]),
);
const LIKE_A_LETTER = new RegExp(`[@${[...SMALL_CAPITALS.keys()].join('')}]`, 'gu');
/** The mark of `markedName`, as `lowered` leaves it, behind something else. */
const MARK = /(?<=.)\([\da-flo]{4}\)$/u;

/**
 * The form in which names that look alike are equal, in any case, with or without spaces and the mark of `markedName`: the skeleton of
 * UTS #39, of the compatibility decomposition. Small i counts as l, because a capital I looks like l. Empty if nothing visible is left.
 */
export function foldName(name: string): string {
  let folded = name;
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const next = lowered(skeleton(folded)).replace(MARK, '');
    if (next === folded) break;
    folded = next;
  }
  return folded;
}

function skeleton(text: string): string {
  const letters = text.normalize('NFKD').replace(LIKE_A_LETTER, (sign) => SMALL_CAPITALS.get(sign) ?? 'a');
  return unhomoglyph(letters).replace(BETWEEN, '');
}

/** Applied to skeletons: it is the capital letter as it was written that looks like another one. */
function lowered(text: string): string {
  return text.toUpperCase().toLowerCase().replaceAll('i', 'l').replaceAll('vv', 'w');
}

const SHOWN_DIGITS = 4;

/** True for a name that ends with the mark of this key already. */
export function isMarked(name: string, pub: string): boolean {
  return name.endsWith(markOf(pub)) && name.length > markOf(pub).length;
}

/** A name with the start of its key, for a guest who has the name of an account or a bot. Not longer than other names. */
export function markedName(name: string, pub: string): string {
  const mark = markOf(pub);
  return `${cut(name, MAX_NAME_LENGTH - mark.length)}${mark}`;
}

function markOf(pub: string): string {
  return ` (${pub.slice(0, SHOWN_DIGITS)})`;
}
