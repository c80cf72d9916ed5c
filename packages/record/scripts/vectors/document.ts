import { successionSection } from './succession.ts';
import { exampleSection, workedSection } from './worked.ts';

/** The parts of docs/record-format.md that are made and not written. */
const SECTIONS: Readonly<Record<string, () => Promise<string>>> = {
  example: exampleSection,
  'server-key': successionSection,
  worked: workedSection,
};

/** The document with its made parts made anew. Throws where a part's marks are missing. */
export async function withMadeParts(document: string): Promise<string> {
  let text = document;
  for (const [name, make] of Object.entries(SECTIONS)) {
    const [begin, end] = [`<!-- ${name}: made by scripts/make-vectors.ts -->\n`, `<!-- ${name}: end -->`];
    const [from, to] = [text.indexOf(begin), text.indexOf(end)];
    if (from < 0 || to < from) throw new Error(`the marks of "${name}" are missing`);
    text = `${text.slice(0, from + begin.length)}\n${await make()}\n${text.slice(to)}`;
  }
  return text;
}
