import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface Option<Value extends string | number> {
  readonly value: Value;
  readonly label: string;
  /** Set if the label is in another language than the page. */
  readonly lang?: string;
}

interface ChoicesProps<Value extends string | number> {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly options: readonly Option<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** A choice between a few options: radio buttons in the shape of pills. */
export function Choices<Value extends string | number>({ label, hint, options, value, onChange }: ChoicesProps<Value>) {
  const name = useId();
  return (
    <fieldset class="field">
      <legend class="field__label">{label}</legend>
      <div class="choices">
        {options.map((option) => (
          <label class="choice" key={option.value}>
            <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
            <span lang={option.lang}>{option.label}</span>
          </label>
        ))}
      </div>
      {hint && <p class="field__hint">{hint}</p>}
    </fieldset>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A switch that applies immediately. */
export function Switch({ label, hint, checked, onChange }: SwitchProps) {
  const id = useId();
  return (
    <label class="switch">
      <span>
        {label}
        {hint && (
          <span class="field__hint" id={id}>
            <br />
            {hint}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        aria-describedby={hint ? id : undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  );
}

interface TextFieldProps {
  readonly label: string;
  /** The keyboard that a phone shows. Default: text. */
  readonly inputMode?: 'text' | 'email';
  readonly hint?: string;
  readonly value: string;
  readonly maxLength?: number;
  readonly autocomplete?: string;
  readonly onInput: (value: string) => void;
}

/** A text input. */
export function TextField(props: TextFieldProps) {
  const { label, inputMode = 'text', hint, value, maxLength, autocomplete = 'off', onInput } = props;
  return (
    <label class="field">
      <span class="field__label">{label}</span>
      <input
        class="input"
        inputMode={inputMode}
        autocapitalize={inputMode === 'email' ? 'off' : undefined}
        value={value}
        maxLength={maxLength}
        autocomplete={autocomplete}
        spellcheck={false}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      {hint && <span class="field__hint">{hint}</span>}
    </label>
  );
}

/** A labelled group of controls. */
export function Group({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  const id = useId();
  return (
    <section class="card stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
