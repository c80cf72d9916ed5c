import { successionSection } from './succession.ts';
import { exampleSection, workedSection } from './worked.ts';

/** The generated parts of docs/record-format.md. */
const SECTIONS: Readonly<Record<string, () => Promise<string>>> = {
  example: exampleSection,
  'server-key': successionSection,
  worked: workedSection,
};

/** Returns the document with its generated parts replaced. Throws if the markers of a part are missing. */
export async function withMadeParts(document: string): Promise<string> {
  let text = document;
  for (const [name, make] of Object.entries(SECTIONS)) {
    const [begin, end] = [`<!-- ${name}: made by scripts/make-vectors.ts -->\n`, `<!-- ${name}: end -->`];
    const [from, to] = [text.indexOf(begin), text.indexOf(end)];
    if (from < 0 || to < from) throw new Error(`the markers of "${name}" are missing`);
    text = `${text.slice(0, from + begin.length)}\n${await make()}\n${text.slice(to)}`;
  }
  return text;
}
