import { isProvisional, type Rating } from 'bg-record/ratings';
import { THEMES, type Theme } from '../../cards/themes.ts';
import { texts as main } from '../../strings/main.ts';
import { puzzleSetTexts as texts } from '../../strings/puzzles.ts';
import { ConfirmedButton } from '../../ui/confirmed-button.tsx';
import { Select } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TableHead } from '../../ui/table-head.tsx';
import { type Progress, totals } from './progress.ts';
import type { Puzzle } from './puzzle-set.ts';

export interface ProgressProps {
  /** All puzzles of the set. */
  readonly puzzles: readonly Puzzle[];
  /** Null for all themes. */
  readonly theme: Theme | null;
  readonly progress: Progress;
  /** False if this browser does not keep the progress. */
  readonly isKept: boolean;
  readonly onTheme: (theme: Theme | null) => void;
  readonly onForget: () => void;
}

/** The rating as the page shows it, with a question mark while it is provisional. */
export function ratingText(rating: Rating): string {
  return main.player.rating(rating.rating, isProvisional(rating));
}

const ALL = 'all';

/** The list from which the reader chooses a theme. */
export function ThemeField({ puzzles, theme, progress, onTheme }: ProgressProps) {
  const optionOf = (value: Theme | typeof ALL) => {
    const own = value === ALL ? puzzles : puzzles.filter((puzzle) => puzzle.theme === value);
    const name = value === ALL ? texts.all : texts.themes[value];
    return [value, texts.optionOf(name, totals(own, progress).answered, own.length)] as const;
  };
  return (
    <Select<Theme | typeof ALL>
      label={texts.theme}
      options={[optionOf(ALL), ...THEMES.map(optionOf)]}
      value={theme ?? ALL}
      onChange={(chosen) => onTheme(chosen === ALL ? null : chosen)}
    />
  );
}

/** The reader's rating and progress by theme, in this browser. */
export function OwnProgress({ puzzles, progress, isKept, onForget }: ProgressProps) {
  const { answered } = totals(puzzles, progress);
  return (
    <section class="stack puzzles__progress" aria-label={texts.progress}>
      <h2>{texts.progress}</h2>
      {!isKept && <Notice tone="warn">{texts.notKept}</Notice>}
      <p>{texts.rating(ratingText(progress.rating))}</p>
      <table class="play-figures">
        <TableHead titles={[texts.theme, texts.answered, texts.right]} />
        <tbody>
          {THEMES.map((theme) => {
            const own = puzzles.filter((puzzle) => puzzle.theme === theme);
            const { answered: count, right } = totals(own, progress);
            return (
              <tr key={theme}>
                <th scope="row">{texts.themes[theme]}</th>
                <td>{texts.of(count, own.length)}</td>
                <td>{count > 0 ? texts.of(right, count) : '–'}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p class="soft small">{texts.kept}</p>
      {answered > 0 && (
        <div class="row">
          <ConfirmedButton kind="quiet" label={texts.reset} warning={texts.resetText} onConfirm={onForget} />
        </div>
      )}
    </section>
  );
}
