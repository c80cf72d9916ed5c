import { type ImportedMatch, importToMat, importToSgf } from 'bg-record/import';

export type ExportForm = 'mat' | 'sgf';

const WRITERS: Readonly<Record<ExportForm, (match: ImportedMatch) => string>> = { mat: importToMat, sgf: importToSgf };

/** The most that our own reader takes in one file. Other programs read a file with fewer matches than that. */
const BOUNDS: Readonly<
  Record<ExportForm, { readonly matches: number; readonly games: number; readonly characters: number }>
> = {
  mat: { matches: 100, games: Number.POSITIVE_INFINITY, characters: 2_000_000 },
  sgf: { matches: Number.POSITIVE_INFINITY, games: 500, characters: 8_000_000 },
};

/** Writes matches one after another into as few texts as their reader allows. */
export class ExportWriter {
  readonly #form: ExportForm;
  readonly #texts: string[] = [];
  #parts: string[] = [];
  #matches = 0;
  #games = 0;
  #characters = 0;

  constructor(form: ExportForm) {
    this.#form = form;
  }

  add(match: ImportedMatch): void {
    const text = `${WRITERS[this.#form](match).trimEnd()}\n\n`;
    const bounds = BOUNDS[this.#form];
    const isFull =
      this.#matches + 1 > bounds.matches ||
      this.#games + match.games.length > bounds.games ||
      this.#characters + text.length > bounds.characters;
    if (isFull) this.#close();
    this.#parts.push(text);
    this.#matches++;
    this.#games += match.games.length;
    this.#characters += text.length;
  }

  /** Returns the texts, one for each file. */
  end(): string[] {
    this.#close();
    return this.#texts;
  }

  #close(): void {
    if (this.#parts.length > 0) this.#texts.push(this.#parts.join(''));
    [this.#parts, this.#matches, this.#games, this.#characters] = [[], 0, 0, 0];
  }
}
