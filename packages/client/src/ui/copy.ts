import { texts } from '../strings/main.ts';
import { toast } from './toast.tsx';

/** Puts a text into the clipboard and says so. Browsers may refuse it, and a page that came unencrypted has none. */
export async function copy(text: string, said: string): Promise<void> {
  toast((await copied(text)) ? said : texts.app.notCopied);
}

async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
