/** A metric with its samples, by the name of the sample and its label part (`{…}` or nothing). */
export interface Family {
  readonly type: string;
  readonly help: string;
  readonly samples: ReadonlyMap<string, number>;
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const LABEL = '[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\["\\\\n])*"';
const head = new RegExp(`^# (HELP|TYPE) (${NAME}) (.+)$`);
const sample = new RegExp(
  `^(${NAME})((?:\\{${LABEL}(?:,${LABEL})*\\})?) ([+-]?(?:\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?|Inf)|Na[nN])$`,
);
const kinds = new Set(['counter', 'gauge', 'histogram', 'summary', 'untyped']);

/** Parses the Prometheus text format, version 0.0.4. Throws at the first invalid line. */
export function parseExposition(text: string): ReadonlyMap<string, Family> {
  const families = new Map<string, { type: string; help: string; samples: Map<string, number> }>();
  let current = '';
  if (!text.endsWith('\n')) throw new Error('the last line has no end');
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const [, keyword, name = '', rest = ''] = head.exec(line) ?? [];
    if (keyword === 'HELP') {
      if (families.has(name)) throw new Error(`told twice: ${name}`);
      families.set(name, { type: '', help: rest, samples: new Map() });
      current = name;
      continue;
    }
    const family = families.get(current);
    if (!family) throw new Error(`out of place: ${line}`);
    if (keyword === 'TYPE') {
      if (name !== current || !kinds.has(rest)) throw new Error(`out of place: ${line}`);
      family.type = rest;
      continue;
    }
    const [, of = '', labels = '', value = ''] = sample.exec(line) ?? [];
    const suffixes = family.type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
    if (!suffixes.some((suffix) => of === current + suffix)) throw new Error(`out of place: ${line}`);
    if (family.samples.has(of + labels)) throw new Error(`told twice: ${line}`);
    family.samples.set(of + labels, Number(value.replace('Inf', 'Infinity').replace('Nan', 'NaN')));
  }
  return families;
}
