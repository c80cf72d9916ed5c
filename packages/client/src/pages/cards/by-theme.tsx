import type { Card } from '../../cards/card.ts';
import { THEMES, type Theme, themeOf } from '../../cards/themes.ts';
import { cardTexts } from '../../strings/cards.ts';
import { puzzleSetTexts } from '../../strings/puzzles.ts';
import { Group } from '../../ui/fields.tsx';
import { TableHead } from '../../ui/table-head.tsx';

const texts = cardTexts.themes;

/** The cards of one theme, or those of none. */
interface ThemeTotal {
  readonly theme: Theme | null;
  readonly cards: number;
  /** The sum of the losses in points, as the reviews have them. */
  readonly loss: number;
}

/** Returns the totals of the themes that have cards, the one that cost most first. */
export function totalsByTheme(cards: readonly Card[]): ThemeTotal[] {
  const totals = [...THEMES, null].map((theme) => {
    const own = cards.filter(({ situation }) => themeOf(situation) === theme);
    return { theme, cards: own.length, loss: own.reduce((sum, card) => sum + card.loss, 0) };
  });
  return totals.filter((one) => one.cards > 0).sort((one, other) => other.loss - one.loss);
}

/** The reader's mistakes by what they have in common, with the puzzles of the same theme. */
export function ByTheme({ all }: { readonly all: readonly Card[] }) {
  if (all.length === 0) return null;
  return (
    <Group title={texts.title}>
      <table class="play-figures">
        <TableHead titles={[puzzleSetTexts.theme, texts.cards, texts.loss, texts.puzzles]} />
        <tbody>
          {totalsByTheme(all).map(({ theme, cards, loss }) => (
            <tr key={theme}>
              <th scope="row">{theme === null ? texts.other : puzzleSetTexts.themes[theme]}</th>
              <td>{texts.count(cards)}</td>
              <td>{texts.points(loss)}</td>
              <td>
                {theme !== null && (
                  <a href={`/puzzles?theme=${theme}`} aria-label={texts.practiseOf(puzzleSetTexts.themes[theme])}>
                    {texts.practise}
                  </a>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="soft small">{texts.text}</p>
    </Group>
  );
}
