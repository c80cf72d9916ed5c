/** Characters that a backslash protects between double quotes. */
const PROTECTED = '"\\`$';
const isSpace = (char: string) => ' \t\n\r'.includes(char);
const isNewline = (char: string) => '\n\r'.includes(char);

type State = 'before key' | 'key' | 'before value' | 'value' | 'single' | 'double' | 'comment';

const quotes: ReadonlyMap<string, State> = new Map([
  ["'", 'single'],
  ['"', 'double'],
]);

/**
 * Parses a file of settings as systemd parses an EnvironmentFile (systemd.exec(5)): comments begin a line with `#` or `;`, a value may be
 * quoted, a backslash protects the next character or joins two lines, and of several assignments the last one counts. Lines without `=` are
 * skipped. Nothing is substituted.
 */
export function parseEnvFile(text: string): Readonly<Record<string, string>> {
  const found = new Map<string, string>();
  let [state, key, value]: [State, string, string] = ['before key', '', ''];
  /** Length of the value without the spaces at its end, which count only between quotes. */
  let kept = 0;
  const add = (char: string, isKept = !isSpace(char)) => {
    value += char;
    if (isKept) kept = value.length;
  };
  const end = () => {
    if (state !== 'before key' && state !== 'key' && state !== 'comment') found.set(key.trim(), value.slice(0, kept));
    [state, key, value, kept] = ['before key', '', '', 0];
  };
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (isNewline(char) && state !== 'single' && state !== 'double') end();
    else if (state === 'before key') {
      if ('#;'.includes(char)) state = 'comment';
      else if (!isSpace(char)) [state, key] = ['key', char];
    } else if (state === 'key') {
      if (char === '=') state = 'before value';
      else key += char;
    } else if (state === 'single') {
      if (char === "'") state = 'before value';
      else add(char, true);
    } else if (state === 'double') {
      if (char === '"') state = 'before value';
      else if (char !== '\\') add(char, true);
      else {
        const next = text.charAt(++i);
        if (PROTECTED.includes(next)) add(next, true);
        else if (next !== '\n') add(`\\${next}`, true);
      }
    } else if (state === 'before value' || state === 'value') {
      const quote: State | undefined = state === 'before value' ? quotes.get(char) : undefined;
      if (quote !== undefined) state = quote;
      else if (char === '\\') {
        const next = text.charAt(++i);
        state = 'value';
        if (!isNewline(next)) add(next, true);
      } else if (state === 'value' || !isSpace(char)) {
        state = 'value';
        add(char);
      }
    }
  }
  end();
  return Object.fromEntries(found);
}
