import type { ComponentChildren, TargetedInputEvent } from 'preact';
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
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A switch that applies immediately. */
export function Switch({ label, hint, checked, disabled = false, onChange }: SwitchProps) {
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
        disabled={disabled}
        aria-describedby={hint ? id : undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  );
}

interface SelectProps<Value extends string | number> {
  readonly label: string;
  readonly hint?: string;
  readonly value: Value;
  readonly options: readonly (readonly [Value, string])[];
  readonly disabled?: boolean;
  readonly onChange: (value: Value) => void;
}

/** A labelled list to choose from. */
export function Select<Value extends string | number>(props: SelectProps<Value>) {
  const { label, hint, value, options, disabled = false, onChange } = props;
  const id = useId();
  const choose = (index: number) => {
    const chosen = options[index];
    if (chosen) onChange(chosen[0]);
  };
  return (
    <div class="field">
      <label class="field__label" for={id}>
        {label}
      </label>
      <select
        id={id}
        class="input"
        value={value}
        disabled={disabled}
        onChange={({ currentTarget }) => choose(currentTarget.selectedIndex)}
      >
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
      {hint && <p class="field__hint">{hint}</p>}
    </div>
  );
}

interface TextFieldProps {
  readonly label: string;
  /** The keyboard that a phone shows. Default: text. */
  readonly inputMode?: 'text' | 'email' | 'numeric';
  readonly hint?: string;
  readonly value: string;
  readonly maxLength?: number;
  readonly autocomplete?: string;
  readonly onInput: (value: string) => void;
}

/** A text input. */
export function TextField(props: TextFieldProps) {
  const { label, inputMode = 'text', hint, value, maxLength, autocomplete = 'off', onInput } = props;
  const id = useId();
  const attributes = { id, class: 'input', inputMode, value, maxLength, autocomplete, spellcheck: false };
  const change = (event: TargetedInputEvent<HTMLInputElement>) => onInput(event.currentTarget.value);
  return (
    <label class="field" for={id}>
      <span class="field__label">{label}</span>
      {inputMode === 'email' ? (
        <input type="email" {...attributes} onInput={change} />
      ) : (
        <input {...attributes} onInput={change} />
      )}
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
