import type { MatchEvent } from 'bg-record';

/**
 * Consecutive events of a match as the JSON array in which they are stored. Clients get this text as it is: parsing a page only to write it
 * again would take most of the time and memory of the answer.
 */
export class EventTexts {
  static readonly none = new EventTexts('[]', 0);
  readonly json: string;
  readonly count: number;

  constructor(json: string, count: number) {
    this.json = json;
    this.count = count;
  }

  static of(texts: readonly string[]): EventTexts {
    return new EventTexts(`[${texts.join(',')}]`, texts.length);
  }

  parse(): readonly MatchEvent[] {
    return JSON.parse(this.json);
  }
}
