import { SOUNDS } from '../board/sound-synthesis.ts';
import { playSound } from '../board/sounds.ts';
import { LOOKS, type PreferenceStore } from '../state/preferences.ts';
import { lookTexts as texts } from '../strings/look.ts';
import { Button } from '../ui/button.tsx';
import { Choices } from '../ui/fields.tsx';

interface LookProps {
  readonly preferences: PreferenceStore;
}

const PARTS = [
  { part: 'board', label: texts.board, labels: texts.boards },
  { part: 'checkers', label: texts.checkers, labels: texts.forms },
  { part: 'colours', label: texts.colours, labels: texts.coloursOf },
  { part: 'dice', label: texts.dice, labels: texts.diceOf },
] as const;

/** The choices of board, checkers, their colours and dice, each apart from the others. */
export function BoardLook({ preferences }: LookProps) {
  return (
    <>
      {PARTS.map(({ part, label, labels }) => (
        <Choices
          key={part}
          label={label}
          options={LOOKS[part].map((value) => ({
            value,
            label: new Map<string, string>(Object.entries(labels)).get(value) ?? value,
          }))}
          value={preferences.current.value[part]}
          onChange={(chosen: string) => preferences.set({ [part]: chosen })}
        />
      ))}
    </>
  );
}

/** The loudness of the sounds, and a button to hear each. A change plays one too. */
export function Volume({ preferences }: LookProps) {
  const { sounds, volume } = preferences.current.value;
  return (
    <>
      <label class="field volume">
        <span class="field__label">
          {texts.volume} <span class="soft tabular">{texts.percent(volume)}</span>
        </span>
        <input
          type="range"
          min="0"
          max="100"
          step="10"
          value={volume}
          disabled={!sounds}
          aria-valuetext={texts.percent(volume)}
          onInput={(event) => preferences.set({ volume: event.currentTarget.valueAsNumber })}
          onChange={() => playSound('checker', preferences.current.value.volume)}
        />
      </label>
      <fieldset class="field">
        <legend class="field__label">{texts.listen}</legend>
        <div class="row">
          {SOUNDS.map((sound) => (
            <Button
              key={sound}
              icon="play"
              disabled={!sounds || volume === 0}
              onClick={() => playSound(sound, preferences.current.value.volume)}
            >
              {texts.sounds[sound]}
            </Button>
          ))}
        </div>
      </fieldset>
    </>
  );
}
