import { escapeHtml } from '../../shared/escape-html.ts';
import type { Mail } from '../ports/mailings.ts';

export type MailText = Pick<Mail, 'subject' | 'text' | 'html'>;

/** A paragraph, a link on its own line, or preformatted text. */
export type MailPart = string | { readonly link: string; readonly label: string } | { readonly picture: string };

/** The content of a mail as plain text and as HTML without external resources. */
export function makeMailText(subject: string, parts: readonly MailPart[]): MailText {
  const text = `${parts.map(asText).join('\n\n')}\n`;
  const body = parts.map(asHtml).join('\n');
  const head = `<meta charset="utf-8"><title>${escapeHtml(subject)}</title>`;
  const style = 'font: 16px/1.5 sans-serif; max-width: 40em; margin: 1em auto; padding: 0 1em';
  return {
    subject,
    text,
    html: `<!doctype html><html lang="en">${head}<body style="${style}">\n${body}\n</body></html>\n`,
  };
}

function asText(part: MailPart): string {
  if (typeof part === 'string') return part;
  return 'picture' in part ? part.picture : `${part.label}:\n${part.link}`;
}

function asHtml(part: MailPart): string {
  if (typeof part === 'string') return `<p>${escapeHtml(part)}</p>`;
  if ('picture' in part) return `<pre style="font: 14px/1.2 monospace">${escapeHtml(part.picture)}</pre>`;
  return `<p><a href="${escapeHtml(part.link)}">${escapeHtml(part.label)}</a></p>`;
}
